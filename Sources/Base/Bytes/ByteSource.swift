/// A file whose bytes are read at any place.
package protocol ByteSource {
    /// Why bytes cannot be read.
    associatedtype Failure: Error

    var count: Int { get }

    /// Fills memory with the bytes from an offset on.
    func read(_ offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(Failure)
}

extension SparseBytes {
    /// Fills the part of a range that lies in the file and was not filled before.
    package mutating func fill<Source: ByteSource>(
        _ range: Range<Int>, from source: Source
    ) throws(Source.Failure) {
        try fill(range) { (offset, buffer) throws(Source.Failure) in try source.read(offset, into: buffer) }
    }
}
