internal import UprightRewriting

/// The style of a piece of text on a terminal, as an ANSI SGR code.
enum Style: String, CaseIterable {
    case bold = "1"
    case faint = "2"
    case red = "31"
    case green = "32"
    case yellow = "33"
    case cyan = "36"

    /// The text in this style if colours are in use; otherwise the plain text.
    func callAsFunction(_ text: String, when colours: Bool) -> String {
        colours ? code + text + Self.end : text
    }

    private var code: String { "\u{1B}[\(rawValue)m" }
    private static let end = "\u{1B}[0m"

    /// The control sequences of all styles.
    static let codes = allCases.map(\.code) + [end]
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
