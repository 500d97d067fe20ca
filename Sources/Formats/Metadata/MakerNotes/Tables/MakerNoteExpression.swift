internal import Glibc

/// A formula of a table: numbers, `x` for the value, `+ - * / ^` (power), `&` (bits), `>` (a shift to the right) and
/// parentheses; `=2^((x-1)/32)`. `C(x)` is a step of Canon's in 1/32 EV and `P(x)` one of Pentax's in 1/8 EV, whose thirds are
/// rounded. Operators of lower rank: `& >`, then `+ -`, `* /`, `^`.
indirect enum MakerNoteExpression: Sendable {
    case value
    case number(Double)
    case operation(Character, MakerNoteExpression, MakerNoteExpression)

    init?(_ text: some StringProtocol) {
        var rest = Array(text)[...]
        guard let expression = Self.sum(&rest, 0), rest.isEmpty else { return nil }
        self = expression
    }

    private static let ranks: [[Character]] = [["&", ">"], ["+", "-"], ["*", "/"], ["^"]]

    private static func sum(_ text: inout ArraySlice<Character>, _ rank: Int) -> MakerNoteExpression? {
        guard rank < ranks.count else { return operand(&text) }
        guard var left = sum(&text, rank + 1) else { return nil }
        while let sign = text.first, ranks[rank].contains(sign) {
            text.removeFirst()
            guard let right = sum(&text, rank + 1) else { return nil }
            left = .operation(sign, left, right)
        }
        return left
    }

    private static func operand(_ text: inout ArraySlice<Character>) -> MakerNoteExpression? {
        switch text.first {
        case "x":
            text.removeFirst()
            return .value
        case "(":
            text.removeFirst()
            guard let inner = sum(&text, 0), text.first == ")" else { return nil }
            text.removeFirst()
            return inner
        case "C", "P":
            let name = text.removeFirst()
            return operand(&text).map { .operation(name, .number(0), $0) }
        case "-":
            text.removeFirst()
            return operand(&text).map { .operation("-", .number(0), $0) }
        default:
            let digits = text.prefix { $0.isNumber || $0 == "." }
            text = text.dropFirst(digits.count)
            return Double(String(digits)).map { .number($0) }
        }
    }

    /// Returns the result for a value.
    func result(_ x: Double) -> Double {
        switch self {
        case .value: x
        case .number(let number): number
        case .operation(let sign, let left, let right):
            Self.result(sign, left.result(x), right.result(x))
        }
    }

    /// Steps that have thirds at two of their parts.
    private static func thirds(_ number: Double, of parts: Double, from first: Double, _ second: Double) -> Double {
        let size = number.magnitude
        let whole = (size / parts).rounded(.down)
        let rest = size - whole * parts
        let steps = whole + (rest == first ? 1.0 / 3 : rest == second ? 2.0 / 3 : rest / parts)
        return number < 0 ? -steps : steps
    }

    private static func result(_ sign: Character, _ left: Double, _ right: Double) -> Double {
        switch sign {
        case "+": left + right
        case "-": left - right
        case "*": left * right
        case "/": left / right
        case "^": pow(left, right)
        case "C": thirds(right, of: 32, from: 12, 20)
        case "P": thirds(right, of: 8, from: 3, 5)
        default:
            if let bits = Int(exactly: left), let other = Int(exactly: right) {
                sign == "&" ? Double(bits & other) : (0..<63).contains(other) ? Double(bits >> other) : .nan
            } else {
                .nan
            }
        }
    }
}
