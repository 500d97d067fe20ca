import Foundation
import Testing
import Upright

/// Clients show an error's description rather than a number.
@Suite struct LocalizedErrorTests {
    private func check(_ error: some Error & CustomStringConvertible) {
        let text = (error as any Error).localizedDescription
        #expect(text == error.description)
        #expect(!text.contains("error "), "\(text)")
    }

    @Test func everyPublicErrorHasADescription() {
        check(MetadataEditError.damaged(block: "Exif", reason: "it ends too early"))
        check(MetadataEditError.file(.type(.jpeg)))
        check(FormatError("it is none"))
        #expect(throws: FormatError.self) { try JPEGFile(parsing: [1, 2, 3]) }
        do { _ = try JPEGFile(parsing: [1, 2, 3]) } catch { check(error) }
        do { _ = try PNGFile(parsing: [1, 2, 3]) } catch { check(error) }
        do { _ = try GIFFile(parsing: [1, 2, 3]) } catch { check(error) }
        do { _ = try MetadataEdit.remove("Nothing:Known") } catch { check(error) }
        do { _ = try MetadataEdit.set("EXIF:FNumber", to: ["wide"]) } catch { check(error) }
        do { _ = try MetadataEdit.set("XMP:xmp:Rating", to: ["abc"]) } catch { check(error) }
        do { _ = try MetadataEdit.set("IPTC:City", to: [String(repeating: "a", count: 99)]) } catch { check(error) }
        do { _ = try ImageProperties(reading: [1, 2, 3]) } catch { check(error) }
    }
}
