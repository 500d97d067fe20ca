public import UprightFiles
internal import Glibc

/// Which names are not looked at.
public struct IgnoreRules: Sendable, Hashable {
    /// Globs over single path components (`fnmatch`): `*.part`, `.*`, `@eaDir`.
    public let patterns: [String]

    /// Rules of globs.
    public init(_ patterns: [String]) { self.patterns = patterns }

    /// Why a name is ignored; nil where it is not. The hidden files that outputs are made in are ignored always.
    public func reason(toIgnore name: [UInt8]) -> String? {
        if AtomicFile.isHiddenName(name) { return "an unfinished file of upright's own" }
        let path = RawPath(bytes: name)
        for pattern in patterns {
            let matches = path.withCString { text in pattern.withCString { fnmatch($0, text, FNM_NOESCAPE) == 0 } }
            if matches { return "the name matches \(pattern)" }
        }
        return nil
    }

    /// Why a path is ignored: for its own name or for a folder's on the way.
    public func reason(toIgnore path: RawPath) -> String? {
        for component in path.components {
            if let reason = reason(toIgnore: component) { return reason }
        }
        return nil
    }
}
