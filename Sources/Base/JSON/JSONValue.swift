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
    /// A string.
    case string(String)
    /// An array.
    case array([JSONValue])
    /// An object's members, in order.
    case object([(String, JSONValue)])

    /// The value as JSON text on one line.
    package var serialized: String {
        var text = ""
        write(to: &text)
        return text
    }

    private func write(to text: inout String) {
        switch self {
        case .null: text += "null"
        case .boolean(let value): text += value ? "true" : "false"
        case .integer(let value): text += String(value)
        case .number(let value): text += value.isFinite ? Self.plain(value) : "null"
        case .string(let value): JSONText.append(value, to: &text)
        case .array(let values):
            text += "["
            for (index, value) in values.enumerated() {
                if index > 0 { text += "," }
                value.write(to: &text)
            }
            text += "]"
        case .object(let members):
            text += "{"
            for (index, (key, value)) in members.enumerated() {
                if index > 0 { text += "," }
                JSONText.append(key, to: &text)
                text += ":"
                value.write(to: &text)
            }
            text += "}"
        }
    }

    /// Returns the text of a number: without `.0` if it is a whole number that a double holds exactly, and otherwise as
    /// Swift prints it, which is valid JSON.
    private static func plain(_ value: Double) -> String {
        if let whole = Int(exactly: value), whole.magnitude < 1 << 53 { return String(whole) }
        return String(value)
    }
}
