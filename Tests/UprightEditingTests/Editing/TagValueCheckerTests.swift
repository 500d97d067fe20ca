import Testing
import UprightRewriting
import UprightFormats

@Suite struct TagValueCheckerTests {
    @Test func wrongValuesAreRejectedWithTheExpectedOnes() {
        for (tag, value, word) in [
            (TagID(.exif, 0x9207), "7" as PropertyValue, "pattern"), (TagID(.exif, 0x9003), "yesterday", "2024"),
            (TagID(.exif, 0x829A), "-1", "RATIONAL"), (TagID(.exif, 0x9214), "1", "2 to 4"),
            (TagID(.gps, 0x01), "X", "north"), (TagID(.exif, 0x8833), "1.5", "4294967295"),
            (TagID(.exif, 0x927C), "x", "cannot be edited"), (TagID(.exif, 0x9000), "2.3", "0232"),
        ] {
            do {
                let edit = try MetadataEdit.exif(tag, value)
                Issue.record("\(tag) took \(value.json): \(edit)")
            } catch {
                #expect("\(error)".contains(word), "\(error)")
            }
        }
    }

    /// 1e-30 was written as 0.
    @Test func numbersThatARationalCannotHoldAreRefused() throws {
        for text in ["1e-30", "0.00000000001"] {
            #expect(throws: MetadataValueError.self) { try MetadataEdit.set("EXIF:ExposureTime", to: [text]) }
        }
        _ = try MetadataEdit.set("EXIF:ExposureTime", to: ["0"])
        _ = try MetadataEdit.set("EXIF:ExposureTime", to: ["1/4294967295"])
    }
}
