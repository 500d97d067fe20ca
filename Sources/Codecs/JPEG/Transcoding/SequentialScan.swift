internal import UprightFormats

/// One scan of a sequential picture, as the entropy coder's symbols of its blocks in their order.
///
/// A scan of one plane holds the plane's blocks row by row. A scan of several planes holds MCUs, in which each plane
/// has as many blocks as its sampling factors give. MCUs that reach beyond a plane are filled with blocks that repeat
/// the previous DC coefficient.
///
/// Source: ITU-T T.81, A.2 and F.1.2.
struct SequentialScan {
    /// Receives the symbols of a scan.
    protocol Sink {
        /// Begins a restart interval, the first one with number 0.
        mutating func restart(_ number: Int) throws(CodecError)
        /// Takes a symbol: the size of a DC difference, or a run of zeros and the size of the AC coefficient after it.
        mutating func consume(
            _ symbol: Int, extra: UInt64, of plane: Int, isAC: Bool
        ) throws(CodecError)
    }

    private let planes: [(plane: JPEGPlane, across: Int, down: Int)]
    private let columns: Int
    private let rows: Int
    private let restartInterval: Int
    private let sizes: CoefficientSizes

    init(_ indices: [Int], of picture: JPEGCoefficients, restartInterval: Int) {
        self.restartInterval = restartInterval
        sizes = CoefficientSizes(precision: picture.precision)
        let isInterleaved = indices.count > 1
        planes = indices.map {
            let plane = picture.planes[$0]
            return (plane, isInterleaved ? plane.horizontal : 1, isInterleaved ? plane.vertical : 1)
        }
        if isInterleaved {
            (columns, rows) = picture.size.mcus(
                horizontal: picture.planes.map(\.horizontal).max() ?? 1,
                vertical: picture.planes.map(\.vertical).max() ?? 1)
        } else {
            (columns, rows) = (planes[0].plane.width, planes[0].plane.height)
        }
    }

    /// Passes on the scan's symbols.
    ///
    /// - Returns: false if a coefficient or a DC difference is too large to be written.
    func send(to sink: inout some Sink) throws(CodecError) -> Bool {
        var last = [Int](repeating: 0, count: planes.count)
        for mcu in 0..<(columns * rows) {
            if restartInterval > 0, mcu > 0, mcu % restartInterval == 0 {
                try sink.restart(mcu / restartInterval - 1)
                for index in last.indices { last[index] = 0 }
            }
            let (row, column) = mcu.quotientAndRemainder(dividingBy: columns)
            for (index, part) in planes.enumerated() {
                for y in (row * part.down)..<((row + 1) * part.down) {
                    for x in (column * part.across)..<((column + 1) * part.across) {
                        guard x < part.plane.width, y < part.plane.height else {
                            try sink.consume(0, extra: 0, of: index, isAC: false)
                            try sink.consume(0, extra: 0, of: index, isAC: true)
                            continue
                        }
                        let block = part.plane.block(x, y)
                        let (size, extra) = Self.coded(Int(block[0]) - last[index])
                        guard size <= sizes.dc else { return false }
                        last[index] = Int(block[0])
                        try sink.consume(size, extra: extra, of: index, isAC: false)
                        guard try sendAC(block, of: index, to: &sink) else { return false }
                    }
                }
            }
        }
        withExtendedLifetime(planes) {}
        return true
    }

    private func sendAC(
        _ block: UnsafePointer<Int16>, of plane: Int, to sink: inout some Sink
    ) throws(CodecError) -> Bool {
        var run = 0
        for natural in CoefficientMap.natural.dropFirst() {
            guard block[natural] != 0 else {
                run += 1
                continue
            }
            while run > 15 {
                try sink.consume(0xF0, extra: 0, of: plane, isAC: true)
                run -= 16
            }
            let (size, extra) = Self.coded(Int(block[natural]))
            guard size <= sizes.ac else { return false }
            try sink.consume(run << 4 | size, extra: extra, of: plane, isAC: true)
            run = 0
        }
        // The end of the block.
        if run > 0 { try sink.consume(0, extra: 0, of: plane, isAC: true) }
        return true
    }

    /// Returns the size of a value in bits, and its extra bits (ITU-T T.81, F.1.2.1.1).
    private static func coded(_ value: Int) -> (size: Int, extra: UInt64) {
        let size = Int.bitWidth - value.magnitude.leadingZeroBitCount
        return (size, UInt64(truncatingIfNeeded: value < 0 ? value - 1 : value) & (1 << UInt64(size) - 1))
    }
}
