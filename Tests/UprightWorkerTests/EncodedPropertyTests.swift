import Testing
import UprightBase
import UprightFormats
import UprightWorker

@Suite("Properties that are written as JSON as the message has them")
struct EncodedPropertyTests {
    private static func text(_ file: InspectedFile) -> String {
        var text = JSONText()
        file.writeProperties(to: &text)
        return text.string
    }

    @Test("The text is the same as that of the values")
    func sameText() throws {
        var file = try InspectionTests.file
        file.properties["nan"] = .real(.nan)
        file.properties["escaped"] = .string("\"\\\n\u{1}\u{2028}ä\u{7F}")
        file.properties["escaped\nname\""] = .array([
            "", .null, .dictionary(["10": 1, "9": 2, "a": .data([UInt8](0...64))]),
        ])
        let read = try InspectedFile(parsing: file.serialized)
        let expected = PropertyValue.dictionary(file.properties).json
        #expect(Self.text(file) == expected)
        #expect(Self.text(read) == expected)
        #expect(PropertyValue.dictionary(read.properties).json == expected)
        #expect(Self.text(InspectedFile()) == "{}")
    }

    @Test("A text that is not UTF-8 is refused, at any depth")
    func notText() throws {
        for depth in [0, 1, 3] {
            var file = InspectedFile()
            file.properties["a"] = (0..<depth).reduce("needle") { value, _ in .dictionary(["b": .array([value])]) }
            var bytes = try file.serialized
            #expect(try InspectedFile(parsing: bytes) == file)
            let place = try #require(bytes.indices.first { bytes[$0...].starts(with: "needle".utf8) })
            bytes[place + 2] = 0xFF
            #expect(throws: (any Error).self) { try InspectedFile(parsing: bytes) }
        }
    }

    @Test("Whatever bytes were accepted give one line of JSON")
    func mutations() throws {
        var bytes = try InspectionTests.file.serialized
        var accepted = 0
        for index in bytes.indices {
            let original = bytes[index]
            for change in [UInt8(1), 2, 4, 0x0A, 0x7F, 0x80, 0xFF] {
                bytes[index] = original ^ change
                guard let file = try? InspectedFile(parsing: bytes) else { continue }
                accepted += 1
                let text = Self.text(file)
                #expect(!text.utf8.contains(UInt8(ascii: "\n")))
                // Duplicate names are the only difference from what the values give.
                #expect(throws: Never.self) { try JSONValue(parsing: text.utf8, keepsLast: true) }
            }
            bytes[index] = original
        }
        #expect(accepted > 100)
    }
}
