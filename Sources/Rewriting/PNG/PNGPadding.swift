internal import UprightBase
internal import UprightCodecs
internal import UprightFormats

/// The bits beside the pixels of rows that end within a byte. No reader looks at them (PNG 3, 7.2).
enum PNGPadding {
    /// Whether there are rows that end within a byte.
    static func isPossible(_ header: PNGHeader, _ size: Size) -> Bool {
        header.passes(size).contains { !($0.width * header.bitsPerPixel).isMultiple(of: 8) }
    }

    /// Returns the filtered rows of a picture with zeros in such bits and without filters; nil if there are only zeros.
    static func cleared(_ inflated: [UInt8], _ header: PNGHeader, _ size: Size) -> [UInt8]? {
        guard isPossible(header, size) else { return nil }
        var (rows, start, isChanged) = (inflated, 0, false)
        for pass in header.passes(size) {
            let length = (pass.width * header.bitsPerPixel + 7) / 8
            let beside = UInt8((1 << (length * 8 - pass.width * header.bitsPerPixel)) - 1)
            var above = [UInt8](repeating: 0, count: length)
            for _ in 0..<pass.height where start + length < rows.count {
                guard let filter = PNGFilter(rawValue: rows[start]) else { return nil }
                var row = Array(rows[start + 1...start + length])
                row.withUnsafeMutableBufferPointer { row in
                    above.withUnsafeBufferPointer { above in
                        guard let own = row.baseAddress, let previous = above.baseAddress else { return }
                        filter.undo(own, previous: previous, count: length, unit: 1)
                    }
                }
                above = row
                isChanged = isChanged || row[length - 1] & beside != 0
                row[length - 1] &= ~beside
                rows.replaceSubrange(start...start + length, with: [0] + row)
                start += length + 1
            }
        }
        return isChanged ? rows : nil
    }
}

extension PNGHeader {
    /// The sizes of the passes of a picture, or its own.
    func passes(_ size: Size) -> [Size] { isInterlaced ? Adam7.passes(in: size).map(\.size) : [size] }

    /// The bytes of a picture's filtered rows (PNG 3, clauses 8 and 9).
    func inflatedCount(_ size: Size) -> Int {
        passes(size).reduce(0) { $0 + ($1.width == 0 ? 0 : (1 + ($1.width * bitsPerPixel + 7) / 8) * $1.height) }
    }
}
