/// The three acts that make an output last. They are behind a protocol so that tests can have them fail.
public protocol Durability: Sendable {
    /// Makes a file's content durable. A failure is final for the descriptor.
    func synchronize(_ file: OpenFile) throws(FileError)
    /// Gives a complete file its name.
    func publish(_ file: AtomicFile, as name: [UInt8], replacing: Bool) throws(FileError)
    /// Makes a folder's names durable.
    func synchronize(_ folder: OpenFolder) throws(FileError)
}
