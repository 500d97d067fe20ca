internal import UprightGeometry

/// The order in which a scan holds the blocks of its planes.
///
/// A scan of one plane holds the plane's blocks row by row. A scan of several planes holds MCUs, in which each plane
/// has as many blocks as its sampling factors give. MCUs that reach beyond a plane are filled with blocks that repeat
/// the previous DC coefficient.
///
/// Source: ITU-T T.81, A.2.
struct ScanLayout {
    /// A plane as the scan sees it. It points into its store but holds no reference: the innermost loops would count
    /// it, and threads that share the work would contend for the count.
    struct Plane {
        /// The size in blocks.
        let width: Int
        let height: Int
        /// See ``SymbolStore``.
        let dc: UnsafePointer<Int16>
        let starts: UnsafePointer<UInt32>
        let symbols: SymbolAddresses
        /// Blocks across and down in an MCU.
        let across: Int
        let down: Int
        /// The number of blocks in the plane.
        var blockCount: Int { width &* height }

        init(symbols: SymbolStore, across: Int, down: Int) {
            width = symbols.width
            height = symbols.height
            dc = UnsafePointer(symbols.dc)
            starts = UnsafePointer(symbols.starts)
            self.symbols = symbols.addresses
            self.across = across
            self.down = down
        }
    }

    /// The stores that the planes point into.
    let stores: [SymbolStore]
    let planes: [Plane]
    let columns: Int
    let rows: Int
    let restartInterval: Int
    /// The maximum number of bits of a DC difference.
    let maximumDCBits: Int

    init(_ indices: [Int], of picture: TranscodedPicture, restartInterval: Int) {
        self.restartInterval = restartInterval
        maximumDCBits = CoefficientSizes(precision: picture.precision).dc
        if indices.count == 1, let index = indices.first {
            let symbols = picture.planes[index].symbols
            stores = [symbols]
            planes = [Plane(symbols: symbols, across: 1, down: 1)]
            columns = symbols.width
            rows = symbols.height
        } else {
            stores = indices.map { picture.planes[$0].symbols }
            planes = indices.map {
                let plane = picture.planes[$0]
                return Plane(symbols: plane.symbols, across: plane.component.horizontal, down: plane.component.vertical)
            }
            (columns, rows) = picture.size.mcus(
                horizontal: picture.planes.map(\.component.horizontal).max() ?? 1,
                vertical: picture.planes.map(\.component.vertical).max() ?? 1)
        }
    }

    /// Returns the tables with the shortest codes for this scan; nil if a DC difference is too large to be written.
    func optimalTables(_ coding: JPEGCoding, indices: [Int]) -> ScanTables? {
        var dc = [[Int]](repeating: [Int](repeating: 0, count: 256), count: planes.count)
        var ac = [[Int]](repeating: [], count: planes.count)
        for (index, plane) in planes.enumerated() {
            ac[index] = stores[index].frequencies
            let real = plane.width * plane.height
            ac[index][0] += columns * rows * plane.across * plane.down - real
        }
        var last = [Int](repeating: 0, count: planes.count)
        var left = restartInterval
        for row in 0..<rows {
            for column in 0..<columns {
                if restartInterval > 0 {
                    if left == 0 {
                        last = [Int](repeating: 0, count: planes.count)
                        left = restartInterval
                    }
                    left -= 1
                }
                for index in planes.indices {
                    let plane = planes[index]
                    for y in (row * plane.down)..<((row + 1) * plane.down) {
                        for x in (column * plane.across)..<((column + 1) * plane.across) {
                            guard x < plane.width, y < plane.height else {
                                dc[index][0] += 1
                                continue
                            }
                            let value = Int(plane.dc[y * plane.width + x])
                            let size = Int.bitWidth - (value - last[index]).magnitude.leadingZeroBitCount
                            guard size <= maximumDCBits else { return nil }
                            dc[index][size] += 1
                            last[index] = value
                        }
                    }
                }
            }
        }
        return ScanTables.optimal(coding, planes: indices, dc: dc, ac: ac)
    }
}
