extension TIFFLayout {
    /// Returns how many bytes of a strip or tile decoders read: its rows without compression, and what runs of bytes (PackBits) or
    /// codes (LZW) take up to the last sample. All of them where the compression does not tell.
    package func length(of stored: ArraySlice<UInt8>, segment index: Int) -> Int {
        let needed = rows(ofSegment: index) * segmentRowBytes
        switch compression {
        case 1: return min(stored.count, needed)
        case 32_773: return Self.packBitsLength(stored, needed)
        case 5 where fillOrder == 1: return Self.lzwLength(stored, needed)
        default: return stored.count
        }
    }

    private static func lzwLength(_ stored: ArraySlice<UInt8>, _ needed: Int) -> Int {
        guard let buffer = ByteBuffer(count: needed) else { return stored.count }
        return ReferenceLZW.decode(stored, into: UnsafeMutableRawBufferPointer(start: buffer.base, count: needed)).used
    }

    /// TIFF 6.0, section 9.
    private static func packBitsLength(_ stored: ArraySlice<UInt8>, _ needed: Int) -> Int {
        var (place, count) = (stored.startIndex, 0)
        while count < needed, place < stored.endIndex {
            let head = Int(Int8(bitPattern: stored[place]))
            if head >= 0 {
                count += head + 1
                place += head + 2
            } else {
                if head > -128 { count += 1 - head }
                place += head > -128 ? 2 : 1
            }
        }
        return min(place, stored.endIndex) - stored.startIndex
    }
}
