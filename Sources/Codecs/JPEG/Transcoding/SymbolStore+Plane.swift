internal import UprightThreads

extension SymbolStore {
    /// Returns the symbols of a plane of coefficients.
    ///
    /// - Parameter limit: the maximum number of symbols that one thread may make if several share the work. Beyond it,
    ///   or beyond the capacity of one of several buffers, one thread does the work.
    static func of(
        _ plane: JPEGPlane, _ parallelism: Parallelism, symbolsInPart limit: Int
    ) throws(JPEGCodecError) -> SymbolStore {
        let count = parallelism.shares(ofBytes: plane.width * plane.height * 128)
        let store = try SymbolStore(plane, parallelism, count: count)
        let capacity = min(limit, SymbolAddresses.capacity(buffers: count))
        guard count > 1, store.largestBuffer > capacity else { return store }
        return try SymbolStore(plane, .none, count: 1)
    }

    /// Creates the symbols of a plane in a number of parts.
    private convenience init(
        _ plane: JPEGPlane, _ parallelism: Parallelism, count: Int
    ) throws(JPEGCodecError) {
        var buffers: [SymbolBuffer] = []
        let share = plane.width * plane.height * 8 / count
        for _ in 0..<count { buffers.append(try SymbolBuffer(expecting: share, generously: 8 * share)) }
        try self.init(width: plane.width, height: plane.height, buffers: buffers)
        // Each part has its own buffer and rows.
        nonisolated(unsafe) let (plane, own, store) = (plane, buffers, self)
        let outcomes = parallelism.map(count) { part in
            Result { () throws(JPEGCodecError) in
                let rows = (0..<plane.height).share(part, of: count)
                let offset = SymbolAddresses.offset(of: part, of: count)
                try store.append(rows, of: plane, to: own[part], offset: offset)
            }
        }
        for outcome in outcomes { try outcome.get() }
    }

    /// Appends rows of a plane's blocks to a buffer.
    ///
    /// - Parameter offset: the number to add to the index of a symbol in the buffer to get a start.
    private func append(
        _ rows: Range<Int>, of plane: JPEGPlane, to buffer: SymbolBuffer, offset: UInt32
    ) throws(JPEGCodecError) {
        let zigzag = UnsafeMutablePointer<Int16>.allocate(capacity: 64)
        defer { zigzag.deallocate() }
        let order = UnsafeMutablePointer<UInt8>.allocate(capacity: 64)
        defer { order.deallocate() }
        for (index, natural) in CoefficientMap.natural.enumerated() { order[natural] = UInt8(index) }
        let grid = plane.grid
        defer { withExtendedLifetime(plane) {} }
        for row in rows {
            for column in 0..<plane.width {
                let block = UnsafePointer(grid.block(column, row))
                var mask: UInt64 = 0
                // Test four coefficients at a time, because most of them are zero.
                for start in stride(from: 0, to: 64, by: 4) {
                    guard UnsafeRawPointer(block + start).loadUnaligned(as: UInt64.self) != 0 else { continue }
                    for natural in start..<(start &+ 4) where block[natural] != 0 {
                        let index = Int(order[natural])
                        zigzag[index] = block[natural]
                        mask |= 1 &<< UInt64(truncatingIfNeeded: index)
                    }
                }
                let index = row &* width &+ column
                dc[index] = block[0]
                starts[index] = try buffer.words.pointee.append(zigzag, mask: mask) | offset
            }
        }
    }
}
