import UprightBase
import UprightCodecs
import UprightRewriting
import TestJPEG
import Testing

@Suite struct JPEGVerificationTests {
    static let photo = JPEGNormalizationTests.photo
    /// Whole blocks of luma, and part of a block of chroma.
    static let size = Size(width: 72, height: 56)

    private func difference(_ claimed: Orientation, _ damage: (JPEGCoefficients) -> Void) throws -> String? {
        let picture = try Self.photo.picture(Self.size)
        var turned = try picture.copied()
        try turned.turn(.down)
        damage(turned)
        return try picture.difference(from: turned, turnedBy: claimed)
    }

    @Test func findsNothingInAGoodTurn() throws {
        #expect(try difference(.down) { _ in } == nil)
    }

    @Test func findsOneChangedCoefficientOfAnExactComponent() throws {
        #expect(try difference(.down) { $0.planes[0].block(3, 2)[17] += 1 } != nil)
    }

    @Test func findsAComponentThatWasTurnedDifferently() throws {
        #expect(
            try difference(.down) { turned in
                let plane = turned.planes[1]
                for row in 0..<plane.height {
                    for column in 0..<plane.width {
                        for k in 0..<64 { plane.block(column, row)[k] = Int16((column * 31 + row * 17 + k) % 40 - 20) }
                    }
                }
            } != nil)
        #expect(try difference(.upMirrored) { _ in } != nil)
    }
}
