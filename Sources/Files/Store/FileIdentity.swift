/// What distinguishes a file or folder from every other one that exists at the same time, whatever its path: hard links,
/// bind mounts and several descriptors of one file have the same identity.
package struct FileIdentity: Sendable, Hashable {
    /// The device of the file. It can change when the system restarts.
    package let device: UInt64
    package let inode: UInt64
}

extension FileStatus {
    package var identity: FileIdentity { FileIdentity(device: device, inode: inode) }
}
