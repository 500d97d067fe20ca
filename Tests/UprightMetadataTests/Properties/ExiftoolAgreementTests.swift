import Foundation
import UprightFormats
import TestSupport
import Testing
import UprightRewriting

/// Every value that exiftool prints in the standard groups is read with the same value.
@Suite struct ExiftoolAgreementTests {
    /// Pictures next to the repository, if there are any.
    static let corpus = Fixture.repository.appending(path: "../shared/corpus").standardizedFileURL

    /// Differences between exiftool and this library, with the reason why this library is right.
    static let explained: [String: String] = [
        "exiftool__AFCP.jpg IPTC2:": "a second IPTC block in the AFCP trailer, which is not a standard place",
        "GPS:GPSTimeStamp": "three times 0/0, which means unknown in the standard; exiftool shows midnight",
        "DS6639_-_DSC_0307.JPG IFD0:ImageDescription":
            "the byte 0x92 is an apostrophe in Windows-1252; exiftool shows ?",
        "lens_data.jpeg XMP-exif:MaxApertureValue": "the property holds words, 4,90 EV (f/5,5); exiftool takes the 4",
        "cogs.gif GIF:Duration": "exiftool adds the delay of a graphic control that is not followed by an image",
        "empty_ancillary_chunks.png PNG:ModifyDate": "an empty tIME chunk; exiftool shows zeros",
        "6f3ca98164cf1c22cda16c0bac66f98ac4fd3d16-1.png PNG:BackgroundColor": "a damaged header: the depth differs",
    ]

    struct Tally {
        var total: [String: Int] = [:]
        var agreed: [String: Int] = [:]
        var differences: [String] = []

        mutating func count(_ group: String, _ agrees: Bool, _ difference: @autoclosure () -> String) {
            total[group, default: 0] += 1
            if agrees { agreed[group, default: 0] += 1 } else { differences.append(difference()) }
        }

        var share: Double {
            let all = total.values.reduce(0, +)
            return all == 0 ? 1 : Double(agreed.values.reduce(0, +)) / Double(all)
        }

        var table: String {
            total.keys.sorted().map { "\($0): \(agreed[$0] ?? 0)/\(total[$0] ?? 0)" }.joined(separator: ", ")
        }
    }

    @Test(
        .enabled(if: Command.exists("exiftool"), "exiftool is not installed"),
        .enabled(if: FileManager.default.fileExists(atPath: corpus.path()), "there is no ../shared/corpus"))
    func corpusAgrees() throws {
        let tally = try compare([Self.corpus.path()])
        print(
            "agreement with exiftool over the corpus: \(String(format: "%.3f", tally.share * 100)) % (\(tally.table))")
        for difference in tally.differences {
            let reason = Self.explained.first { difference.contains($0.key) }?.value
            print("  differs: \(difference): \(reason ?? "NOT EXPLAINED")")
            #expect(reason != nil, "\(difference)")
        }
        #expect(tally.share >= 0.995)
    }

    @Test(.enabled(if: Command.exists("exiftool"), "exiftool is not installed"))
    func fixturesAgree() throws {
        let tally = try compare(["jpeg", "png", "gif", "samples"].map { Fixture.folder.appending(path: $0).path() })
        print(
            "agreement with exiftool over the fixtures: \(String(format: "%.3f", tally.share * 100)) % (\(tally.table))"
        )
        for difference in tally.differences { print("  differs: \(difference)") }
        #expect(tally.share == 1)
    }

    private func compare(_ paths: [String]) throws -> Tally {
        var tally = Tally()
        for file in try ExiftoolReading.read(paths) {
            let bytes = try [UInt8](Data(contentsOf: URL(filePath: file.path)))
            let properties: ImageProperties
            do {
                properties = try ImageProperties(reading: bytes)
            } catch {
                continue
            }
            let comparison = FileComparison(properties: properties, dictionary: properties.dictionary)
            for tag in file.tags {
                guard let found = comparison.leaves(of: tag) else { continue }
                let expected = comparison.expected(tag)
                tally.count(
                    FileComparison.family(tag.group), NormalForm.agree(found, expected),
                    "\(file.path.split(separator: "/").suffix(2).joined(separator: "/")) \(tag.group):\(tag.name) "
                        + "\(tag.id) exiftool \(expected.joined(separator: " ").prefix(120)) "
                        + "found \(found.joined(separator: " ").prefix(120))".replacingOccurrences(of: "\n", with: "⏎"))
            }
        }
        return tally
    }
}
