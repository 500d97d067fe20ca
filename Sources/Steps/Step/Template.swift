/// A text with fields that are filled in for each picture: `"{date:%Y/%m}/{name}"`.
///
/// `{{` and `}}` are braces. `{city|somewhere}` is `somewhere` where the city is unknown.
package struct Template: Sendable, Hashable, Codable, CustomStringConvertible {
    /// What a field stands for.
    package enum Name: String, Sendable, Hashable, CaseIterable {
        /// The file's name without its extension.
        case name
        /// The extension of the file's name.
        case ext
        /// The folder that the file is in, below its source.
        case folder
        /// Each name in ``folder`` as a value of its own, for lists.
        case folders
        /// When the picture was taken, in `strftime`'s form; default: `%Y-%m-%d`.
        case date
        /// The camera: maker and model, the maker once.
        case camera, make, model, serial
        /// Where the picture was taken.
        case city, state, country, code
        /// The first digits of the source's SHA-256; default: 8.
        case digest
        /// The number that tells apart what would have the same path; with the number of digits at least.
        case sequence
    }

    /// A part of a template.
    enum Part: Sendable, Hashable {
        case text(String)
        case field(Name, argument: String, fallback: String?)
    }

    /// Why a text is no template.
    package struct Failure: Error, Sendable, Hashable, CustomStringConvertible {
        /// What was expected, and what was found.
        package let description: String
    }

    /// The template as it is written.
    package let description: String
    let parts: [Part]

    /// Parses a template.
    ///
    /// - Parameter isLenient: whether braces around anything but a field are text.
    package init(_ text: String, isLenient: Bool = false) throws(Failure) {
        description = text
        var parts: [Part] = []
        var literal = ""
        var rest = text[...]
        while let character = rest.popFirst() {
            if character == "}", rest.first == "}", !isLenient { rest.removeFirst() }
            guard character == "{" else {
                literal.append(character)
                continue
            }
            if rest.first == "{", !isLenient {
                literal.append(rest.removeFirst())
                continue
            }
            guard let end = rest.firstIndex(of: "}") else {
                guard isLenient else { throw Failure(description: "expected } after {, found the end of \"\(text)\"") }
                literal.append(character)
                continue
            }
            let inner = rest[..<end]
            let halves = inner.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
            let words = halves[0].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = Name(rawValue: String(words[0])) else {
                guard isLenient else {
                    throw Failure(
                        description: "expected one of the fields "
                            + Name.allCases.map(\.rawValue).joined(separator: ", ") + ", found {\(inner)}")
                }
                literal.append(character)
                continue
            }
            let argument = words.count > 1 ? String(words[1]) : ""
            try Self.check(argument, of: name)
            rest = rest[rest.index(after: end)...]
            if !literal.isEmpty { parts.append(.text(literal)) }
            literal = ""
            parts.append(.field(name, argument: argument, fallback: halves.count > 1 ? String(halves[1]) : nil))
        }
        if !literal.isEmpty { parts.append(.text(literal)) }
        self.parts = parts
    }

    private static func check(_ argument: String, of name: Name) throws(Failure) {
        switch name {
        case .date:
            var rest = argument[...]
            while let percent = rest.firstIndex(of: "%") {
                rest = rest[rest.index(after: percent)...]
                guard let letter = rest.popFirst(), "YymdHMSj%".contains(letter) else {
                    throw Failure(
                        description:
                            "expected a date with %Y, %y, %m, %d, %H, %M, %S, %j or %%, found {date:\(argument)}")
                }
            }
        case .digest, .sequence:
            guard argument.isEmpty || Int(argument).map({ (1...64).contains($0) }) == true else {
                throw Failure(description: "expected a number of digits, found {\(name.rawValue):\(argument)}")
            }
        default:
            guard argument.isEmpty else {
                throw Failure(
                    description: "expected {\(name.rawValue)} without :, found {\(name.rawValue):\(argument)}")
            }
        }
    }

    /// Whether the template has a field of one of these names.
    package func uses(_ names: Name...) -> Bool {
        parts.contains { if case .field(let name, _, _) = $0 { names.contains(name) } else { false } }
    }

    /// Whether the template has no field.
    var isFixed: Bool { parts.allSatisfy { if case .text = $0 { true } else { false } } }

    /// The text outside of fields.
    var fixed: String { parts.reduce("") { if case .text(let text) = $1 { $0 + text } else { $0 } } }

    /// How many digits `{sequence}` has at least.
    var sequenceDigits: Int {
        for case .field(.sequence, let argument, _) in parts { return Int(argument) ?? 1 }
        return 1
    }

    /// Whether the template needs the names of places.
    package var usesPlaces: Bool { uses(.city, .state, .country, .code) }

    /// The name of the only field that the template consists of; nil if it has other parts.
    var soleField: Name? {
        if parts.count == 1, case .field(let name, _, _) = parts[0] { name } else { nil }
    }

    /// Decodes a template from its text.
    package init(from decoder: any Decoder) throws {
        try self.init(try decoder.singleValueContainer().decode(String.self))
    }

    /// Encodes the template as its text.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
