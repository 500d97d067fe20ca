import UprightFormats
import UprightRewriting
import Foundation
import TestSupport
import Testing

/// Comments of JPEG and GIF and texts of PNG, by name.
@Suite struct TextEditTests {
    private static let files: [(path: String, name: String)] = [
        ("jpeg/rgb.jpg", "JPEG:Comment"), ("gif/animation-upright.gif", "GIF:Comment"),
        ("png/upright.png", "PNG:Author"),
    ]

    private func edited(_ bytes: [UInt8], _ texts: [String]) throws -> [UInt8] {
        let editor = MetadataEditor(
            try MetadataAssignment.edits(texts.map { try #require(MetadataAssignment($0)) }))
        let result = try editor.edited(bytes)
        #expect(try editor.edited(result.bytes).bytes == result.bytes)
        return result.bytes
    }

    private func texts(_ bytes: [UInt8]) throws -> [String] {
        let properties = try ImageProperties(reading: bytes).dictionary
        let comments = properties["Comments"] ?? properties["{GIF}"]?["Comments"]
        if let comments { return comments.array?.compactMap(\.string) ?? [] }
        let all = properties["{PNG}"]?["Text"]?.array ?? []
        return all.filter { $0["Keyword"]?.string == "Author" }.compactMap { $0["Text"]?.string }
    }

    @Test(arguments: files.indices) func textsAreWrittenChangedAndRemoved(index: Int) throws {
        let (path, name) = Self.files[index]
        let source = try #require(Fixture.named(path)).content()
        let before = try edited(source, ["\(name)="])
        #expect(try texts(before) == [])
        let one = try edited(before, ["\(name)=Grüße, 世界"])
        #expect(try texts(one) == ["Grüße, 世界"])
        let two = try edited(one, ["\(name)+=second", "\(name)+=Grüße, 世界"])
        #expect(try texts(two) == ["Grüße, 世界", "second"])
        let last = try edited(two, ["\(name)-=Grüße, 世界"])
        #expect(try texts(last) == ["second"])
        // Without what was added, the file is what it was.
        #expect(try edited(last, ["\(name)="]).count == before.count)
        #expect(try Exiftool.values(of: last, name.split(separator: ":").last.map(String.init) ?? "") == "second")
    }

    @Test func keywordsOfTheStandardAreFoundByTheirNames() throws {
        #expect(try MetadataName("PNG:CreationTime") == .text(.pngText("Creation Time")))
        #expect(try MetadataName("png:author") == .text(.pngText("Author")))
        #expect(try MetadataName("PNG:own Key") == .text(.pngText("own Key")))
        for name in [
            "PNG:XML:com.adobe.xmp", "PNG:Raw profile type exif", "PNG: a", "PNG:日", "JPEG:Author", "GIF:Author",
            "PNG:" + String(repeating: "a", count: 80),
        ] {
            #expect(throws: MetadataValueError.self) { try MetadataName(name) }
        }
        #expect(throws: MetadataValueError.textEnd("PNG:Author")) {
            try MetadataEdit.set("PNG:Author", to: ["a\0b"])
        }
    }

    @Test func filesOfOtherTypesRefuseATextButNotItsRemoval() throws {
        let bytes = try #require(Fixture.named("png/upright.png")).content()
        #expect(throws: MetadataEditError.self) { try MetadataEditor([.set("JPEG:Comment", to: ["a"])]).edited(bytes) }
        #expect(try MetadataEditor([.remove("JPEG:Comment")]).edited(bytes).bytes == bytes)
    }

    @Test func aStripRemovesTextsThatItDoesNotKeep() throws {
        for (path, name) in Self.files {
            let bytes = try edited(#require(Fixture.named(path)).content(), ["\(name)=kept or not"])
            for keep in [[], [name]] {
                let strip = try MetadataStrip(.all, places: true, keep: keep, onUnknown: nil)
                let stripped = try MetadataEditor([.strip(strip)]).edited(bytes).bytes
                #expect(try texts(stripped) == (keep.isEmpty ? [] : ["kept or not"]), "\(name)")
            }
        }
    }
}

/// What exiftool reads.
private enum Exiftool {
    static func values(of bytes: [UInt8], _ tag: String) throws -> String {
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try Data(bytes).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        return try Command.run("exiftool", ["-s3", "-\(tag)", file.path()]).output
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
