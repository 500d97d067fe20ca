import UprightFormats
import UprightRewriting
import UprightBase
import TestJPEG
import Testing

@Suite("Which orientation counts")
struct OrientationPrecedenceTests {
    /// A carrier of a case, with its value.
    enum Carrier: Sendable {
        /// An Exif segment, with orientations by directory.
        case exif([(TIFFDirectory.Kind, Int)])
        case typed(TIFFFieldType, [UInt8], count: Int = 1)
        case packet(Int)
        /// An unreadable Exif segment, and an empty one.
        case broken, empty
        indirect case behindScan(Carrier)
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let carriers: [Carrier]
        /// The orientation that counts; nil if none does.
        let counts: Int?

        init(_ name: String, _ carriers: [Carrier], _ counts: Int?) {
            self.name = name
            self.carriers = carriers
            self.counts = counts
        }

        var testDescription: String { name }
    }

    @Test("the rank of a carrier decides, and not its place in the file")
    func rank() {
        let carriers: [OrientationCarrier] = [.behindScan, .extendedXMP, .xmp, .rawProfile, .exif, .furtherExif]
        let readings = carriers.enumerated().map { number, carrier in
            (carrier: carrier, reading: OrientationReading(raw: number + 1, carrier: "\(carrier)"))
        }
        #expect(OrientationPrecedence(readings).counting?.raw == 5)
        #expect(OrientationPrecedence(Array(readings.prefix(3))).counting?.raw == 3)
    }

    static let cases: [Case] = [
        Case("IFD0", [.exif([(.primary, 6)])], 6),
        Case("ExifIFD alone", [.exif([(.exif, 8)])], 8),
        Case("IFD0 before ExifIFD", [.exif([(.primary, 6), (.exif, 8)])], 6),
        Case("an upright IFD0 before ExifIFD", [.exif([(.primary, 1), (.exif, 8)])], 1),
        Case("IFD0 unknown, ExifIFD", [.exif([(.primary, 0), (.exif, 8)])], 8),
        Case("GPS alone", [.exif([(.gps, 8)])], nil),
        Case("interoperability alone", [.exif([(.interoperability, 8)])], nil),
        Case("IFD1 alone", [.exif([(.thumbnail, 8)])], nil),
        Case("IFD0 and all others", [.exif([(.primary, 6), (.gps, 8), (.interoperability, 3), (.exif, 4)])], 6),
        Case("Exif before XMP", [.packet(8), .exif([(.primary, 6)])], 6),
        Case("an upright Exif before XMP", [.exif([(.primary, 1)]), .packet(8)], 1),
        Case("XMP alone", [.packet(8)], 8),
        Case("XMP with an Exif block without orientation", [.exif([]), .packet(8)], 8),
        Case("Exif 0 before XMP", [.exif([(.primary, 0)]), .packet(8)], 0),
        Case("Exif 9 before XMP", [.exif([(.primary, 9)]), .packet(8)], 9),
        Case("ExifIFD before XMP", [.exif([(.exif, 8)]), .packet(6)], 8),
        Case("the first of two Exif blocks", [.exif([(.primary, 6)]), .exif([(.primary, 8)])], 6),
        Case("an upright first Exif block", [.exif([(.primary, 1)]), .exif([(.primary, 8)])], 1),
        Case("a first Exif block of 0", [.exif([(.primary, 0)]), .exif([(.primary, 8)])], 0),
        Case("a first Exif block of 65535", [.exif([(.primary, 65_535)]), .exif([(.primary, 8)])], 65_535),
        Case("a first Exif block without orientation", [.exif([]), .exif([(.primary, 8)])], nil),
        Case("a first Exif block that is broken", [.broken, .exif([(.primary, 8)])], nil),
        Case("a first Exif segment that is empty", [.empty, .exif([(.primary, 8)])], 8),
        Case("Exif after the first scan", [.behindScan(.exif([(.primary, 6)]))], nil),
        Case("XMP after the first scan", [.behindScan(.packet(6))], nil),
        Case("Exif before and after the first scan", [.exif([(.primary, 6)]), .behindScan(.exif([(.primary, 8)]))], 6),
        Case("BYTE", [.typed(.byte, [6])], 6), Case("SBYTE", [.typed(.sbyte, [6])], 6),
        Case("SSHORT", [.typed(.sshort, [0, 6])], 6), Case("LONG", [.typed(.long, [0, 0, 0, 6])], 6),
        Case("SLONG", [.typed(.slong, [0, 0, 0, 6])], 6), Case("ASCII", [.typed(.ascii, [0x36, 0], count: 2)], 6),
        Case("ASCII in words", [.typed(.ascii, Array("right".utf8) + [0], count: 6)], nil),
        Case("RATIONAL", [.typed(.rational, [0, 0, 0, 6, 0, 0, 0, 1])], 6),
        Case("SRATIONAL", [.typed(.srational, [0, 0, 0, 6, 0, 0, 0, 1])], 6),
        Case("RATIONAL 12/2", [.typed(.rational, [0, 0, 0, 12, 0, 0, 0, 2])], nil),
        Case("UNDEFINED", [.typed(.undefined, [6])], 6),
        Case("DOUBLE", [.typed(.double, [0x40, 0x18, 0, 0, 0, 0, 0, 0])], 6),
        Case("FLOAT", [.typed(.float, [0x40, 0xC0, 0, 0])], nil), Case("IFD", [.typed(.ifd, [0, 0, 0, 6])], nil),
        Case("two numbers", [.typed(.short, [0, 6, 0, 8], count: 2)], 6),
        Case("no number", [.typed(.short, [], count: 0)], nil),
    ]

    static func segment(_ carrier: Carrier) -> [UInt8] {
        var block = TIFFBlock(byteOrder: .bigEndian)
        switch carrier {
        case .exif(let values):
            block.set([TIFFField(tag: 0x010F, type: .ascii, count: 2, bytes: [0x41, 0])], in: .primary)
            for (kind, value) in values {
                if kind == .interoperability {
                    block.set([TIFFField(tag: 0xA001, type: .short, count: 1, bytes: [0, 1])], in: .exif)
                }
                block.set(
                    [TIFFField(tag: .orientation, type: .short, integers: [value], order: .bigEndian)], in: kind)
            }
        case .typed(let type, let bytes, let count):
            block.set(
                [TIFFField(tag: TIFFTag.orientation.rawValue, type: type, count: count, bytes: bytes)], in: .primary)
        case .packet(let value): return MetadataRecipe.xmp(MetadataRecipe.packet("tiff:Orientation=\"\(value)\""))
        case .broken: return MetadataRecipe.exif(Array("XX\0\u{2A}\0\0\0\u{8}".utf8))
        case .empty: return MetadataRecipe.exif([])
        case .behindScan(let inner): return segment(inner)
        }
        return MetadataRecipe.exif(block.bytes)
    }

    /// Returns a progressive picture with the carriers of a case.
    static func picture(_ item: Case) throws -> [UInt8] {
        let sampling = JPEGSampling.all[0]
        var early: [[UInt8]] = []
        var late: [UInt8] = []
        for carrier in item.carriers {
            if case .behindScan = carrier { late += segment(carrier) } else { early.append(segment(carrier)) }
        }
        let bytes = try JPEGBuilder.file(
            sampling.picture(Size(width: 24, height: 16)), JPEGProcess.progressive.coding(sampling), segments: early)
        let scans = try JPEGFile(parsing: bytes).segments.filter { $0.marker == JPEGMarker.sos }
        guard !late.isEmpty, scans.count > 1 else { return bytes }
        return bytes[..<scans[1].markerOffset] + late + bytes[scans[1].markerOffset...]
    }

    @Test("Every case gives the expected orientation, and afterwards no carrier gives another one", arguments: cases)
    func table(item: Case) throws {
        let source = try Self.picture(item)
        #expect(try ImageProperties(reading: source).orientation == item.counts.flatMap { Orientation(rawValue: $0) })
        let result = Normalizer().normalize(source)
        #expect(result.report.orientation == item.counts)
        let turns = (2...8).contains(item.counts ?? 1)
        #expect(result.report.components.isEmpty != turns)
        guard case .bytes(let output) = result.output else {
            #expect(!turns)
            return
        }
        for segment in try JPEGFile(parsing: output).segments where segment.marker == 0xE1 {
            let payload = Array(output[segment.payload])
            guard JPEGCarrier(marker: 0xE1, payload: payload[...]) == .exif else {
                #expect(OrientationReading.xmp(Array(payload.dropFirst(29)))?.raw ?? 1 == 1)
                continue
            }
            guard let block = try? TIFFBlock(parsing: Array(payload.dropFirst(6))) else { continue }
            for directory in block.directories {
                for entry in directory.entries where entry.tag == TIFFTag.orientation.rawValue {
                    #expect(!(2...8).contains(block.orientation(entry) ?? 1))
                    #expect((block.integers(entry) ?? []).allSatisfy { !(2...8).contains($0) })
                }
            }
        }
        #expect(Normalizer().normalize(output).report.outcome == .unchanged)
    }

    @Test("A second GPS directory to which IFD1 points is read, and its orientation neutralized")
    func strayDirectory() throws {
        var block = try TIFFBlock(parsing: MetadataRecipe.block(orientation: 1, thumbnailOrientation: 1))
        block.set([TIFFField(tag: 0, type: .byte, count: 4, bytes: [2, 3, 0, 0])], in: .gps)
        let order = TIFFByteOrder.bigEndian
        let directory: [UInt8] = [0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 8, 0, 0, 0, 0, 0, 0]
        let place = block.append(directory)
        block.set([TIFFField(tag: .gpsIFD, type: .long, integers: [place], order: order)], in: .thumbnail)
        #expect(block.directories.count { $0.kind == .gps } == 2)
        let source = try JPEGBuilder.file(
            JPEGSampling.all[0].picture(Size(width: 16, height: 16)), JPEGProcess.optimized.coding(JPEGSampling.all[0]),
            segments: [MetadataRecipe.exif(block.bytes)])
        let result = Normalizer().normalize(source)
        #expect(result.report.changes.map(\.what) == ["exif.GPS.Orientation"])
    }
}
