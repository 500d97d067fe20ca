extension PropertyValue: CustomStringConvertible, CustomDebugStringConvertible {
    /// The value as a person writes it: `-12.3`, `Ada`, `[1, 2]`, `[Artist: Ada]`, `12 bytes`.
    public var description: String {
        switch self {
        case .string(let string): string
        case .integer(let integer): String(integer)
        case .real(let real): Int(exactly: real).map(String.init) ?? "\(real)"
        case .boolean(let boolean): String(boolean)
        case .data(let bytes): bytes.count == 1 ? "1 byte" : "\(bytes.count) bytes"
        case .array(let array): "[" + array.map(\.debugDescription).joined(separator: ", ") + "]"
        case .dictionary(let dictionary):
            dictionary.isEmpty
                ? "[:]"
                : "["
                    + dictionary.sorted { Self.precedes($0.key, $1.key) }.map {
                        "\($0.key): \($0.value.debugDescription)"
                    }
                    .joined(separator: ", ") + "]"
        case .null: "null"
        }
    }

    /// As ``description``, with quotation marks around text.
    public var debugDescription: String {
        if case .string(let string) = self { string.debugDescription } else { description }
    }
}
