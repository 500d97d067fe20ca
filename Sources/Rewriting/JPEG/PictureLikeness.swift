internal import UprightBase
internal import UprightCodecs
internal import UprightFormats

/// The brightness of a picture on a coarse grid, used to find the orientation of another picture of the same scene.
///
/// It comes from the DC coefficients of the first component: one number per block of 8×8 samples, without any
/// decoding loss.
struct PictureLikeness {
    /// Cells per side.
    private static let side = 12

    /// The cells, row by row, with mean 0 and length 1.
    private let cells: [Double]

    /// Reads a picture; nil if it cannot be decoded, is too small or is uniform.
    init?(of jpeg: [UInt8]) {
        guard let picture = try? JPEGCoefficients.decoding(jpeg).picture, let plane = picture.planes.first,
            plane.width >= 4, plane.height >= 4
        else { return nil }
        var cells: [Double] = []
        for row in 0..<Self.side {
            for column in 0..<Self.side {
                let xs = Self.blocks(column, of: plane.width)
                let ys = Self.blocks(row, of: plane.height)
                var sum = 0
                for y in ys { for x in xs { sum += Int(plane.block(x, y)[0]) } }
                cells.append(Double(sum) / Double(xs.count * ys.count))
            }
        }
        self.init(cells: cells)
    }

    private init?(cells: [Double]) {
        let mean = cells.reduce(0, +) / Double(cells.count)
        let centred = cells.map { $0 - mean }
        let length = centred.reduce(0) { $0 + $1 * $1 }.squareRoot()
        guard length > 1 else { return nil }
        self.cells = centred.map { $0 / length }
    }

    private static func blocks(_ cell: Int, of count: Int) -> Range<Int> {
        let start = cell * count / side
        return start..<max(start + 1, (cell + 1) * count / side)
    }

    /// Returns the likeness of two pictures, each turned upright from its given orientation: 1 if equal, 0 if
    /// unrelated.
    func likeness(turnedBy orientation: Orientation, to other: PictureLikeness, turnedBy its: Orientation) -> Double {
        let size = Size(width: Self.side, height: Self.side)
        let moved = orientation.transform(in: size)
        // A cell of this picture, once upright, corresponds to the cell that the inverse turn of the other one finds.
        let back = its.inverse.transform(in: size)
        var sum = 0.0
        for y in 0..<Self.side {
            for x in 0..<Self.side {
                let point = back.applied(to: moved.applied(to: Point(x: x, y: y)))
                sum += cells[y * Self.side + x] * other.cells[point.y * Self.side + point.x]
            }
        }
        return sum
    }

    /// Returns a function that finds the orientation with which a thumbnail looks like the upright picture. It returns
    /// nil unless one candidate is clearly best.
    static func comparison(with picture: [UInt8], turnedBy orientation: Orientation) -> MetadataTurn.Comparison {
        { jpeg, candidates in
            guard let whole = PictureLikeness(of: picture), let small = PictureLikeness(of: jpeg) else { return nil }
            let ranked = candidates.map {
                (orientation: $0, likeness: small.likeness(turnedBy: $0, to: whole, turnedBy: orientation))
            }.sorted { $0.likeness > $1.likeness }
            guard let first = ranked.first, first.likeness > 0.5 else { return nil }
            guard ranked.count == 1 || first.likeness - ranked[1].likeness > 0.05 else { return nil }
            return first.orientation
        }
    }
}
