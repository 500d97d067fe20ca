/// A file whose bytes are read in order, without all of them in memory.
package protocol ByteWindow {
    /// Why bytes cannot be read.
    associatedtype Failure: Error

    /// Returns the byte at an offset; nil at and beyond the end of the file.
    mutating func byte(_ offset: Int) throws(Failure) -> UInt8?

    /// Returns the offset of the first byte with the given value, at or after an offset; nil if there is none.
    mutating func firstOffset(of value: UInt8, from offset: Int) throws(Failure) -> Int?
}

extension ByteWindow {
    /// Returns a number of bytes at an offset; nil if they reach beyond the end of the file.
    package mutating func bytes(_ count: Int, at offset: Int) throws(Failure) -> [UInt8]? {
        var bytes: [UInt8] = []
        for index in 0..<count {
            guard let byte = try byte(offset + index) else { return nil }
            bytes.append(byte)
        }
        return bytes
    }
}
