internal import Synchronization

/// A template of a page or a part of one: an HTML file (`Templates/*.html`) with placeholders.
///
/// - `{{name}}` is replaced by a value; text is escaped, HTML is inserted unchanged.
/// - `{{#name}}…{{/name}}` is omitted if the value is missing or empty, and repeated for each entry of a list.
/// - `{{^name}}…{{/name}}` is included only if the value is missing or empty.
///
/// Inside an entry of a list, the entry's own values take precedence over those around it.
package struct PageTemplate: Sendable {
    private indirect enum Part: Sendable {
        case literal(String)
        case value(String)
        case section(String, isInverted: Bool, [Part])
    }

    /// A value for a placeholder.
    package enum Value: Sendable, ExpressibleByStringInterpolation {
        case text(String)
        case html(HTML)
        case list([[String: Value]])

        package init(stringLiteral value: String) { self = .text(value) }

        package static func number(_ number: Int) -> Value { .text(NumberText.grouped(number)) }
        package static func flag(_ flag: Bool) -> Value { .text(flag ? "1" : "") }

        package var isEmpty: Bool {
            switch self {
            case .text(let text): text.isEmpty
            case .html(let html): html.markup.isEmpty
            case .list(let list): list.isEmpty
            }
        }
    }

    private let parts: [Part]
    private static let known = Mutex<[String: PageTemplate]>([:])

    /// The template in a file of the gallery; empty for an unknown name, which the tests would detect.
    package static func named(_ name: String) -> PageTemplate {
        known.withLock { known in
            if let template = known[name] { return template }
            let template = PageTemplate(parsing: String(decoding: GalleryTemplates.bytes(of: name), as: UTF8.self))
            known[name] = template
            return template
        }
    }

    package init(parsing text: String) {
        var open: [(name: String, isInverted: Bool, parts: [Part])] = [("", false, [])]
        var rest = text[...]
        while let start = rest.firstRange(of: "{{") {
            open[open.count - 1].parts.append(.literal(String(rest[..<start.lowerBound])))
            rest = rest[start.upperBound...]
            guard let end = rest.firstRange(of: "}}") else { break }
            let name = String(rest[..<end.lowerBound])
            rest = rest[end.upperBound...]
            switch name.first {
            case "#", "^":
                open.append((String(name.dropFirst()), name.first == "^", []))
            case "/":
                guard open.count > 1 else { continue }
                let section = open.removeLast()
                open[open.count - 1].parts.append(
                    .section(section.name, isInverted: section.isInverted, section.parts))
            default: open[open.count - 1].parts.append(.value(name))
            }
        }
        open[open.count - 1].parts.append(.literal(String(rest)))
        parts = open[0].parts
    }

    /// The names of its placeholders.
    package var names: Set<String> {
        func names(_ parts: [Part]) -> Set<String> {
            parts.reduce(into: []) { result, part in
                switch part {
                case .literal: break
                case .value(let name): result.insert(name)
                case .section(let name, _, let parts):
                    result.insert(name)
                    result.formUnion(names(parts))
                }
            }
        }
        return names(parts)
    }

    /// The HTML with all placeholders filled.
    ///
    /// - Parameter words: Values for placeholders that `values` lacks.
    package func filled(_ values: [String: Value], _ words: [String: Value] = [:]) -> HTML {
        var html = HTML()
        Self.write(parts, [words, values], to: &html)
        return html
    }

    private static func write(_ parts: [Part], _ scopes: [[String: Value]], to html: inout HTML) {
        func value(_ name: String) -> Value? {
            for scope in scopes.reversed() { if let value = scope[name] { return value } }
            return nil
        }
        for part in parts {
            switch part {
            case .literal(let text): html += HTML(stringLiteral: text)
            case .value(let name):
                switch value(name) {
                case .text(let text)?: html += "\(text)"
                case .html(let inner)?: html += inner
                case .list?, nil: break
                }
            case .section(let name, let isInverted, let parts):
                let value = value(name)
                if isInverted {
                    if value?.isEmpty ?? true { write(parts, scopes, to: &html) }
                } else if case .list(let entries)? = value {
                    for entry in entries { write(parts, scopes + [entry], to: &html) }
                } else if let value, !value.isEmpty {
                    write(parts, scopes, to: &html)
                }
            }
        }
    }
}
