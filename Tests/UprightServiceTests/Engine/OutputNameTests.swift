internal import UprightConfiguration
internal import UprightEngine
internal import UprightService
internal import UprightSteps
internal import UprightFormats
internal import Testing

@Suite("OutputName")
struct OutputNameTests {
    @Test(
        "the content determines the extension, and the rest of the name is kept",
        arguments: [
            ("a.jpg", ImageType.jpeg, "a.jpg"), ("a.JPEG", .jpeg, "a.JPEG"), ("a.jpg", .png, "a.png"),
            ("a.PNG", .gif, "a.gif"), ("a.heic", .jpeg, "a.jpg"), ("a", .png, "a.png"), ("a.v2", .gif, "a.v2.gif"),
            (".hidden", .jpeg, ".hidden.jpg"), ("a.", .jpeg, "a..jpg"), ("a.tar.jpg", .png, "a.tar.png"),
        ])
    func names(name: String, type: ImageType, expected: String) {
        #expect(OutputName.name(of: Array(name.utf8), type: type, correcting: true) == Array(expected.utf8))
        #expect(OutputName.name(of: Array(name.utf8), type: type, correcting: false) == Array(name.utf8))
    }

    @Test("a name that was corrected needs no correction", arguments: ["a.jpg", "a", "a.heic", "b.v2"])
    func idempotent(name: String) {
        let once = OutputName.name(of: Array(name.utf8), type: .gif, correcting: true)
        #expect(OutputName.name(of: once, type: .gif, correcting: true) == once)
    }

    @Test("a name that is not UTF-8 keeps its bytes")
    func rawName() {
        let name: [UInt8] = [0xE9, 0xFF] + ".jpg".utf8
        #expect(OutputName.name(of: name, type: .png, correcting: true) == [0xE9, 0xFF] + ".png".utf8)
    }
}
