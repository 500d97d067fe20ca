/// The three acts that make an output last. They are behind a protocol so that tests can have them fail.
public protocol Durability: Sendable {
    /// Makes a file's content durable. A failure is final for the descriptor.
    func synchronize(_ file: OpenFile) throws(FileError)
    /// Gives a complete file its name.
    func publish(_ file: AtomicFile, as name: [UInt8], replacing: Bool) throws(FileError)
    /// Makes a folder's names durable.
    func synchronize(_ folder: OpenFolder) throws(FileError)
}

/// The kernel's own: fsync, rename, fsync.
public struct KernelDurability: Durability {
    /// The kernel's.
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
