internal import UprightFormats

/// Finds blocks of a file that hold only zeros: parts of a download in pieces that have not arrived.
enum ZeroBlocks {
    /// The size of a block in bytes, and its alignment in the file: that of a disk's sector.
    private static let length = 512

    /// Whether a range of a file has a whole block of zeros. Looks at eight bytes of each block that has data.
    static func isPresent(in bytes: [UInt8], _ range: Range<Int>) -> Bool {
        bytes.withUnsafeBytes { bytes in
            var block = (range.lowerBound + length - 1) / length * length
            while block + length <= range.upperBound {
                if bytes.loadUnaligned(fromByteOffset: block, as: UInt64.self) == 0,
                    bytes[block..<block + length].allSatisfy({ $0 == 0 })
                {
                    return true
                }
                block += length
            }
            return false
        }
    }
}

extension JPEGSource {
    /// The bytes from the first scan to the end of the picture.
    var scanData: Range<Int> {
        let end = file.trailer.lowerBound
        let first = file.segments.first { $0.marker == JPEGMarker.sos }
        return min(first?.payload.lowerBound ?? end, end)..<end
    }
}
