import UprightBase
import UprightCodecs
import UprightFormats
import UprightRewriting
import TestJPEG
import Testing

@Suite("Metadata of a JPEG")
struct JPEGMetadataTests {
    static let size = Size(width: 64, height: 32)
    static let gray = JPEGSampling.all[0]
    static let photo = JPEGSampling.all[5]

    func picture(_ size: Size = Self.size, segments: [[UInt8]], trailer: [UInt8] = []) throws -> [UInt8] {
        try JPEGBuilder.file(
            Self.photo.picture(size), JPEGProcess.optimized.coding(Self.photo), segments: segments, trailer: trailer)
    }

    func normalized(_ source: [UInt8]) throws -> (bytes: [UInt8], report: NormalizationReport) {
        let result = Normalizer().normalize(source)
        guard case .bytes(let bytes) = result.output else {
            throw JPEGNormalizationTests.Unexpected(text: "\(result.report.outcome): \(result.report.reason)")
        }
        #expect(Normalizer().normalize(bytes).report.outcome == .unchanged)
        return (bytes, result.report)
    }

    func payloads(_ bytes: [UInt8], _ carrier: JPEGCarrier) throws -> [[UInt8]] {
        try JPEGFile(parsing: bytes).segments.filter {
            JPEGMarker.isMetadata($0.marker)
                && JPEGCarrier(marker: $0.marker, payload: bytes[$0.payload]) == carrier
        }.map { Array(bytes[$0.payload]) }
    }

    @Test("The first of several Exif segments counts, and all are neutralized")
    func severalExif() throws {
        let source = try picture(segments: [
            MetadataRecipe.exif(MetadataRecipe.block(orientation: 6)),
            MetadataRecipe.exif(MetadataRecipe.block(orientation: 0)),
            MetadataRecipe.exif(MetadataRecipe.block(orientation: 3)),
        ])
        let (bytes, report) = try normalized(source)
        #expect(report.orientation == 6)
        let values = try payloads(bytes, .exif).map { OrientationReading.exif(Array($0.dropFirst(6)))?.raw }
        #expect(values == [1, 0, 1])
        #expect(report.warnings.contains { $0.contains("is 3") })
    }

    @Test("Exif precedes XMP: with an upright Exif, the picture stays, and XMP is neutralized")
    func precedence() throws {
        let source = try picture(segments: [
            MetadataRecipe.exif(MetadataRecipe.block(orientation: 1)),
            MetadataRecipe.xmp(MetadataRecipe.packet("tiff:Orientation=\"6\"")),
        ])
        let (bytes, report) = try normalized(source)
        #expect(report.components.isEmpty)
        #expect(bytes.count == source.count)
        #expect(zip(bytes, source).filter { $0 != $1 }.count == 1)
    }

    @Test("An Exif block over several segments stays one block", arguments: [6, 8])
    func largeExif(orientation: Int) throws {
        let block = MetadataRecipe.block(orientation: orientation, filler: 100_000)
        let head = Array("Exif\0\0".utf8)
        let source = try picture(segments: [
            JPEGBuilder.segment(0xE1, head + block[..<65_527]), JPEGBuilder.segment(0xE1, head + block[65_527...]),
        ])
        let (bytes, _) = try normalized(source)
        let joined = try payloads(bytes, .exif).flatMap { $0.dropFirst(6) }
        #expect(joined.count == block.count)
        #expect(zip(joined, block).filter { $0 != $1 }.count == 1)
    }

    @Test("Extended XMP is edited, split as before, and renamed in the standard packet")
    func extendedXMP() throws {
        let text = String(repeating: "text that is not edited. ", count: 60)
        let packet = MetadataRecipe.packet(
            "tiff:Orientation=\"8\" tiff:ImageWidth=\"64\" tiff:ImageLength=\"32\"", text)
        let (guid, segments) = MetadataRecipe.extended(packet, piece: 700)
        let main = MetadataRecipe.xmp(MetadataRecipe.packet("xmpNote:HasExtendedXMP=\"\(guid)\""))
        let source = try picture(segments: [main] + segments.reversed())
        let (bytes, report) = try normalized(source)
        #expect(report.orientation == 8)
        let pieces = try payloads(bytes, .extendedXMP).sorted {
            Array($0[71..<75]).lexicographicallyPrecedes($1[71..<75])
        }
        let whole = pieces.flatMap { $0[75...] }
        let name = hexadecimal(MD5.hash(whole)).uppercased()
        #expect(pieces.count == segments.count)
        #expect(pieces.allSatisfy { Array($0[35..<67]) == Array(name.utf8) })
        #expect(String(decoding: whole, as: UTF8.self).contains("tiff:Orientation=\"1\" tiff:ImageWidth=\"32\""))
        let standard = try #require(payloads(bytes, .xmp).first)
        #expect(String(decoding: standard, as: UTF8.self).contains("HasExtendedXMP=\"\(name)\""))
    }

    @Test("A thumbnail that would make its segment too long is dropped, with a warning")
    func thumbnailWithoutRoom() throws {
        // Once turned, a baseline thumbnail with its own tables gets other tables and another length.
        let thumbnail = try JPEGBuilder.file(
            Self.photo.picture(Size(width: 40, height: 20)), JPEGProcess.optimized.coding(Self.photo))
        for room in 0..<3 {
            let plain = MetadataRecipe.block(orientation: 6, thumbnail: thumbnail, filler: 8).count - 8
            let block = MetadataRecipe.block(
                orientation: 6, thumbnail: thumbnail, filler: (65_526 - plain) & ~1 - 2 * room)
            let (bytes, report) = try normalized(try picture(segments: [MetadataRecipe.exif(block)]))
            let payload = try #require(payloads(bytes, .exif).first)
            #expect(payload.count <= 65_533)
            let dropped = report.warnings.contains { $0.contains("the thumbnail is dropped") }
            let turned = report.changes.contains { $0.what == "exif.Thumbnail" && $0.to != "dropped" }
            #expect(dropped != turned)
        }
    }

    @Test("The pixels decide a thumbnail's orientation if tags disagree", arguments: [2, 3, 4])
    func contestedThumbnail(orientation: Int) throws {
        let orientation = try #require(Orientation(rawValue: orientation))
        // A picture that is bright on one side and dark on the other, and a thumbnail with the same orientation.
        func shaded(_ size: Size) throws -> JPEGCoefficients {
            let picture = try Self.gray.picture(size)
            let plane = picture.planes[0]
            for y in 0..<plane.height {
                for x in 0..<plane.width {
                    for k in 1..<64 { plane.block(x, y)[k] = 0 }
                    plane.block(x, y)[0] = Int16(200 * x / plane.width + 60 * y / plane.height - 100)
                }
            }
            return picture
        }
        let coding = JPEGProcess.optimized.coding(Self.gray)
        var lying = try shaded(Size(width: 160, height: 96))
        let thumbnail = try JPEGBuilder.file(lying, coding)
        try lying.turn(orientation)
        let upright = try JPEGBuilder.file(lying, coding)
        let whole = try shaded(Size(width: 320, height: 192))
        for (picture, isTurned) in [(thumbnail, true), (upright, false)] {
            let block = MetadataRecipe.block(
                orientation: orientation.rawValue, thumbnail: picture, thumbnailOrientation: 1)
            let source = try JPEGBuilder.file(whole, coding, segments: [MetadataRecipe.exif(block)])
            let (_, report) = try normalized(source)
            #expect(report.changes.contains { $0.what == "exif.Thumbnail" } == isTurned)
        }
    }

    @Test("Content credentials are kept, with a warning")
    func credentials() throws {
        let box = JPEGBuilder.segment(0xEB, Array("JP".utf8) + [0, 1, 0, 0, 0, 1] + Array("c2pa".utf8))
        let source = try picture(segments: [JPEGBuilder.exif(6), box])
        let (bytes, report) = try normalized(source)
        #expect(report.warnings.contains { $0.contains("content credentials") })
        #expect(try payloads(bytes, .jumbf).count == 1)
        #expect(report.parts.first { $0.part.description == "APP11 JUMBF" }?.disposition == .kept)
    }
}
