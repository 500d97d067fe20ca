import Places
import Testing

@Suite(.serialized) struct GazetteerSpeedTests {
    @Test func startsFast() throws {
        let clock = ContinuousClock()
        var times: [Duration] = []
        for _ in 0..<40 { times.append(try clock.measure { _ = try Gazetteer() }) }
        print("start", times.sorted()[times.count / 2], times.min()!)
    }
}
