internal import Testing
internal import UprightFiles

@Suite("Keys of names")
struct NameKeyTests {
    private static func key(_ name: String) -> [UInt8] { NameKey.folded(Array(name.utf8)) }

    @Test(
        "names of one key",
        arguments: [
            ("DSC_2.JPG", "dsc_2.jpg"), ("M\u{FC}ller", "Mu\u{308}ller"), ("M\u{DC}LLER", "mu\u{308}ller"),
            ("Größe", "GRÖSSE"),
            ("Gr\u{F6}\u{DF}e", "GRO\u{308}\u{1E9E}E"), ("ΟΔΟΣ", "οδος"), ("οδός", "ΟΔΌΣ"), ("Ａ", "ａ"),
            ("И\u{306}", "й"),
            ("\u{AC01}", "\u{1100}\u{1161}\u{11A8}"), ("\u{1EC7}", "e\u{302}\u{323}"), ("\u{130}", "i\u{307}"),
            ("\u{212A}", "k"), ("ﬁ", "FI"),
            ("Ǆ", "ǆ"), ("🏔", "🏔"), ("", ""),
        ])
    func equal(one: String, other: String) { #expect(Self.key(one) == Self.key(other)) }

    @Test(
        "names of different keys",
        arguments: [
            ("a", "b"), ("e", "é"), ("ı", "i"), ("ı", "I"), ("\u{130}", "i"), ("Ａ", "A"), ("ö", "oe"), ("a", "a "),
            ("写真", "写眞"),
        ])
    func different(one: String, other: String) { #expect(Self.key(one) != Self.key(other)) }

    @Test("a key is its own key")
    func idempotent() {
        for value in UInt32(0)...0x1FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let key = NameKey.folded(Array("a\(scalar)b".utf8))
            guard NameKey.folded(key) != key else { continue }
            Issue.record("U+\(String(value, radix: 16))")
        }
    }

    @Test(
        "a name that is not UTF-8 is its own key",
        arguments: [[0x41, 0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xC0, 0x80]] as [[UInt8]])
    func bytes(name: [UInt8]) { #expect(NameKey.folded(name) == name && NameKey.decomposed(name) == name) }
}
