/// The kernel's operations: fsync, rename, fsync.
package struct KernelDurability: Durability {
    package init() {}

    /// Syncs a file.
    package func synchronize(_ file: OpenFile) throws(FileError) { try file.synchronize() }

    /// Renames a file.
    package func publish(_ file: AtomicFile, as name: [UInt8], replacing: Bool) throws(FileError) {
        try file.publish(as: name, replacing: replacing)
    }

    /// Syncs a folder.
    package func synchronize(_ folder: OpenFolder) throws(FileError) { try folder.synchronize() }
}
