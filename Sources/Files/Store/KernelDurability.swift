/// The kernel's operations: fsync, rename, fsync.
public struct KernelDurability: Durability {
    /// Creates the kernel's operations.
    public init() {}

    /// Syncs a file.
    public func synchronize(_ file: OpenFile) throws(FileError) { try file.synchronize() }

    /// Renames a file.
    public func publish(_ file: AtomicFile, as name: [UInt8], replacing: Bool) throws(FileError) {
        try file.publish(as: name, replacing: replacing)
    }

    /// Syncs a folder.
    public func synchronize(_ folder: OpenFolder) throws(FileError) { try folder.synchronize() }
}
