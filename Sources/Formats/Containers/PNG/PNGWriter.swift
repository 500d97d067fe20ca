internal import UprightBytes

/// Writes a PNG file, chunk by chunk, with lengths and CRCs.
public struct PNGWriter: Sendable {
    /// The file so far.
    public private(set) var bytes: [UInt8]

    /// Creates a file that has only the signature.
    ///
    /// - Parameter capacity: the expected length of the whole file in bytes.
    public init(capacity: Int = 0) {
        bytes = []
        bytes.reserveCapacity(max(capacity, PNGFile.signature.count))
        bytes += PNGFile.signature
    }

    /// Makes room for this many more bytes.
    public mutating func makeRoom(for count: Int) {
        guard bytes.capacity - bytes.count < count else { return }
        bytes.reserveCapacity(max(bytes.count + count, bytes.count + bytes.count / 2))
    }

    /// Appends bytes unchanged: a chunk of another file, or its trailer.
    public mutating func append(verbatim slice: ArraySlice<UInt8>) { bytes += slice }

    /// Appends a chunk with the given data, at most 2³¹−1 bytes.
    public mutating func append(_ type: PNGChunkType, _ data: [UInt8]) {
        data.withUnsafeBytes { append(type, $0) }
    }

    /// Appends a chunk with a prefix followed by other bytes (`fdAT`: the sequence number and the pixels).
    public mutating func append(_ type: PNGChunkType, prefix: [UInt8] = [], _ data: UnsafeRawBufferPointer) {
        bytes += UInt32(truncatingIfNeeded: prefix.count + data.count).bigEndianBytes
        let start = bytes.count
        bytes += type.rawValue.bigEndianBytes
        bytes += prefix
        bytes.append(contentsOf: data)
        let crc = bytes.withUnsafeBytes { PNGFile.checksum(of: UnsafeRawBufferPointer(rebasing: $0[start...])) }
        bytes += crc.bigEndianBytes
    }
}
