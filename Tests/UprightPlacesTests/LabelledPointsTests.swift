internal import Foundation
internal import UprightPlaces
internal import Testing
internal import UprightFormats

/// Compares the gazetteer with points whose state or country is known from another source
/// (scripts/gazetteer/labelled.py).
@Suite struct LabelledPointsTests {
    struct Score {
        var right = 0
        var count = 0
        var share: Double { Double(right) / Double(max(1, count)) }
    }

    @Test func statesAndCountriesAreRight() throws {
        let file =
            ProcessInfo.processInfo.environment["UPRIGHT_LABELLED_POINTS"]
            ?? URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("labelled.tsv").path
        let gazetteer = try Gazetteer()
        var states = Score()
        var countries = Score()
        var wrong: [String] = []
        for line in try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n") {
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
            let position = try #require(Position(latitude: Double(fields[1])!, longitude: Double(fields[2])!))
            let place = gazetteer.place(at: position)
            if fields[4].isEmpty {
                countries.count += 1
                if place?.countryCode == String(fields[3]) {
                    countries.right += 1
                } else {
                    wrong.append("\(line) -> \(place?.countryCode ?? "nowhere")")
                }
            } else {
                states.count += 1
                if place?.regionCode == String(fields[4]) {
                    states.right += 1
                } else {
                    wrong.append("\(line) -> \(place?.regionCode ?? "nowhere")")
                }
            }
        }
        print("states: \(states.right) of \(states.count), countries: \(countries.right) of \(countries.count)")
        if let output = ProcessInfo.processInfo.environment["UPRIGHT_LABELLED_WRONG"] {
            try wrong.joined(separator: "\n").write(toFile: output, atomically: true, encoding: .utf8)
        }
        #expect(states.count > 100 && countries.count > 100)
        // The limits are for all points; with only some hundred, a further wrong one is chance.
        let isWhole = states.count > 10_000
        #expect(states.share >= (isWhole ? 0.998 : 0.995))
        #expect(countries.share >= (isWhole ? 0.996 : 0.993))
    }
}
