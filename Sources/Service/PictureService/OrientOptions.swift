internal import UprightRewriting
internal import UprightFiles

/// What a request to `/orient` asks for, in its query or in the fields of its form.
struct OrientOptions: Sendable, Hashable {
    /// The names of the options, which the description of the interface (`openapi.json`) lists.
    enum Name: String, CaseIterable { case name, strip, echo, digest }

    /// The picture's name (`name`), from which its output gets its own.
    var name: String?
    /// The metadata that is removed (`strip`).
    var strip: StripProfile?
    /// Whether a picture that is upright already is sent back (`echo`).
    var echoes = true
    /// Whether the response has digests of the picture as it came and as it is sent (`digest`).
    var hasDigests = false

    /// Reads options. A later one replaces an earlier one of the same name; of several `strip`, the strongest holds.
    mutating func read(_ fields: [HTTPFields.Field]) throws(OperationError) {
        for field in fields {
            switch Name(rawValue: field.name) {
            case .name: name = Self.fileName(field.value)
            case .strip: strip = try Self.stronger(strip, Self.strip(field.value))
            case .echo: echoes = try Self.flag(field)
            case .digest: hasDigests = try Self.flag(field)
            case nil:
                let names = Name.allCases.map(\.rawValue).joined(separator: ", ")
                throw OperationError("expected the options \(names), found \"\(Self.shortened(field.name))\"")
            }
        }
    }

    /// The last part of a path, as clients of any system may send it; nil if nothing is left.
    static func fileName(_ text: String) -> String? {
        let last = text.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init) ?? ""
        let printable = String(
            String.UnicodeScalarView(last.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }))
        guard !printable.isEmpty, printable != ".", printable != "..", printable.utf8.count <= 255 else { return nil }
        return printable
    }

    private static func strip(_ value: String) throws(OperationError) -> StripProfile? {
        // A form sends an empty value for "nothing".
        if value.isEmpty { return nil }
        if let profile = StripProfile(rawValue: value) { return profile }
        let words = StripProfile.allCases.map(\.rawValue).joined(separator: ", ")
        throw OperationError("strip: expected one of \(words), found \"\(shortened(value))\"")
    }

    /// Each profile removes what those before it remove, and more.
    private static func stronger(_ one: StripProfile?, _ other: StripProfile?) -> StripProfile? {
        StripProfile.allCases.last { $0 == one || $0 == other }
    }

    private static func flag(_ field: HTTPFields.Field) throws(OperationError) -> Bool {
        switch field.value {
        case "1", "true", "on": return true
        case "0", "false", "off": return false
        default:
            throw OperationError("\(field.name): expected 1 or 0, found \"\(shortened(field.value))\"")
        }
    }

    private static func shortened(_ text: String) -> String { String(text.prefix(40)) }
}
