/// An encoder with a form of its own for properties.
package protocol PropertyValueEncoder {
    /// Writes a property.
    func encode(property: PropertyValue) throws
}

/// A decoder with a form of its own for properties.
package protocol PropertyValueDecoder {
    /// Reads a property.
    func decodeProperty() throws -> PropertyValue
}

/// Values are coded as JSON would write them: text, numbers, lists, objects. Data is `{"base64": "…"}`.
///
/// A number without a fraction comes back as ``PropertyValue/integer(_:)``; infinity and NaN, which JSON lacks, come back as
/// ``PropertyValue/null``.
extension PropertyValue: Codable {
    private static let dataKey = "base64"

    /// Writes the value.
    public func encode(to encoder: any Encoder) throws {
        if let own = encoder as? any PropertyValueEncoder { return try own.encode(property: self) }
        var container = encoder.singleValueContainer()
        switch self {
        case .string(let string): try container.encode(string)
        case .integer(let integer): try container.encode(integer)
        case .real(let real) where real.isFinite: try container.encode(real)
        case .boolean(let boolean): try container.encode(boolean)
        case .data(let bytes): try container.encode([Self.dataKey: Base64.encoded(bytes)])
        case .array(let array): try container.encode(array)
        case .dictionary(let dictionary): try container.encode(dictionary)
        case .real, .null: try container.encodeNil()
        }
    }

    /// Reads a value.
    public init(from decoder: any Decoder) throws {
        if let own = decoder as? any PropertyValueDecoder {
            self = try own.decodeProperty()
            return
        }
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let boolean = try? container.decode(Bool.self) {
            self = .boolean(boolean)
        } else if let integer = try? container.decode(Int.self) {
            self = .integer(integer)
        } else if let real = try? container.decode(Double.self) {
            self = .real(real)
        } else if let string = try? container.decode(String.self) {
            self = .string(string)
        } else if let array = try? container.decode([PropertyValue].self) {
            self = .array(array)
        } else {
            let members = try container.decode([String: PropertyValue].self)
            if members.count == 1, let bytes = members[Self.dataKey]?.string.flatMap({ Base64.decoded($0) }) {
                self = .data(bytes)
            } else {
                self = .dictionary(members)
            }
        }
    }
}
