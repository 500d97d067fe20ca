extension MetadataValue: CustomStringConvertible {
    /// The value as people write it: text without its NUL, numbers with a blank between them (`1 2`, `1/250`), uninterpreted
    /// bytes as hexadecimal digits.
    public var description: String {
        switch self {
        case .ascii, .utf8: text ?? ""
        case .undefined(let bytes): bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        case .rational(let units): units.map(\.description).joined(separator: " ")
        case .signedRational(let units): units.map(\.description).joined(separator: " ")
        case .float(let units): units.map(\.description).joined(separator: " ")
        case .double(let units): units.map(\.description).joined(separator: " ")
        default: (integers ?? []).map(\.description).joined(separator: " ")
        }
    }
}
