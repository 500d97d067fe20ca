import UprightBase
import Testing

@Suite struct OrientationTests {
    static let pairs = Orientation.allCases.flatMap { first in Orientation.allCases.map { (first, $0) } }
    let size = Size(width: 5, height: 3)

    @Test(arguments: Orientation.allCases)
    func isBuiltFromItsThreeFacts(orientation: Orientation) {
        #expect(
            Orientation(
                transposes: orientation.transposes, mirrorsHorizontally: orientation.mirrorsHorizontally,
                mirrorsVertically: orientation.mirrorsVertically) == orientation)
    }

    @Test(arguments: Orientation.allCases)
    func inverseUndoes(orientation: Orientation) {
        #expect(orientation.followed(by: orientation.inverse) == .up)
        #expect(orientation.inverse.followed(by: orientation) == .up)
        let there = orientation.transform(in: size)
        let back = orientation.inverse.transform(in: size.turned(by: orientation))
        #expect(there.followed(by: back) == .identity)
    }

    @Test(arguments: pairs)
    func compositionMatchesTheTransforms(first: Orientation, second: Orientation) {
        let turned = first.transform(in: size).followed(by: second.transform(in: size.turned(by: first)))
        #expect(first.followed(by: second).transform(in: size) == turned)
    }

    @Test(arguments: Orientation.allCases)
    func keepsThePictureInTheFirstQuadrant(orientation: Orientation) {
        let upright = size.turned(by: orientation)
        let whole = orientation.transform(in: size).applied(to: Rect(x: 0, y: 0, width: 5, height: 3))
        #expect(whole == Rect(x: 0, y: 0, width: upright.width, height: upright.height))
    }

    /// Exif 3.0, 4.6.5.1.6: where each value puts row 0 and column 0 in the upright picture.
    @Test(arguments: [
        (1, "top", "left"), (2, "top", "right"), (3, "bottom", "right"), (4, "bottom", "left"),
        (5, "left", "top"), (6, "right", "top"), (7, "right", "bottom"), (8, "left", "bottom"),
    ])
    func putsRowAndColumnZeroWhereExifSays(value: Int, row: String, column: String) throws {
        let orientation = try #require(Orientation(rawValue: value))
        let transform = orientation.transform(in: size)
        let upright = size.turned(by: orientation)
        func side(_ rect: Rect) -> String {
            if rect.width == upright.width && rect.height == 1 { return rect.y == 0 ? "top" : "bottom" }
            return rect.x == 0 ? "left" : "right"
        }
        #expect(side(transform.applied(to: Rect(x: 0, y: 0, width: size.width, height: 1))) == row)
        #expect(side(transform.applied(to: Rect(x: 0, y: 0, width: 1, height: size.height))) == column)
    }
}
