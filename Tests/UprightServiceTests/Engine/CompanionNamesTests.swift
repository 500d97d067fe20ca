internal import UprightConfiguration
internal import UprightEngine
internal import UprightService
internal import UprightSteps
internal import Testing

@Suite("CompanionNames")
struct CompanionNamesTests {
    private static let pairs: [(picture: String, companion: String, output: String, renamed: String)] = [
        ("a.jpg", "a.xmp", "a.jpg", "a.xmp"),
        ("a.jpg", "a.jpg.xmp", "a.png", "a.png.xmp"),
        ("a.jpg", "a.MOV", "a.jpg", "a.MOV"),
        ("a.jpg", "a.AAE", "a.jpg", "a.AAE"),
        ("a.jpg", "a.jpg.json", "a.jpg", "a.jpg.json"),
        ("a.jpg", "a.jpg.supplemental-metadata.json", "a.jpg", "a.jpg.supplemental-metadata.json"),
        ("a(1).jpg", "a.jpg(1).json", "a(1).jpg", "a.jpg(1).json"),
        (
            "original_1234567890_abcdefghijkl.jpg", "original_1234567890_abcdefghijkl.jpg.supplemen.json",
            "original_1234567890_abcdefghijkl.jpg", "original_1234567890_abcdefghijkl.jpg.supplemen.json"
        ),
    ]

    @Test("a picture finds its companions, and a companion its picture", arguments: pairs.indices)
    func bothWays(index: Int) {
        let (picture, companion, output, renamed) = Self.pairs[index]
        #expect(CompanionNames.isCompanion(Array(companion.utf8)))
        let found = CompanionNames.companions(of: Array(picture.utf8), output: Array(output.utf8))
        let match = found.first { $0.name == Array(companion.utf8) }
        #expect(match?.output == Array(renamed.utf8))
        #expect(CompanionNames.pictures(of: Array(companion.utf8)).contains(Array(picture.utf8)))
    }

    @Test("a picture is not a companion", arguments: ["a.jpg", "a", "xmp", ".xmp"])
    func pictures(name: String) { #expect(!CompanionNames.isCompanion(Array(name.utf8))) }
}
