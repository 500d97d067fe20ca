internal import UprightBase

/// HTML markup. Interpolated values are escaped, unless they are HTML themselves.
///
/// File names and metadata are untrusted: this type is the only way to put text into a page.
package struct HTML: Sendable, Hashable, ExpressibleByStringInterpolation {
    package private(set) var markup: String

    package init(stringLiteral value: String) { markup = value }

    package init(stringInterpolation: Interpolation) { markup = stringInterpolation.markup }

    package init() { markup = "" }

    package struct Interpolation: StringInterpolationProtocol {
        fileprivate var markup = ""

        package init(literalCapacity: Int, interpolationCount: Int) { markup.reserveCapacity(literalCapacity * 2) }

        package mutating func appendLiteral(_ literal: String) { markup += literal }

        package mutating func appendInterpolation(_ text: String) { markup += HTML.escaped(text) }

        package mutating func appendInterpolation(_ number: some BinaryInteger) { markup += String(number) }

        package mutating func appendInterpolation(_ html: HTML) { markup += html.markup }

        package mutating func appendInterpolation(_ html: HTML?) { markup += html?.markup ?? "" }

        package mutating func appendInterpolation(_ parts: some Sequence<HTML>) {
            for part in parts { markup += part.markup }
        }
    }

    package static func += (html: inout HTML, other: HTML) { html.markup += other.markup }

    /// Escapes a text for content and for quoted attributes. Characters that are not permitted in a document, and those that
    /// change the direction of text, are replaced.
    static func escaped(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result.append(contentsOf: "&amp;".unicodeScalars)
            case "<": result.append(contentsOf: "&lt;".unicodeScalars)
            case ">": result.append(contentsOf: "&gt;".unicodeScalars)
            case "\"": result.append(contentsOf: "&quot;".unicodeScalars)
            case "'": result.append(contentsOf: "&#39;".unicodeScalars)
            case "\n", "\t": result.append(scalar)
            case _ where ShownText.isHarmful(scalar): result.append("\u{FFFD}")
            default: result.append(scalar)
            }
        }
        return String(result)
    }
}
