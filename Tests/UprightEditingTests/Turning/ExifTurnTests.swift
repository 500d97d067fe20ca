import UprightFormats
import UprightBase
import UprightRewriting
import Testing

@Suite("Turning Exif blocks")
struct ExifTurnTests {
    static let orders: [TIFFByteOrder] = [.littleEndian, .bigEndian]
    static let size = Size(width: 60, height: 40)

    func turn(_ orientation: Orientation, of size: Size = Self.size) -> MetadataTurn {
        MetadataTurn(PictureTurn(orientation, of: size)) {
            (jpeg: [UInt8], _: Orientation) throws(FormatError) in Turned(bytes: jpeg)
        }
    }

    @Test("Turning back restores all bytes except the orientation", arguments: Orientation.allCases, orders)
    func inverse(orientation: Orientation, order: TIFFByteOrder) throws {
        var recipe = TIFFRecipe(order: order, orientation: orientation.rawValue, thumbnail: nil)
        let source = recipe.block.bytes
        let upright = turn(orientation).exif(source)
        #expect(upright.warnings == [])
        let back = turn(orientation.inverse, of: Self.size.turned(by: orientation)).exif(upright.bytes)
        recipe.orientation = 1
        let values = try TIFFBlock(parsing: recipe.block.bytes)
        let found = try TIFFBlock(parsing: back.bytes)
        for (expected, directory) in zip(values.directories, found.directories) {
            for (a, b) in zip(expected.entries, directory.entries) {
                #expect(a.tag == b.tag)
                #expect(values.valueBytes(a) == found.valueBytes(b) || values.integers(a) == found.integers(b))
            }
        }
        #expect(found.bytes.count == source.count)
    }

    @Test("A second turn changes nothing", arguments: Orientation.allCases)
    func idempotence(orientation: Orientation) {
        let upright = turn(orientation).exif(TIFFRecipe(orientation: orientation.rawValue).block.bytes)
        let size = Self.size.turned(by: orientation)
        let again = turn(.up, of: size).exif(upright.bytes)
        #expect(again.bytes == upright.bytes)
        #expect(again.changes == [])
    }

    @Test("Positions move with the picture", arguments: Orientation.allCases)
    func places(orientation: Orientation) throws {
        let turned = turn(orientation).exif(TIFFRecipe(orientation: orientation.rawValue).block.bytes)
        let block = try TIFFBlock(parsing: turned.bytes)
        let size = Self.size.turned(by: orientation)
        #expect(block.integer(.orientation, in: .primary) == 1)
        #expect(block.integer(.pixelXDimension, in: .exif) == size.width)
        #expect(block.integer(.pixelYDimension, in: .exif) == size.height)
        #expect(block.integer(.imageWidth, in: .primary) == size.width)
        #expect(block.integer(.imageLength, in: .primary) == size.height)
        #expect(block.integer(.relatedImageWidth, in: .interoperability) == size.width)
        #expect(block.integer(.relatedImageLength, in: .interoperability) == size.height)
        let point = orientation.transform(in: Self.size).applied(to: Point(x: 10, y: 5))
        let extent = Size(width: 8, height: 4).turned(by: orientation)
        let area = try #require(block.entry(.subjectArea, in: .exif))
        #expect(block.integers(area) == [point.x, point.y, extent.width, extent.height])
        let location = try #require(block.entry(.subjectLocation, in: .exif))
        #expect(block.integers(location) == [point.x, point.y])
        let resolution = try #require(block.entry(.xResolution, in: .primary).flatMap { block.rationals($0) }?.first)
        #expect(resolution.numerator == (orientation.transposes ? 150 : 300))
        let focal = try #require(block.entry(.focalPlaneYResolution, in: .exif).flatMap { block.rationals($0) }?.first)
        #expect(focal.numerator == (orientation.transposes ? 5000 : 2500))
    }

    @Test("Values outside of 1...8 stay, with a warning", arguments: [0, 9, 256, 65535])
    func unknown(value: Int) {
        let bytes = TIFFRecipe(orientation: value).block.bytes
        let turned = turn(.up).exif(bytes)
        #expect(turned.bytes == bytes)
        #expect(turned.warnings.contains { $0.contains("expected 1 to 8") })
        #expect(OrientationReading.exif(bytes)?.raw == value)
        #expect(OrientationReading.exif(bytes)?.orientation == nil)
    }

    @Test("Dimensions that are not this picture's stay, with a warning")
    func foreignDimensions() throws {
        let turned = turn(.right, of: Size(width: 30, height: 29)).exif(TIFFRecipe().block.bytes)
        let block = try TIFFBlock(parsing: turned.bytes)
        #expect(block.integer(.pixelXDimension, in: .exif) == 60)
        #expect(turned.warnings.contains { $0.contains("PixelXDimension") })
    }

    @Test("Every prefix and every changed byte of a block is turned safely", arguments: orders)
    func damage(order: TIFFByteOrder) {
        let bytes = TIFFRecipe(order: order, thumbnailOrientation: 8).block.bytes
        for end in bytes.indices {
            let prefix = Array(bytes[..<end])
            let turned = turn(.right).exif(prefix)
            #expect(turned.bytes == prefix || !turned.changes.isEmpty, "prefix of \(end) bytes")
        }
        for position in bytes.indices {
            for value: UInt8 in [0, 0xFF, bytes[position] ^ 1, bytes[position] ^ 0x80] {
                var changed = bytes
                changed[position] = value
                let turned = turn(.rightMirrored).exif(changed)
                #expect(turned.bytes == changed || !turned.changes.isEmpty, "byte \(position) is \(value)")
            }
        }
    }
}
