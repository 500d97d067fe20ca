import Dispatch
import Glibc
import Synchronization
import Testing
import UprightBase

@Suite struct ParallelismTests {
    /// Returns the numbers that a loop was called with, sorted.
    private func calls(_ parallelism: Parallelism, _ count: Int) -> [Int] {
        let seen = Mutex([Int]())
        parallelism.perform(count) { index in seen.withLock { $0.append(index) } }
        return seen.withLock { $0 }.sorted()
    }

    @Test func taperedPartsMakeUpTheRange() {
        for count in [0, 1, 2, 15, 16, 17, 100, 376, 10_000] {
            for threads in 1...5 {
                for least in [0, 1, 16] {
                    let parts = (3..<(3 + count)).taperedParts(for: threads, least: least)
                    #expect(parts.flatMap { Array($0) } == Array(3..<(3 + count)))
                    #expect(parts.allSatisfy { !$0.isEmpty })
                    #expect(threads > 1 || parts.count == min(count, 1))
                    for (part, next) in zip(parts, parts.dropFirst()) {
                        #expect(part.count >= max(least, 1) && (next.count <= part.count || next.count <= least))
                    }
                }
            }
        }
    }

    /// The threads of a pool can let go of their work only after the call has returned, so it is repeated often.
    @Test(arguments: [0, 1, 2, 7])
    func resultsAreTakenInOrder(threads: Int) {
        let parallelism = Parallelism(ThreadPool(threads))
        for count in [-1, 0, 1, 2, 3, 50] + [Int](repeating: 4, count: 2000) {
            var taken: [Int] = []
            parallelism.perform(count, making: { $0 * 3 }, takingInOrder: { taken.append($0) })
            #expect(taken == (0..<max(count, 0)).map { $0 * 3 })
        }
    }

    @Test(arguments: [0, 1, 2, 7])
    func everyNumberIsCalledOnce(threads: Int) {
        let parallelism = Parallelism(ThreadPool(threads))
        #expect(parallelism.width == threads + 1)
        for count in [-1, 0, 1, 2, 3, 100, 1000] {
            #expect(calls(parallelism, count) == Array(0..<max(count, 0)))
            #expect(calls(.none, count) == Array(0..<max(count, 0)))
        }
    }

    @Test func resultsAreInOrder() {
        let parallelism = Parallelism(ThreadPool(3))
        for _ in 0..<1000 { #expect(parallelism.map(9) { String($0 * $0) } == (0..<9).map { String($0 * $0) }) }
    }

    /// Two calls that wait for each other return only if two threads run them.
    @Test func threadsTakePartAtOnce() {
        let arrived = Atomic(0)
        Parallelism(ThreadPool(1)).perform(2) { _ in
            arrived.add(1, ordering: .sequentiallyConsistent)
            while arrived.load(ordering: .sequentiallyConsistent) < 2 {}
        }
        #expect(arrived.load(ordering: .sequentiallyConsistent) == 2)
    }

    /// The caller has finished its own part, but returns only after the helper has finished too.
    @Test func performWaitsForARunningHelper() {
        let pool = Parallelism(ThreadPool(1))
        let (helperIsIn, mayGoOn, returned) = (
            DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
        )
        let caller = Mutex<pthread_t?>(nil)
        #expect(
            SystemThread.run {
                caller.withLock { $0 = pthread_self() }
                pool.perform(2) { _ in
                    if caller.withLock({ $0 }) == pthread_self() {
                        helperIsIn.wait()
                    } else {
                        helperIsIn.signal()
                        mayGoOn.wait()
                    }
                }
                returned.signal()
            })
        // The absence of an event cannot be awaited; a pool that does not wait returns within microseconds.
        let isEarly = returned.wait(timeout: .now() + .milliseconds(200)) == .success
        #expect(!isEarly)
        mayGoOn.signal()
        if !isEarly { returned.wait() }
    }

    @Test func nestedCallsComplete() {
        let parallelism = Parallelism(ThreadPool(2))
        let sums = parallelism.map(4) { outer in parallelism.map(5) { $0 * outer }.reduce(0, +) }
        #expect(sums == [0, 10, 20, 30])
    }

    @Test func concurrentCallsFromManyThreadsComplete() async {
        let parallelism = Parallelism(ThreadPool(2))
        let sums = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<50 { group.addTask { parallelism.map(100) { $0 }.reduce(0, +) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(sums == Array(repeating: 4950, count: 50))
    }

    @Test func littleWorkIsNotShared() {
        let parallelism = Parallelism(ThreadPool(3), grain: 100)
        #expect([0, 99, 100, 199, 200, 399, 400, 4000].map(parallelism.shares) == [1, 1, 1, 1, 2, 3, 4, 4])
        #expect(Parallelism.none.shares(ofBytes: .max) == 1)
        #expect(Parallelism(ThreadPool(3), width: 2).width == 2)
    }
}
