/// What the argument parser says of a wrong command line, as this program says it: what was expected, what was found.
enum ParserMessage {
    /// Rewrites a message. Others stay as they are.
    static func rewritten(_ message: Substring) -> Substring {
        var parts = message.split(separator: "\nHelp:  ", maxSplits: 1)
        guard let first = parts.first else { return message }
        parts[0] = Substring(sentence(first))
        return Substring(parts.joined(separator: "\n"))
    }

    private static func sentence(_ text: Substring) -> String {
        if let found = text.wholeMatch(of: #/The value '(.*)' is invalid for '([^']*)'\.? ?(.*)/#.dotMatchesNewlines())
        {
            let (value, option, rest) = (found.1, found.2, found.3)
            // What an option's own check says.
            if rest.hasPrefix(":") { return rest.dropFirst().trimmingPrefix(" ").description }
            let words = rest.matches(of: #/'([^']*)'|  - (\S+)/#).compactMap { $0.1 ?? $0.2 }.map(String.init)
            let expected = words.isEmpty ? "a number" : "one of " + words.joined(separator: ", ")
            return "expected \(expected) for \(option), found \"\(value)\""
        }
        if let found = text.wholeMatch(of: #/Missing value for '([^ ']*) ?([^']*)'/#) {
            return "expected \(found.2.isEmpty ? "a value" : found.2) after \(found.1), found nothing"
        }
        if let found = text.wholeMatch(of: #/Missing expected argument '([^']*)'/#) {
            return "expected \(found.1), found nothing"
        }
        if let found = text.wholeMatch(of: #/(?:Unexpected argument|\d+ unexpected arguments:) (.*)/#) {
            return "expected no further arguments, found \(found.1.replacing("'", with: "\""))"
        }
        return String(text)
    }
}
