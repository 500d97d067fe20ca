/// What distinguishes a file or folder from every other one that exists at the same time, whatever its path: hard links,
/// bind mounts and several descriptors of one file have the same identity.
public struct FileIdentity: Sendable, Hashable {
    /// The device of the file. It can change when the system restarts.
    public let device: UInt64
    /// The inode.
    public let inode: UInt64
}

extension FileStatus {
    /// The identity of the file.
    public var identity: FileIdentity { FileIdentity(device: device, inode: inode) }
}
