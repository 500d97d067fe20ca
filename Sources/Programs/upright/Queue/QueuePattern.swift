internal import Glibc
internal import UprightFiles

/// An argument that names rows of the queue: a number, a path, a folder, or a glob.
enum QueuePattern {
    /// The row with this number.
    case number(Int64)
    /// The row of a file, or the rows of all files below a folder.
    case path(RawPath)
    /// The rows whose path (if the glob contains a slash) or name matches. `*` also matches slashes.
    case glob(RawPath, isWholePath: Bool)

    /// Parses an argument. A relative path starts at the working folder.
    init(_ argument: String) {
        let path = RawPath(argument: argument)
        if let number = Int64(argument), number > 0, !argument.hasPrefix("+") {
            self = .number(number)
        } else if path.bytes.contains(where: { "*?[".utf8.contains($0) }) {
            let isWholePath = path.bytes.contains(UInt8(ascii: "/"))
            self = .glob(isWholePath ? Self.normalized(path) : path, isWholePath: isWholePath)
        } else {
            self = .path(Self.normalized(path))
        }
    }

    /// Takes the argument as a path, even if it looks like a number or a glob.
    init(path argument: String) { self = .path(Self.normalized(RawPath(argument: argument))) }

    /// Whether the pattern matches a row.
    func matches(_ entry: Journal.QueueEntry) -> Bool {
        switch self {
        case .number(let number): return entry.id == number
        case .path(let path): return entry.record.source == path || entry.record.source.relative(to: path) != nil
        case .glob(let glob, let isWholePath):
            let text = isWholePath ? entry.record.source : RawPath(bytes: entry.record.source.name)
            return glob.withCString { glob in text.withCString { fnmatch(glob, $0, 0) == 0 } }
        }
    }

    /// The absolute path, without `.` and `..`, as the journal's paths are.
    private static func normalized(_ path: RawPath) -> RawPath {
        var names: [[UInt8]] = []
        for name in FileStore.absolute(path).components {
            if name == Array("..".utf8) { _ = names.popLast() } else { names.append(name) }
        }
        return names.reduce(RawPath("/")) { $0.appending(name: $1) }
    }
}
