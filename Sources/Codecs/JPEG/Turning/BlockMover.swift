/// Moves the coefficients within a block: transposes first and then mirrors, as an `Orientation` does with a picture.
struct BlockMover {
    private typealias Row = SIMD8<Int16>
    private typealias Rows = SIMD16<Int16>

    private let transposes: Bool
    /// For even rows and for odd rows: all bits are set in the columns whose sign changes.
    private let evenRowSigns: Row
    private let oddRowSigns: Row

    init(transposes: Bool, mirrorsColumns: Bool, mirrorsRows: Bool) {
        self.transposes = transposes
        let odd = Row(0, -1, 0, -1, 0, -1, 0, -1)
        evenRowSigns = mirrorsColumns ? odd : Row(repeating: 0)
        oddRowSigns = mirrorsRows ? ~evenRowSigns : evenRowSigns
    }

    /// Writes the block at `source`, turned, to `target`. The blocks must not overlap.
    @inline(__always)
    func move(_ source: UnsafePointer<Int16>, to target: UnsafeMutablePointer<Int16>) {
        let from = UnsafeRawPointer(source)
        let to = UnsafeMutableRawPointer(target)
        if !transposes {
            for row in 0..<8 {
                let value = from.loadUnaligned(fromByteOffset: row * 16, as: Row.self)
                to.storeBytes(of: signed(value, row), toByteOffset: row * 16, as: Row.self)
            }
            return
        }
        // Three perfect shuffles of the rows swap the three bits of the row number with those of the column number.
        var rows = (
            from.loadUnaligned(fromByteOffset: 0, as: Row.self), from.loadUnaligned(fromByteOffset: 16, as: Row.self),
            from.loadUnaligned(fromByteOffset: 32, as: Row.self), from.loadUnaligned(fromByteOffset: 48, as: Row.self),
            from.loadUnaligned(fromByteOffset: 64, as: Row.self), from.loadUnaligned(fromByteOffset: 80, as: Row.self),
            from.loadUnaligned(fromByteOffset: 96, as: Row.self), from.loadUnaligned(fromByteOffset: 112, as: Row.self)
        )
        for _ in 0..<3 {
            let a = zip(rows.0, rows.4)
            let b = zip(rows.1, rows.5)
            let c = zip(rows.2, rows.6)
            let d = zip(rows.3, rows.7)
            rows = (
                a.lowHalf, a.highHalf, b.lowHalf, b.highHalf, c.lowHalf, c.highHalf, d.lowHalf, d.highHalf
            )
        }
        to.storeBytes(of: signed(rows.0, 0), toByteOffset: 0, as: Row.self)
        to.storeBytes(of: signed(rows.1, 1), toByteOffset: 16, as: Row.self)
        to.storeBytes(of: signed(rows.2, 2), toByteOffset: 32, as: Row.self)
        to.storeBytes(of: signed(rows.3, 3), toByteOffset: 48, as: Row.self)
        to.storeBytes(of: signed(rows.4, 4), toByteOffset: 64, as: Row.self)
        to.storeBytes(of: signed(rows.5, 5), toByteOffset: 80, as: Row.self)
        to.storeBytes(of: signed(rows.6, 6), toByteOffset: 96, as: Row.self)
        to.storeBytes(of: signed(rows.7, 7), toByteOffset: 112, as: Row.self)
    }

    @inline(__always)
    private func zip(_ first: Row, _ second: Row) -> Rows {
        var both = Rows()
        both.evenHalf = first
        both.oddHalf = second
        return both
    }

    @inline(__always)
    private func signed(_ value: Row, _ row: Int) -> Row {
        let signs = row & 1 == 0 ? evenRowSigns : oddRowSigns
        return (value ^ signs) &- signs
    }
}
