import Foundation
import Testing
import UprightBase

@Suite struct UTCTimeTests {
    @Test(
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"), (1_777_636_800_250, "2026-05-01T12:00:00.250Z"),
            (951_782_400_000, "2000-02-29T00:00:00.000Z"), (4_107_542_399_999, "2100-02-28T23:59:59.999Z"),
            (-1, "1969-12-31T23:59:59.999Z"), (-62_167_219_200_000, "0000-01-01T00:00:00.000Z"),
            (253_402_300_800_000, "+010000-01-01T00:00:00.000Z"), (-62_167_219_200_001, "-000001-12-31T23:59:59.999Z"),
        ] as [(Int64, String)])
    func knownTimes(milliseconds: Int64, text: String) {
        #expect(UTCTime(milliseconds: milliseconds).text == text)
    }

    /// Foundation's calendar agrees on days of 1,000 years, and each time reads back.
    @Test func everyDayAgreesWithAnotherCalendar() throws {
        for day in -250_000...250_000 {
            let time = UTCTime(milliseconds: Int64(day) * 86_400_000 + 1)
            guard let back = UTCTime(time.text), back == time else {
                Issue.record("\(time.text) does not read back")
                return
            }
            // Foundation's calendar is the Julian one before 1582.
            guard day % 17 == 0, day > -135_000 else { continue }
            let other = Date(timeIntervalSince1970: Double(day) * 86_400).formatted(.iso8601)
            #expect(time.text.prefix(10) == other.prefix(10))
        }
    }

    @Test(arguments: [Int64.min, Int64.min + 1, Int64.max]) func theEndsOfTheTypeHaveAText(milliseconds: Int64) {
        #expect(UTCTime(milliseconds: milliseconds).text.hasSuffix("Z"))
    }

    @Test(arguments: [
        "", "Z", "2026-05-01", "2026-05-01T12:00:00", "2026-02-29T00:00:00Z", "2026-13-01T00:00:00Z",
        "2026-05-01T24:00:00Z", "2026-05-01T12:00:00.2Z", "2026-05-01 12:00:00Z", "2026-05-01T12:00:00+02:00",
        "+026-05-01T12:00:00Z",
    ]) func otherTextsAreNoTimes(text: String) {
        #expect(UTCTime(text) == nil)
    }

    @Test func bothFormsAreRead() throws {
        let times = try JSONDecoder().decode(
            [UTCTime].self, from: Data(#"["2026-05-01T12:00:00Z",1777636800000]"#.utf8))
        #expect(times.map(\.milliseconds) == [1_777_636_800_000, 1_777_636_800_000])
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([UTCTime].self, from: Data(#"["soon"]"#.utf8))
        }
        #expect(try JSONEncoder().encode(times[0]) == Data(#""2026-05-01T12:00:00.000Z""#.utf8))
    }
}
