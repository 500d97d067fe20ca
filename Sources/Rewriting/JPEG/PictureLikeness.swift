internal import UprightGeometry
internal import UprightCodecs
internal import UprightEditing
internal import UprightMetadata

/// A picture's brightness on a coarse grid over its whole area, to tell how another picture of the same scene lies.
///
/// It is read off the constant coefficients of the first component: one number a block of 8 by 8 samples, undistorted by
/// any decoding.
struct PictureLikeness {
    /// Cells a side.
    private static let side = 12

    /// The cells, row by row, with mean 0 and length 1; nil where the picture is too small or all alike.
    private let cells: [Double]

    /// Reads a picture; nil where it cannot be decoded, or where there is nothing to tell.
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

    /// How alike two pictures are, each turned upright from the way it is said to lie: 1 the same, 0 nothing in common.
    func likeness(turnedBy orientation: Orientation, to other: PictureLikeness, turnedBy its: Orientation) -> Double {
        let size = Size(width: Self.side, height: Self.side)
        let moved = orientation.transform(in: size)
        // A cell of this picture, upright, lies where the inverse movement of the other one finds its own.
        let back = its.inverse.transform(in: size)
        var sum = 0.0
        for y in 0..<Self.side {
            for x in 0..<Self.side {
                let place = back.applied(to: moved.applied(to: Point(x: x, y: y)))
                sum += cells[y * Self.side + x] * other.cells[place.y * Self.side + place.x]
            }
        }
        return sum
    }

    /// Looks which orientation of a thumbnail makes it look like the upright picture; it answers only where one of the
    /// candidates is clearly ahead.
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
