/// The three operations that make an output durable. They are a protocol so that tests can make them fail.
package protocol Durability: Sendable {
    /// Makes a file's content durable. A failure is final for the descriptor.
    func synchronize(_ file: OpenFile) throws(FileError)
    /// Gives a complete file its final name.
    func publish(_ file: AtomicFile, as name: [UInt8], replacing: Bool) throws(FileError)
    /// Makes the names in a folder durable.
    func synchronize(_ folder: OpenFolder) throws(FileError)
}
