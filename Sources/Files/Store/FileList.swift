internal import Glibc
internal import Synchronization

/// A list of paths that is read on demand: one per line, or each ended by NUL, as `find -print0` writes them.
///
/// The first bytes decide between the two: the kernel limits the length of a path, so a list with NULs has one within
/// its first 4,096 bytes. Paths are bytes, in any encoding. Empty paths are skipped.
package final class FileList: Sendable {
    private struct State {
        var buffer: [UInt8] = []
        var start = 0
        var separator: UInt8?
        var isAtEnd = false
    }

    private let descriptor: CInt
    private let path: RawPath
    private let state = Mutex(State())

    /// The maximum size of a path in bytes (`PATH_MAX`).
    private static let maximumPathBytes = 4096

    /// Opens a list; `-` is standard input.
    package init(_ name: String) throws(FileError) {
        path = RawPath(name)
        descriptor = name == "-" ? STDIN_FILENO : path.withCString { open($0, O_RDONLY | O_CLOEXEC) }
        guard descriptor >= 0 else { throw FileError(.open, path) }
    }

    deinit { if descriptor > STDIN_FILENO { close(descriptor) } }

    /// Returns the next paths, up to a limit; none at the end. Blocks until there is one.
    package func next(_ count: Int) throws(FileError) -> [RawPath] {
        let result = state.withLock { state in
            Result { () throws(FileError) in
                var paths: [RawPath] = []
                while paths.count < count {
                    // Return the paths that are available instead of waiting for more.
                    guard let path = try nextPath(&state, waits: paths.isEmpty) else { break }
                    if !path.isEmpty { paths.append(path) }
                }
                return paths
            }
        }
        return try result.get()
    }

    private func nextPath(_ state: inout State, waits: Bool) throws(FileError) -> RawPath? {
        if state.separator == nil {
            while !state.isAtEnd, state.buffer.count < Self.maximumPathBytes, !state.buffer.contains(0) {
                try fill(&state)
            }
            state.separator = state.buffer.prefix(Self.maximumPathBytes).contains(0) ? 0 : UInt8(ascii: "\n")
        }
        while true {
            if let end = state.buffer[state.start...].firstIndex(of: state.separator ?? 0) {
                defer { state.start = end + 1 }
                return path(state.buffer[state.start..<end], state)
            }
            if state.isAtEnd {
                guard state.start < state.buffer.count else { return nil }
                defer { state.start = state.buffer.count }
                return path(state.buffer[state.start...], state)
            }
            if !waits { return nil }
            guard state.buffer.count - state.start <= 4 * Self.maximumPathBytes else {
                throw FileError(.read, path, .tooLong(limit: Self.maximumPathBytes))
            }
            try fill(&state)
        }
    }

    /// Makes a path from a line, which may end with CR LF.
    private func path(_ bytes: ArraySlice<UInt8>, _ state: State) -> RawPath {
        let isLine = state.separator != 0
        return RawPath(bytes: isLine && bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes)
    }

    private func fill(_ state: inout State) throws(FileError) {
        state.buffer.removeFirst(state.start)
        state.start = 0
        var piece = [UInt8](repeating: 0, count: 1 << 14)
        var got = -1
        repeat { got = read(descriptor, &piece, piece.count) } while got < 0 && errno == EINTR
        guard got >= 0 else { throw FileError(.read, path) }
        state.isAtEnd = got == 0
        state.buffer += piece.prefix(got)
    }
}
