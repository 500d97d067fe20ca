internal import UprightFormats

/// The coded data of a frame, in which bytes can follow the end code (GIF89a, appendix F).
enum GIFCodedData {
    /// Returns a frame without the bytes behind its end code; the frame itself if there are none, or if it has no end code.
    ///
    /// - Parameters:
    ///   - bytes: the frame's block.
    ///   - start: where the block is in the file.
    static func cut(_ bytes: [UInt8], of image: GIFImage, at start: Int) -> [UInt8] {
        let places = image.data.lowerBound - start..<image.data.upperBound - start
        guard (2...11).contains(image.minimumCodeSize), places.lowerBound >= 0, places.upperBound <= bytes.count else {
            return bytes
        }
        let data = GIFSubBlocks.joined(in: bytes, places)
        guard let length = length(of: data, minimumCodeSize: Int(image.minimumCodeSize)), length < data.count else {
            return bytes
        }
        return bytes[..<places.lowerBound] + GIFSubBlocks.serialized(Array(data[..<length]))
    }

    /// The number of bytes up to the one with the end code; nil without an end code. The sizes of the codes depend on their number
    /// alone.
    private static func length(of data: [UInt8], minimumCodeSize: Int) -> Int? {
        let clear = 1 << minimumCodeSize
        var (size, next, isFirst) = (minimumCodeSize + 1, clear + 2, true)
        var (bits, count, place) = (0, 0, 0)
        while true {
            while count < size {
                guard place < data.count else { return nil }
                bits |= Int(data[place]) << count
                (count, place) = (count + 8, place + 1)
            }
            let code = bits & ((1 << size) - 1)
            (bits, count) = (bits >> size, count - size)
            if code == clear + 1 { return place }
            if code == clear {
                (size, next, isFirst) = (minimumCodeSize + 1, clear + 2, true)
            } else if isFirst {
                isFirst = false
            } else if next < 4096 {
                next += 1
                if next == 1 << size, size < 12 { size += 1 }
            }
        }
    }
}
