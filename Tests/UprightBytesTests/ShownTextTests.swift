import Testing
import UprightBase

@Suite("Text that is shown")
struct ShownTextTests {
    @Test(
        "what could hide, reorder or forge text is written as its bytes",
        arguments: [
            ("a\u{1B}[31mb", #"a\x1B[31mb"#), ("a\u{9B}31m", #"a\xC2\x9B31m"#),
            ("a\u{202E}gpj.b", #"a\xE2\x80\xAEgpj.b"#),
            ("\u{2067}x\u{2069}", #"\xE2\x81\xA7x\xE2\x81\xA9"#), ("a\nb", #"a\x0Ab"#),
            ("a\u{2028}b", #"a\xE2\x80\xA8b"#),
            ("Ä日本🧡 \u{5D0}\u{200F}", "Ä日本🧡 \u{5D0}\u{200F}"), ("plain", "plain"),
        ])
    func escaped(text: String, shown: String) {
        #expect(ShownText.escaped(text) == shown)
        #expect(ShownText.escaped(shown) == shown, "what is shown is not escaped again")
        #expect(!shown.unicodeScalars.contains(where: ShownText.isHarmful))
    }

    @Test("bytes that are not UTF-8 are written as they are, the others as text")
    func bytes() {
        #expect(ShownText.escaped(bytes: [0x66, 0xE9, 0xFF, 0x0A]) == #"f\xE9\xFF\x0A"#)
        #expect(ShownText.text(of: [0x66, 0xE9, 0x0A], escapesHarmful: false) == "f\\xE9\n")
    }

    @Test("a text of several lines becomes one")
    func line() {
        #expect(ShownText.onOneLine("a\nb\r\nc\td\u{9B}") == #"a⏎b⏎c d\xC2\x9B"#)
    }

    @Test("every character of the first planes is either harmless or escaped")
    func all() {
        for value in (0..<0x3000 as Range<UInt32>) {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let isControl = scalar.properties.generalCategory == .control
            let isLineEnd = value == 0x2028 || value == 0x2029
            let overrides: ClosedRange<UInt32> = 0x202A...0x202E
            let isolates: ClosedRange<UInt32> = 0x2066...0x2069
            let isHarmful = isControl || isLineEnd || overrides.contains(value) || isolates.contains(value)
            #expect(ShownText.isHarmful(scalar) == isHarmful, "U+\(String(value, radix: 16))")
        }
    }
}
