/// The letters that names in a language are written with.
struct LanguageScript: Sendable {
    private let ranges: [ClosedRange<UInt32>]
    /// The lowercase letters, if the language has an alphabet of its own in a script that it shares.
    private let alphabet: Set<Unicode.Scalar>?
    /// Letters of the script that only other languages use.
    private let foreign: Set<Unicode.Scalar>

    /// Creates the script of a language as the gazetteer's sections name it; nil if it is not known.
    init?(_ language: String) {
        guard let script = Self.scripts.first(where: { $0.languages.contains(language) }) else { return nil }
        ranges = script.ranges
        alphabet = Self.alphabets[language].map { Set($0.unicodeScalars) }
        foreign = Set((Self.foreign[language] ?? "").unicodeScalars)
    }

    /// Whether a name has letters, and only the language's. Digits, signs and marks belong to every language.
    func isUsed(in name: String) -> Bool {
        var hasLetters = false
        for scalar in name.unicodeScalars where Self.isLetter(scalar) {
            guard ranges.contains(where: { $0.contains(scalar.value) }), !foreign.contains(scalar) else { return false }
            hasLetters = true
        }
        guard hasLetters else { return false }
        guard let alphabet else { return true }
        return name.lowercased().unicodeScalars.allSatisfy { !Self.isLetter($0) || alphabet.contains($0) }
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .otherLetter: true
        default: false
        }
    }

    private static let scripts: [(languages: Set<String>, ranges: [ClosedRange<UInt32>])] = [
        (["zh", "zht", "yue"], han), (["ja"], han + [0x3041...0x30FF, 0x31F0...0x31FF]), (["ko"], [0xAC00...0xD7A3]),
        (["ar", "fa", "ur"], [0x600...0x6FF]), (["he"], [0x590...0x5FF]), (["el"], [0x370...0x3FF, 0x1F00...0x1FFF]),
        (["hi", "mr"], [0x900...0x97F]), (["bn"], [0x980...0x9FF]), (["ta"], [0xB80...0xBFF]),
        (["th"], [0xE00...0xE7F]), (["hy"], [0x530...0x58F]), (["ka"], [0x10A0...0x10FF]),
        (["be", "bg", "ce", "kk", "ky", "mk", "ru", "sr", "tg", "tt", "uk"], [0x400...0x52F]),
        (
            [
                "az", "ca", "cs", "de", "en", "eo", "es", "fr", "hu", "id", "it", "lt", "lv", "nl", "pl", "pt", "sv",
                "tr",
                "vi",
            ], [0x41...0x24F, 0x1E00...0x1EFF]
        ),
    ]
    private static let han: [ClosedRange<UInt32>] = [
        0x2E80...0x2FDF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x323AF,
    ]
    private static let alphabets = [
        "ru": "абвгдеёжзийклмнопрстуфхцчшщъыьэюя", "uk": "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя",
    ]
    private static let foreign = [
        "ar": "پچژگکیٹڈڑںےہھۀۆۇۈۋېڭەڕێۊڤڵۃۂټډړږښڼۍ", "fa": "ةيىكٹڈڑںےہھۆۇۈۋېڭەڕێڤڵټډړږښڼۍ",
        "ur": "ةيىكۆۇۈۋېڭەڕێڤڵټډړږښڼۍ", "bn": "ৰৱ", "hi": "ळ",
    ]
}
