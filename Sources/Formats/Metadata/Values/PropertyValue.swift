/// A value in a property dictionary: what ImageIO would hand out as a number, a string, an array, a dictionary or data.
public enum PropertyValue: Sendable, Hashable {
    /// Text.
    case string(String)
    /// A whole number.
    case integer(Int)
    /// A number. Fractions whose exact form matters are read from ``ExifProperties/entries``.
    case real(Double)
    /// True or false.
    case boolean(Bool)
    /// Bytes that nothing explains.
    case data([UInt8])
    /// Values in order.
    case array([PropertyValue])
    /// Values by key.
    case dictionary([String: PropertyValue])
}

extension PropertyValue {
    /// The text, if the value is text.
    public var string: String? {
        if case .string(let string) = self { string } else { nil }
    }

    /// The whole number, if the value is one or is a number without a fraction.
    public var integer: Int? {
        switch self {
        case .integer(let integer): integer
        case .real(let real): Int(exactly: real)
        default: nil
        }
    }

    /// The number, if the value is one.
    public var number: Double? {
        switch self {
        case .integer(let integer): Double(integer)
        case .real(let real): real
        default: nil
        }
    }

    /// The elements, if the value is an array.
    public var array: [PropertyValue]? {
        if case .array(let array) = self { array } else { nil }
    }

    /// The values by key, if the value is a dictionary.
    public var dictionary: [String: PropertyValue]? {
        if case .dictionary(let dictionary) = self { dictionary } else { nil }
    }

    /// The value under a key, if this is a dictionary that has it.
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
    /// Values by key; of a repeated key the last counts.
    public init(dictionaryLiteral elements: (String, PropertyValue)...) {
        self = .dictionary(Dictionary(elements) { $1 })
    }
}
