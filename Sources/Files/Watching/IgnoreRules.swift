package import UprightFiles
internal import Glibc

/// The names to ignore.
package struct IgnoreRules: Sendable, Hashable {
    /// Globs for single path components (`fnmatch`): `*.part`, `.*`, `@eaDir`.
    package let patterns: [String]

    /// Creates rules from globs.
    package init(_ patterns: [String]) { self.patterns = patterns }

    /// Returns why a name is ignored; nil if it is not. The hidden files of unfinished outputs are always ignored.
    package func reason(toIgnore name: [UInt8]) -> String? {
        if AtomicFile.isHiddenName(name) { return "an unfinished file of upright's own" }
        let path = RawPath(bytes: name)
        for pattern in patterns {
            let matches = path.withCString { text in pattern.withCString { fnmatch($0, text, FNM_NOESCAPE) == 0 } }
            if matches { return "the name matches \(pattern)" }
        }
        return nil
    }

    /// Returns why a path is ignored, because of any of its components; nil if it is not.
    package func reason(toIgnore path: RawPath) -> String? {
        for component in path.components {
            if let reason = reason(toIgnore: component) { return reason }
        }
        return nil
    }
}
