internal import Glibc

/// The names to ignore.
package struct IgnoreRules: Sendable, Hashable {
    /// Globs for single path components (`fnmatch`): `*.part`, `.*`, `@eaDir`.
    package let patterns: [String]

    private let globs: [Glob]

    package init(_ patterns: [String]) {
        self.patterns = patterns
        globs = patterns.map { Glob($0) }
    }

    /// Returns why a name is ignored; nil if it is not. The hidden files of unfinished outputs are always ignored.
    package func reason(toIgnore name: [UInt8]) -> String? {
        if HiddenName.isHidden(name) { return "an unfinished file of upright's own" }
        return globs.firstIndex { $0.matches(name) }.map { "the name matches \(patterns[$0])" }
    }

    /// Returns why a path is ignored, because of any of its components; nil if it is not.
    package func reason(toIgnore path: RawPath) -> String? {
        for component in path.components {
            if let reason = reason(toIgnore: component) { return reason }
        }
        return nil
    }
}

/// A pattern for a name. Nearly all are a name, a start or an end, which need no search: a scan asks for each of its files.
private enum Glob: Hashable {
    case name([UInt8])
    case start([UInt8])
    case end([UInt8])
    case other(String)

    init(_ pattern: String) {
        let star = UInt8(ascii: "*")
        let text = Array(pattern.utf8)
        let inner =
            text.count > 1 ? text.dropFirst(text.first == star ? 1 : 0).dropLast(text.last == star ? 1 : 0) : text[...]
        let isPlain = !inner.contains { [star, UInt8(ascii: "?"), UInt8(ascii: "["), 0].contains($0) }
        self =
            switch (isPlain, text.first == star, text.last == star) {
            case (true, false, false): .name(text)
            case (true, false, true): .start(Array(inner))
            case (true, true, false): .end(Array(inner))
            default: .other(pattern)
            }
    }

    func matches(_ name: [UInt8]) -> Bool {
        switch self {
        case .name(let text): name == text
        case .start(let text): name.starts(with: text)
        case .end(let text):
            name.last == text.last && name.count >= text.count && name.suffix(text.count).elementsEqual(text)
        case .other(let pattern):
            RawPath(bytes: name).withCString { text in pattern.withCString { fnmatch($0, text, FNM_NOESCAPE) == 0 } }
        }
    }
}
