import UprightFormats
import Testing

@Suite("Numbers and Base64 in XMP")
struct TextTests {
    @Test(
        "Decimals keep their digits",
        arguments: [
            ("0.25", "0.75"), ("1", "0"), ("0", "1"), (".5", "0.5"), ("0.10", "0.90"), ("1.2e-02", "0.988"),
            ("-0.05", "1.05"), ("1.05", "-0.05"), ("5e-1", "0.5"), ("0.123456789012345678", "0.8765432109876544"),
        ])
    func mirror(text: String, mirrored: String) throws {
        let number = try #require(DecimalText(text))
        #expect(DecimalText(1).subtracting(number)?.text == mirrored)
    }

    @Test("Other text is rejected", arguments: ["", ".", "-", "a", "0x1", "1e", "1e99", "12345678901", "0,5", "1 "])
    func refusal(text: String) { #expect(DecimalText(text) == nil) }

    @Test("Base64 is restored, with the same line length")
    func base64() {
        for count in 0...70 {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 37) }
            let text = Base64.encoded(bytes, lineBreaksAsIn: "abcdefgh\nabc")
            #expect(Base64.decoded(text) == bytes)
            #expect(text.split(separator: "\n").allSatisfy { $0.utf8.count <= 8 })
        }
        #expect(Base64.encoded(Array("light work.".utf8)) == "bGlnaHQgd29yay4=")
        #expect(Base64.decoded("a*b") == nil)
    }
}
