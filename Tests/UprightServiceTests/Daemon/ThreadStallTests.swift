import Testing
import UprightService

/// When the daemon takes it that work finds no thread.
@Suite("Thread stall")
struct ThreadStallTests {
    private let start = ContinuousClock.now

    @Test("signs of life that come late tell a stall once, and the next one ends it")
    func late() {
        var stall = ThreadStall(at: start)
        var found = false
        found = stall.check(at: start + .seconds(5), canStart: { true })
        #expect(!found)
        found = stall.check(at: start + .seconds(6), canStart: { true })
        #expect(found)
        found = stall.check(at: start + .seconds(7), canStart: { true })
        #expect(!found)
        #expect(stall.isStalled)
        found = stall.beat(at: start + .seconds(8))
        #expect(found)
        #expect(!stall.isStalled)
        found = stall.beat(at: start + .seconds(9))
        #expect(!found)
        found = stall.check(at: start + .seconds(15), canStart: { true })
        #expect(found)
    }

    @Test("where no thread can be started, a shorter silence is enough")
    func noThreads() {
        var stall = ThreadStall(at: start)
        var found = false
        found = stall.check(at: start + .seconds(3), canStart: { false })
        #expect(!found)
        found = stall.check(at: start + .seconds(4), canStart: { true })
        #expect(!found)
        found = stall.check(at: start + .seconds(4), canStart: { false })
        #expect(found)
    }

    @Test("work that goes on with the threads it has is no stall, though no more can be started")
    func enough() {
        var stall = ThreadStall(at: start)
        var found = false
        for second in 1..<20 {
            stall.beat(at: start + .seconds(second))
            found = stall.check(at: start + .seconds(second + 1), canStart: { false })
            #expect(!found)
        }
    }
}
