internal import UprightBase
internal import UprightCodecs
internal import UprightFormats

/// The bits beside the pixels of rows that end within a byte. No reader looks at them (PNG 3, 7.2).
///
/// It takes the filtered rows of a picture in pieces, and keeps two rows at a time.
struct PNGPadding {
    /// Whether such a bit was set; false from a row with an unknown filter on.
    private(set) var isSet = false
    /// The start of the row that is not complete yet.
    private(set) var row: [UInt8] = []
    private var above: [UInt8] = []
    private let bitsPerPixel: Int
    /// The passes whose rows are to come, the next one last.
    private var passes: [Size]
    private var height = 0

    /// Creates the start of a picture; nil if no row ends within a byte.
    init?(_ header: PNGHeader, _ size: Size) {
        bitsPerPixel = header.bitsPerPixel
        passes = header.passes(size).reversed()
        guard passes.contains(where: { !($0.width * header.bitsPerPixel).isMultiple(of: 8) }) else { return nil }
    }

    /// Takes a piece, and passes on the rows with zeros in such bits, without filters.
    mutating func clear(
        _ piece: UnsafeBufferPointer<UInt8>, to sink: (UnsafeBufferPointer<UInt8>) -> Void = { _ in }
    ) {
        var rest = piece[...]
        while let pass = passes.last, !rest.isEmpty {
            let bits = pass.width * bitsPerPixel
            let count = (bits + 7) / 8
            let part = rest.prefix(1 + count - row.count)
            row += part
            rest = rest.dropFirst(part.count)
            guard row.count == 1 + count else { return }
            guard let filter = PNGFilter(rawValue: row[0]) else {
                (isSet, passes) = (false, [])
                break
            }
            if height == 0 { above = [UInt8](repeating: 0, count: 1 + count) }
            row.withUnsafeMutableBufferPointer { row in
                above.withUnsafeBufferPointer { above in
                    guard let own = row.baseAddress, let previous = above.baseAddress else { return }
                    filter.undo(own + 1, previous: previous + 1, count: count, unit: 1)
                }
            }
            let beside = UInt8((1 << (count * 8 - bits)) - 1)
            isSet = isSet || row[count] & beside != 0
            row[count] &= ~beside
            row[0] = 0
            row.withUnsafeBufferPointer(sink)
            swap(&row, &above)
            row.removeAll(keepingCapacity: true)
            height += 1
            if height == pass.height { (height, _) = (0, passes.removeLast()) }
        }
        if !rest.isEmpty { sink(UnsafeBufferPointer(rebasing: rest)) }
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
