internal import UprightBase
internal import UprightConfiguration
internal import UprightEngine
internal import UprightService
internal import UprightSteps
import Testing

@Suite struct QuantityTests {
    @Test func readsSizesDurationsAndCounts() {
        #expect(Quantity.bytes("512MiB") == 512 << 20)
        #expect(Quantity.bytes("1.5 KiB") == 1536)
        #expect(Quantity.bytes("1GB") == 1_000_000_000)
        #expect(Quantity.duration("500ms") == .milliseconds(500))
        #expect(Quantity.duration("1.5s") == .milliseconds(1500))
        #expect(Quantity.duration("7d") == .seconds(604_800) && Quantity.duration("2h") == .seconds(7_200))
        #expect(Quantity.duration("3min") == .seconds(180) && Quantity.duration("3m") == .seconds(180))
        #expect(Quantity.count("128M") == 128_000_000)
        #expect(Quantity.count("10_000") == 10_000)
    }

    @Test(arguments: ["", "MiB", "-1", "1..5", "1e3", "0x10", "1 2", "1,5", "٣", "99999999999999999999", "9999999TiB"])
    func refusesWhatIsNoQuantity(text: String) {
        #expect(Quantity.bytes(text) == nil)
        #expect(Quantity.count(text) == nil)
        #expect(Quantity.duration(text) == nil)
    }

    @Test(arguments: ["2.5", "0.5", "1.5B"])
    func refusesPartsOfWhatHasNone(text: String) {
        #expect(Quantity.count(text) == nil)
        #expect(Quantity.bytes(text) == nil)
    }

    @Test(arguments: [0, 1, 1023, 1024, 1 << 20, 3 << 30, (1 << 40) + 1])
    func writesWhatItReads(bytes: Int) {
        #expect(Quantity.bytes(Quantity.describe(bytes: bytes)) == bytes)
    }

    @Test func suggestsTheNearestWordOrNone() {
        let words = ["settle", "source", "output", "recursive"]
        #expect(Suggestion.nearest(to: "setle", in: words) == "did you mean \"settle\"?")
        #expect(Suggestion.nearest(to: "SOURCE", in: words) == "did you mean \"source\"?")
        #expect(Suggestion.nearest(to: "recusrive", in: words) == "did you mean \"recursive\"?")
        #expect(Suggestion.nearest(to: "--confg", in: ["--zone", "--set"]).isEmpty)
        #expect(Suggestion.nearest(to: "--zoen", in: ["--zone", "--set"]) == "did you mean \"--zone\"?")
        #expect(Suggestion.nearest(to: "xyzzy", in: words) == "")
    }
}
