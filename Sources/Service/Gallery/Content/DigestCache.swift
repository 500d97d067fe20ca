internal import Synchronization
internal import UprightFiles

/// Caches the SHA-256 of files, by all that the file system says about them. A write changes the time of the inode, which
/// no program can set.
final class DigestCache: Sendable {
    private let digests = Mutex<[FileStatus: [UInt8]]>([:])

    private static let most = 10_000

    func digest(of status: FileStatus) -> [UInt8]? { digests.withLock { $0[status] } }

    func keep(_ digest: [UInt8], of status: FileStatus) {
        digests.withLock { digests in
            if digests.count >= Self.most { digests = [:] }
            digests[status] = digest
        }
    }
}
