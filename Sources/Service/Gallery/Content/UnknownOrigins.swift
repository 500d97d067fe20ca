internal import Synchronization
internal import UprightFiles

/// The pictures of which nobody can find out how they were made, so that it is tried once.
final class UnknownOrigins: Sendable {
    private let paths = Mutex<Set<RawPath>>([])
    private static let most = 10_000

    func contains(_ path: RawPath) -> Bool { paths.withLock { $0.contains(path) } }

    func note(_ path: RawPath) {
        paths.withLock { paths in
            if paths.count >= Self.most { paths = [] }
            paths.insert(path)
        }
    }
}
