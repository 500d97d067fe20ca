internal import Synchronization
internal import Testing
internal import UprightEngine

@Suite struct LookAheadTests {
    @Test func elementsComeWhenTheyAreReady() async {
        let gates = (0..<3).map { _ in AsyncStream<Void>.makeStream() }
        let ahead = LookAhead<Int>(capacity: 3) { number in for await _ in gates[number].stream {} }
        for number in 0..<3 { await ahead.add(number) }
        ahead.finish()
        gates[2].continuation.finish()
        #expect(await ahead.next(limit: 5) == [2])
        gates[0].continuation.finish()
        #expect(await ahead.next(limit: 5) == [0])
        gates[1].continuation.finish()
        #expect(await ahead.next(limit: 5) == [1])
        #expect(await ahead.next(limit: 5).isEmpty)
    }

    @Test func noMoreThanItsCapacityAreAhead() async {
        let begun = Mutex(0)
        let ahead = LookAhead<Int>(capacity: 4) { _ in begun.withLock { $0 += 1 } }
        let adding = Task {
            for number in 0..<10 { await ahead.add(number) }
            ahead.finish()
        }
        // Time for any that begin too early.
        for _ in 0..<2_000 { await Task.yield() }
        var taken: [Int] = []
        #expect(begun.withLock { $0 } <= 4)
        while true {
            let next = await ahead.next(limit: 2)
            if next.isEmpty { break }
            taken += next
            #expect(begun.withLock { $0 } <= taken.count + 4)
        }
        await adding.value
        #expect(taken.sorted() == Array(0..<10))
    }

    @Test(.timeLimit(.minutes(1))) func discardingEndsAllWaitersAndQueries() async {
        let ended = AsyncStream<Void>.makeStream()
        let ahead = LookAhead<Int>(capacity: 1) { _ in
            do { try await Task.sleep(for: .seconds(600)) } catch { ended.continuation.finish() }
        }
        await ahead.add(0)
        let adding = Task { await ahead.add(1) }
        let taking = Task { await ahead.next(limit: 1) }
        ahead.finish(discarding: true)
        await adding.value
        #expect(await taking.value.isEmpty)
        for await _ in ended.stream {}
    }
}
