internal import UprightBase

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

    /// Creates a file that has only the signature, in the memory of an array, which becomes empty.
    package init(in memory: inout [UInt8]) {
        bytes = []
        swap(&bytes, &memory)
        bytes.removeAll(keepingCapacity: true)
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
        let chunk = begin(type)
        prefix.withUnsafeBytes { append($0) }
        append(data)
        end(chunk)
    }

    /// A chunk that has no end yet.
    package struct OpenChunk {
        /// The position of the chunk's first byte.
        fileprivate let start: Int
    }

    /// Starts a chunk whose data follows: at most 2³¹−1 bytes.
    package mutating func begin(_ type: PNGChunkType) -> OpenChunk {
        let chunk = OpenChunk(start: bytes.count)
        bytes += [0, 0, 0, 0]
        bytes += type.rawValue.bigEndianBytes
        return chunk
    }

    /// Appends bytes to the data of the chunk that was started last.
    package mutating func append(_ data: UnsafeRawBufferPointer) { bytes.append(contentsOf: data) }

    /// Ends a chunk: writes its length and its CRC.
    package mutating func end(_ chunk: OpenChunk) {
        let type = chunk.start + 4
        let length = UInt32(truncatingIfNeeded: bytes.count - type - 4).bigEndianBytes
        for (index, byte) in length.enumerated() { bytes[chunk.start + index] = byte }
        let crc = bytes.withUnsafeBytes { PNGFile.checksum(of: UnsafeRawBufferPointer(rebasing: $0[type...])) }
        bytes += crc.bigEndianBytes
    }
}
