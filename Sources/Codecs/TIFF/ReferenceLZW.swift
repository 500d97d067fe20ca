/// TIFF's LZW, decoded apart from libtiff: for the check of a turn, which libtiff decodes and encodes.
///
/// Source: TIFF 6.0, section 13. Writers before TIFF 6.0 put the bits in the other order and use longer codes one code later.
enum ReferenceLZW {
    private static let clear = 256
    private static let end = 257

    /// Decodes until the output is full.
    ///
    /// - Returns: the number of bytes written, and why there are no more; and the number of bytes read.
    static func decode(
        _ stored: ArraySlice<UInt8>, into output: UnsafeMutableRawBufferPointer
    ) -> (count: Int, reason: String, used: Int) {
        let isOld = stored.count > 1 && stored[stored.startIndex] == 0 && stored[stored.startIndex + 1] & 1 == 1
        var position = 0
        let bits = stored.count * 8
        func code(_ width: Int) -> Int? {
            guard position + width <= bits else { return nil }
            var value = 0
            for bit in position..<position + width {
                let byte = Int(stored[stored.startIndex + bit / 8])
                value =
                    isOld
                    ? value | (byte >> (bit % 8) & 1) << (bit - position) : value << 1 | byte >> (7 - bit % 8) & 1
            }
            position += width
            return value
        }
        // For each code the place of its string in the output, and its length.
        var strings = [(start: Int, count: Int)](repeating: (0, 0), count: clear + 2)
        var (width, count) = (9, 0)
        var last: (start: Int, count: Int)?
        while count < output.count {
            guard let code = code(width) else { return (count, "the codes end", stored.count) }
            if code == end { return (count, "the code of the end", (position + 7) / 8) }
            if code == clear {
                strings.removeSubrange((clear + 2)...)
                (width, last) = (9, nil)
                continue
            }
            let start = count
            if code < clear {
                output[count] = UInt8(code)
                count += 1
            } else {
                guard let before = last, code <= strings.count else {
                    return (count, "code \(code) of no string", stored.count)
                }
                // The string that is being made: the last one and its first byte.
                let string = code < strings.count ? strings[code] : (start: before.start, count: before.count + 1)
                for index in 0..<string.count where count < output.count {
                    output[count] = output[string.start + index]
                    count += 1
                }
            }
            if let before = last, strings.count < 4096 { strings.append((before.start, before.count + 1)) }
            last = (start, count - start)
            let next = strings.count + (isOld ? 0 : 1)
            if width < 12, next >= 1 << width { width += 1 }
        }
        // The code of the end may follow.
        let behind = position
        if code(width) != end { position = behind }
        return (count, "", (position + 7) / 8)
    }
}
