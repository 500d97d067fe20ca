internal import UprightFiles
internal import Synchronization

/// The outputs that a run has written, so that with `--force` two sources with the same output name do not replace each
/// other.
final class WrittenNames: Sendable {
    private let names = Mutex<Set<RawPath>>([])

    /// Takes a name; returns false if it was already taken.
    func take(_ name: RawPath) -> Bool { names.withLock { $0.insert(name).inserted } }
}
