internal import Testing
internal import UprightFiles
internal import UprightService

/// What a lane remembers between two looks at a file.
@Suite("What a lane remembers")
struct LaneMemoryTests {
    @Test("a reason is logged once of a file, whatever its numbers, and again after another result")
    func reasons() {
        var told = ToldReasons()
        var news: [Bool] = []
        for (reason, path) in [
            ("lacks bytes from 100", "a.jpg"), ("lacks bytes from 2345", "a.jpg"), ("open for writing", "a.jpg"),
            ("open for writing", "b.jpg"), ("lacks bytes from 9", "a.jpg"),
        ] {
            news.append(told.isNews(reason, of: RawPath(path)))
        }
        #expect(news == [true, false, true, true, false], "also if reasons alternate")
        told.forget("a.jpg")
        news = ["a.jpg", "b.jpg"].map { told.isNews("open for writing", of: $0) }
        #expect(news == [true, false])
    }

    @Test("a picture that waits for a member is looked at when that has settled, and at growing intervals until then")
    func shots() {
        var shots = WaitingShots()
        var pauses = (0..<10).map { _ in shots.wait("a.jpg", for: "a.mov") }
        #expect(pauses.first == .milliseconds(500) && pauses.last == .seconds(30))
        #expect(zip(pauses, pauses.dropFirst()).allSatisfy { $0 <= $1 })
        _ = shots.wait("b.png", for: "a.mov")
        let settled = ["a.nef", "a.mov", "a.mov"].map { shots.settled($0) }
        #expect(settled == [[], ["a.jpg", "b.png"], []])
        pauses = [shots.wait("a.jpg", for: "a.mov")]
        #expect(pauses == [.milliseconds(500)], "what comes after is looked at soon")
        shots.remove("a.jpg")
        let left = shots.settled("a.mov")
        #expect(left.isEmpty)
    }

    @Test("a clock that is set back is noticed, one that is set forward or slowed down is none of it")
    func clock() {
        var watch = ClockWatch()
        let start = ContinuousClock.now
        let answers = [
            (1_000_000, 0), (1_005_000, 5), (1_009_400, 10), (1_000_000, 15), (9_000_000, 20), (8_999_000, 25),
        ].map { wall, seconds in watch.wasSetBack(wall: wall, instant: start + .seconds(seconds)) }
        // At the beginning it may have been; half a second behind is none of it; less than what has passed is.
        #expect(answers == [true, false, false, true, false, true])
    }
}
