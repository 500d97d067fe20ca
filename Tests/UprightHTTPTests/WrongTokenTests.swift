internal import Synchronization
internal import Testing
internal import UprightService

@Suite("Wrong tokens")
struct WrongTokenTests {
    private let begin = ContinuousClock.now

    private func tokens() -> WrongTokens { WrongTokens(of: "the gallery", log: { _ in }) }

    @Test("the response to each further one is delayed twice as long, up to 16 seconds")
    func doubling() {
        let tokens = tokens()
        let delays = (0..<70).map { tokens.count(from: "10.0.0.1", now: begin + .seconds($0)) }
        let first: [Duration] = [.seconds(1), .seconds(2), .seconds(4), .seconds(8), .seconds(16)]
        #expect(Array(delays[..<5]) == first)
        #expect(delays.dropFirst(5).allSatisfy { $0 == .seconds(16) })
    }

    @Test("only an address's own guesses slow it down")
    func addresses() {
        let tokens = tokens()
        for _ in 0..<9 { _ = tokens.count(from: "10.0.0.1", now: begin) }
        #expect(tokens.count(from: "10.0.0.2", now: begin) == .seconds(1))
        #expect(tokens.count(from: nil, now: begin) == .seconds(1))
    }

    @Test("the right token, or ten minutes without a guess, resets the delay")
    func forgetting() {
        let tokens = tokens()
        for _ in 0..<3 { _ = tokens.count(from: "10.0.0.1", now: begin) }
        tokens.forgive("10.0.0.1")
        #expect(tokens.count(from: "10.0.0.1", now: begin) == .seconds(1))
        #expect(tokens.count(from: "10.0.0.1", now: begin + .seconds(599)) == .seconds(2))
        #expect(tokens.count(from: "10.0.0.1", now: begin + .seconds(1_199)) == .seconds(1))
    }

    @Test("each is logged with its address, and never with the token")
    func logged() {
        let lines = Mutex<[String]>([])
        let tokens = WrongTokens(of: "the gallery", log: { line in lines.withLock { $0.append(line) } })
        _ = tokens.count(from: "10.0.0.1", now: begin)
        _ = tokens.count(from: "10.0.0.1", now: begin)
        #expect(lines.withLock { $0 }.map { $0.contains("10.0.0.1") } == [true, true])
    }

    @Test("the number of remembered addresses is limited")
    func manyAddresses() {
        let tokens = tokens()
        for index in 0..<5_000 { _ = tokens.count(from: "10.0.\(index / 256).\(index % 256)", now: begin) }
        // All were forgotten when there were too many, so this one starts over.
        #expect(tokens.count(from: "10.0.0.0", now: begin) == .seconds(1))
    }
}
