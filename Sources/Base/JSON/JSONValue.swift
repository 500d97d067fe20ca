/// A JSON value (RFC 8259). Objects keep the order of their members, so that the output is stable.
package enum JSONValue: Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case boolean(Bool)
    /// A whole number.
    case integer(Int)
    /// A number. A value that is not finite is written as `null`.
    case number(Double)
    case string(String)
    case array([JSONValue])
    /// An object's members, in order.
    case object([(String, JSONValue)])

    /// The value as JSON text on one line.
    package var serialized: String {
        var text = JSONText()
        write(to: &text)
        return text.string
    }

    private func write(to text: inout JSONText) {
        switch self {
        case .null: text.writeNull()
        case .boolean(let value): text.write(value)
        case .integer(let value): text.write(value)
        case .number(let value): text.write(value)
        case .string(let value): text.write(value)
        case .array(let values): text.array(values) { $0.write(to: &$1) }
        case .object(let members):
            text.object { text in
                for (name, value) in members {
                    text.name(name)
                    value.write(to: &text)
                }
            }
        }
    }
}
