/// The new place of each coefficient when its block is turned, and whether its sign changes.
struct CoefficientMap {
    /// The natural (row-major) index of each coefficient in zigzag order.
    ///
    /// Source: ITU-T T.81, figure A.6.
    static let natural: [Int] = {
        var order: [Int] = []
        for diagonal in 0..<15 {
            let rows = max(0, diagonal - 7)...min(7, diagonal)
            // Odd diagonals run down; even ones run up.
            for row in diagonal % 2 == 1 ? Array(rows) : rows.reversed() { order.append(row * 8 + diagonal - row) }
        }
        return order
    }()

    /// For each coefficient in zigzag order: its index in the target in bits 0...5, and above them -1 if its sign
    /// changes, otherwise 0.
    let moves: [Int16]

    /// Creates the map of a block that is turned, again in zigzag order.
    init(_ geometry: JPEGPlaneGeometry) {
        var zigzag = [Int](repeating: 0, count: 64)
        for (index, natural) in Self.natural.enumerated() { zigzag[natural] = index }
        moves = Self.natural.map { natural in
            let (row, column) = geometry.transposes ? (natural % 8, natural / 8) : (natural / 8, natural % 8)
            let changes =
                (geometry.horizontal.isMirrored && column % 2 == 1) != (geometry.vertical.isMirrored && row % 2 == 1)
            return Int16(zigzag[row * 8 + column]) | (changes ? -64 : 0)
        }
    }

    /// Creates the map of a block in natural order that is not turned, or only transposed.
    init(transposing transposes: Bool = false) {
        moves = Self.natural.map { Int16(transposes ? $0 % 8 * 8 + $0 / 8 : $0) }
    }
}
