internal import Synchronization
internal import UprightFiles

/// The outputs that a run has announced, if it writes none, or if no journal tells whose they are.
final class PromisedNames: Sendable {
    private let digests = Mutex<[RawPath: [UInt8]]>([:])

    /// The digest of the output that was announced under a path; nil if there is none.
    func sha256(at path: RawPath) -> [UInt8]? { digests.withLock { $0[path] } }

    /// Announces outputs under paths, all of them or, if one is taken by other bytes, none.
    func take(_ outputs: [(path: RawPath, sha256: [UInt8])]) -> Bool {
        digests.withLock { digests in
            guard outputs.allSatisfy({ digests[$0.path] ?? $0.sha256 == $0.sha256 }) else { return false }
            for output in outputs { digests[output.path] = output.sha256 }
            return true
        }
    }
}
