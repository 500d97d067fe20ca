import UprightBase
import UprightCodecs
import Testing
import TestJPEG

@Suite struct JPEGTurningTests {
    /// Whole blocks for every sampling: a multiple of 8·hmax for hmax 1, 2, 3 and 4.
    static let whole = Size(width: 192, height: 96)

    @Test(arguments: JPEGSampling.all, Orientation.allCases)
    func theInverseRestoresTheCoefficients(sampling: JPEGSampling, orientation: Orientation) throws {
        let picture = try sampling.picture(Self.whole)
        var turned = picture
        try turned.turn(orientation)
        #expect(turned.size == Self.whole.turned(by: orientation))
        try turned.turn(orientation.inverse)
        #expect(turned.content == picture.content)
        #expect(turned.planes.map(\.quantization) == picture.planes.map(\.quantization))
        #expect(turned.planes.map(\.horizontal) == picture.planes.map(\.horizontal))
    }

    @Test(arguments: Orientation.allCases, Orientation.allCases)
    func turnsCompose(first: Orientation, second: Orientation) throws {
        let picture = try JPEGSampling.all[5].picture(Self.whole)
        var one = picture
        try one.turn(first)
        try one.turn(second)
        var other = picture
        try other.turn(first.followed(by: second))
        #expect(one.content == other.content)
    }

    /// The samples of a turned block are the block's samples, turned; checked against the definition of the transform.
    @Test(arguments: Orientation.allCases)
    func movesTheSamplesAsGeometrySays(orientation: Orientation) throws {
        let size = Size(width: 24, height: 16)
        let picture = try JPEGSampling.all[0].picture(size, seed: 7)
        var turned = picture
        try turned.turn(orientation)
        let before = ReferenceTransform.samples(of: picture.planes[0])
        let after = ReferenceTransform.samples(of: turned.planes[0])
        let transform = orientation.transform(in: size)
        for y in 0..<size.height {
            for x in 0..<size.width {
                let place = transform.applied(to: Point(x: x, y: y))
                #expect(abs(after[place.y][place.x] - before[y][x]) < 1e-9)
            }
        }
    }

    /// A mirrored axis needs whole blocks to be exact; any other axis does not.
    @Test(arguments: Orientation.allCases)
    func isExactWherePossible(orientation: Orientation) throws {
        let sampling = JPEGSampling.all[5]
        let picture = try sampling.picture(Size(width: 24, height: 32))
        let geometries = picture.geometries(orientation)
        let mirrorsStoredWidth =
            orientation.transposes ? orientation.mirrorsVertically : orientation.mirrorsHorizontally
        #expect(geometries.map(\.isExact) == [true, !mirrorsStoredWidth, !mirrorsStoredWidth])
    }

    /// With quantizer steps of 1, requantizing loses almost nothing: the samples are those of the mirrored plane.
    @Test(arguments: JPEGSampling.all, Orientation.allCases)
    func requantizedSamplesAreTheMirroredOnes(sampling: JPEGSampling, orientation: Orientation) throws {
        // The true sizes are whole samples for all factors, but not whole blocks.
        let size = Size(width: 36, height: 60)
        let picture = try sampling.picture(size, seed: 3, step: 1)
        var turned = picture
        try turned.turn(orientation)
        for (plane, result) in zip(picture.planes, turned.planes) {
            let horizontal = picture.planes.map(\.horizontal).max() ?? 1
            let vertical = picture.planes.map(\.vertical).max() ?? 1
            let own = Size(
                width: size.width * plane.horizontal / horizontal, height: size.height * plane.vertical / vertical)
            let before = ReferenceTransform.samples(of: plane)
            let after = ReferenceTransform.samples(of: result)
            let transform = orientation.transform(in: own)
            var worst = 0.0
            for y in 0..<own.height {
                for x in 0..<own.width {
                    let place = transform.applied(to: Point(x: x, y: y))
                    worst = max(worst, abs(after[place.y][place.x] - before[y][x]))
                }
            }
            #expect(worst < 2.5, "component \(plane.id) of \(sampling) by \(orientation)")
        }
    }

    /// The loops that requantize give the same coefficients, for 8 and for 12 bits.
    @Test(arguments: JPEGSampling.all, Orientation.allCases)
    func allLoopsGiveTheSameCoefficients(sampling: JPEGSampling, orientation: Orientation) throws {
        for precision in [8, 12] {
            let picture = try sampling.picture(Size(width: 75, height: 50), step: 3, precision: precision)
            var reference = picture
            try reference.turn(orientation, loops: .reference)
            for loops in [RequantizingLoops.fastest, .portable] {
                var turned = picture
                try turned.turn(orientation, loops: loops)
                #expect(turned.content == reference.content, "\(precision) bits, \(loops)")
            }
        }
    }

    /// Samples in the last block beyond the true size are not part of the picture.
    @Test(arguments: [Orientation.upMirrored, .down, .right, .left, .rightMirrored])
    func paddingDoesNotMatter(orientation: Orientation) throws {
        let size = Size(width: 12, height: 12)
        let picture = try JPEGSampling.all[0].picture(size, step: 1)
        let other = try picture.copied()
        ReferenceTransform.scramblePadding(of: other.planes[0], size: size)
        var (one, two) = (picture, other)
        try one.turn(orientation)
        try two.turn(orientation)
        let (a, b) = (ReferenceTransform.samples(of: one.planes[0]), ReferenceTransform.samples(of: two.planes[0]))
        for y in 0..<12 { for x in 0..<12 { #expect(abs(a[y][x] - b[y][x]) < 4) } }
    }

    /// A linear ramp stays the same when the chroma of an odd-sized picture is mirrored: it does not shift by half a
    /// sample.
    @Test func mirrorsAboutTheTrueEdgeOfAnOddPicture() throws {
        let size = Size(width: 127, height: 16)
        let sampling = JPEGSampling.all[3]
        let picture = try sampling.picture(size, step: 1)
        let plane = picture.planes[1]
        // Chroma sample i covers the pixels 2i and 2i + 1: its centre is 2i + 1 from the left edge.
        ReferenceTransform.fill(plane) { x, _ in Double(2 * x + 1) }
        var turned = picture
        try turned.turn(.upMirrored)
        let after = ReferenceTransform.samples(of: turned.planes[1])
        for x in 4..<60 {
            #expect(abs(after[0][x] - Double(127 - (2 * x + 1))) < 0.6)
        }
    }
}
