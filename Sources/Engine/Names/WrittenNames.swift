internal import UprightFiles
internal import Synchronization

/// The outputs that a run has written, so that with `--force` two sources with the same output name do not replace each
/// other.
final class WrittenNames: Sendable {
    private let names = Mutex<Set<RawPath>>([])

    /// A name that was taken for an output. It is free again when this is released, unless the output was written.
    final class Claim: Sendable {
        private let names: WrittenNames
        private let name: RawPath
        private let isWritten = Mutex(false)

        fileprivate init(_ name: RawPath, in names: WrittenNames) {
            self.names = names
            self.name = name
        }

        /// Keeps the name: its output was written.
        func keep() { isWritten.withLock { $0 = true } }

        deinit {
            if !isWritten.withLock({ $0 }) { _ = names.names.withLock { $0.remove(name) } }
        }
    }

    /// Whether a name was taken.
    func isTaken(_ name: RawPath) -> Bool { names.withLock { $0.contains(name) } }

    /// Takes a name; returns nil if it was already taken.
    func take(_ name: RawPath) -> Claim? {
        names.withLock { $0.insert(name).inserted } ? Claim(name, in: self) : nil
    }
}
