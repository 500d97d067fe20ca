/// A value in a property dictionary: in ImageIO a number, a string, an array, a dictionary or data.
public enum PropertyValue: Sendable, Hashable {
    /// Text.
    case string(String)
    /// A whole number.
    case integer(Int)
    /// A number. Use ``ExifProperties/entries`` if the exact fraction matters.
    case real(Double)
    /// True or false.
    case boolean(Bool)
    /// Bytes without a known format.
    case data([UInt8])
    /// Values in order.
    case array([PropertyValue])
    /// Values by key.
    case dictionary([String: PropertyValue])
    /// No value: in edits, the property is removed, as by ImageIO's `kCFNull`. Files never hold it.
    case null
}

extension PropertyValue {
    /// The text; nil if the value is not text.
    public var string: String? {
        if case .string(let string) = self { string } else { nil }
    }

    /// The whole number; nil if the value is not a number or has a fraction.
    public var integer: Int? {
        switch self {
        case .integer(let integer): integer
        case .real(let real): Int(exactly: real)
        default: nil
        }
    }

    /// The number; nil if the value is not a number.
    public var number: Double? {
        switch self {
        case .integer(let integer): Double(integer)
        case .real(let real): real
        default: nil
        }
    }

    /// The elements; nil if the value is not an array.
    public var array: [PropertyValue]? {
        if case .array(let array) = self { array } else { nil }
    }

    /// The values by key; nil if the value is not a dictionary.
    public var dictionary: [String: PropertyValue]? {
        if case .dictionary(let dictionary) = self { dictionary } else { nil }
    }

    /// The value for a key; nil if this is not a dictionary or lacks the key.
    public subscript(key: String) -> PropertyValue? { dictionary?[key] }
}

extension PropertyValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// Text.
    public init(stringLiteral value: String) { self = .string(value) }
    /// A whole number.
    public init(integerLiteral value: Int) { self = .integer(value) }
    /// A number.
    public init(floatLiteral value: Double) { self = .real(value) }
    /// True or false.
    public init(booleanLiteral value: Bool) { self = .boolean(value) }
    /// Values in order.
    public init(arrayLiteral elements: PropertyValue...) { self = .array(elements) }
    /// Values by key; if a key is repeated, the last one counts.
    public init(dictionaryLiteral elements: (String, PropertyValue)...) {
        self = .dictionary(Dictionary(elements) { $1 })
    }
}
