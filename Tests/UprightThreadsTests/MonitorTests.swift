import Dispatch
import Testing
import UprightBase

@Suite struct MonitorTests {
    @Test("A task goes on when the state lets it, and what it takes is its own")
    func takes() async {
        let box = Monitor<[Int]>([])
        let takers = (0..<20).map { _ in
            Task { await box.wait { box in box.isEmpty ? nil : box.removeFirst() } }
        }
        for number in 0..<20 { box.withLock { $0.append(number) } }
        var taken: [Int?] = []
        for taker in takers { taken.append(await taker.value) }
        #expect(Set(taken.compactMap(\.self)) == Set(0..<20) && box.withLock { $0.isEmpty })
    }

    /// Begins tasks that wait for an amount, one after the other; they note in which order they go on.
    private func order(_ amounts: [Int], isInTurn: Bool, giving gifts: [Int]) async -> [Int] {
        let stock = Monitor(0, isInTurn: isInTurn)
        let order = Monitor<[Int]>([])
        await withTaskGroup(of: Void.self) { group in
            for (number, amount) in amounts.enumerated() {
                group.addTask {
                    await stock.waitToTheEnd { stock -> Void? in
                        guard stock >= amount else { return nil }
                        stock -= amount
                        order.withLock { $0.append(amount) }
                        return ()
                    }
                }
                while stock.waiting <= number { await Task.yield() }
            }
            for gift in gifts { stock.withLock { $0 += gift } }
        }
        return order.withLock { $0 }
    }

    @Test("Nobody overtakes in turn; otherwise who can goes on")
    func turns() async {
        #expect(await order([5, 1, 3], isInTurn: true, giving: [1, 4, 4]) == [5, 1, 3])
        #expect(await order([5, 1, 3], isInTurn: false, giving: [1, 3, 5]) == [1, 3, 5])
    }

    @Test("What one task takes or gives lets the next go on")
    func chains() async {
        let number = Monitor(0)
        let tasks = (1...50).map { wanted in
            Task {
                await number.wait { number -> Int? in
                    guard number == wanted else { return nil }
                    number += 1
                    return wanted
                }
            }
        }
        number.withLock { $0 = 1 }
        for task in tasks { #expect(await task.value != nil) }
        #expect(number.withLock { $0 } == 51)
    }

    @Test("A cancelled task stops waiting, unless it waits to the end, and takes nothing")
    func cancellation() async {
        let limit = Monitor(0)
        @Sendable func take(_ free: inout Int) -> Int? {
            guard free > 0 else { return nil }
            free -= 1
            return free
        }
        let before = Task {
            while !Task.isCancelled { await Task.yield() }
            return await limit.wait(for: take)
        }
        let during = Task { await limit.wait(for: take) }
        let toTheEnd = Task { await limit.waitToTheEnd(for: take) }
        for task in [before, during] { task.cancel() }
        toTheEnd.cancel()
        #expect(await before.value == nil)
        #expect(await during.value == nil)
        limit.withLock { $0 = 1 }
        #expect(await toTheEnd.value == 0)
        #expect(limit.withLock { $0 } == 0)
        // What is there is taken, cancelled or not.
        limit.withLock { $0 = 1 }
        let late = Task {
            while !Task.isCancelled { await Task.yield() }
            return await limit.wait(for: take)
        }
        late.cancel()
        #expect(await late.value == 0)
    }

    @Test("No more tasks run than the limit, in the order in which they come, and a cancelled one keeps to it, too")
    func limits() async {
        let limit = ConcurrencyLimit(2)
        let running = Monitor((now: 0, most: 0))
        await withDiscardingTaskGroup { group in
            for _ in 0..<50 {
                group.addTask {
                    await limit.acquire()
                    running.withLock { running in
                        running.now += 1
                        running.most = max(running.most, running.now)
                    }
                    await Task.yield()
                    running.withLock { $0.now -= 1 }
                    limit.release()
                }
            }
            group.cancelAll()
        }
        #expect(running.withLock { $0.most } == 2 && running.withLock { $0.now } == 0)
    }

    /// More than the system's pool of threads has.
    @Test("Work that blocks on threads of its own leaves the others theirs")
    func ownThreads() async {
        let count = 400
        let (begun, mayEnd) = (Monitor(0), DispatchSemaphore(value: 0))
        let works = (0..<count).map { number in
            Task {
                await SystemThread.perform {
                    begun.withLock { $0 += 1 }
                    mayEnd.wait()
                    return number
                }
            }
        }
        await begun.waitToTheEnd { $0 == count ? () : nil }
        for _ in 0..<count { mayEnd.signal() }
        for (number, work) in works.enumerated() { #expect(await work.value == number) }
    }
}
