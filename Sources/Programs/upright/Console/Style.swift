internal import UprightRewriting

/// The style of a piece of text on a terminal, as an ANSI SGR code.
enum Style: String {
    case bold = "1"
    case faint = "2"
    case red = "31"
    case green = "32"
    case yellow = "33"
    case cyan = "36"

    /// The text in this style if colours are in use; otherwise the plain text.
    func callAsFunction(_ text: String, when colours: Bool) -> String {
        colours ? "\u{1B}[\(rawValue)m\(text)\u{1B}[0m" : text
    }
}

extension Outcome {
    /// The colour in which an outcome is shown.
    var style: Style {
        switch self {
        case .normalized: .green
        case .unchanged, .current, .passed: .cyan
        case .ignored: .faint
        case .deferred: .yellow
        case .rejected: .red
        }
    }
}
