import TestJPEG
import Testing
import UprightRewriting
import UprightBase
import UprightFormats

/// Parts with the geometry of the picture that cannot be turned: each is kept, named, and keeps the original.
@Suite("Parts that cannot be turned")
struct FixedPartTests {
    private func picture(_ segments: [[UInt8]], orientation: Int = 6, make: String? = nil) throws -> [UInt8] {
        var block = try TIFFBlock(parsing: MetadataRecipe.block(orientation: orientation))
        if let make {
            block.set(
                [
                    TIFFField(
                        tag: TIFFTag.make.rawValue, type: .ascii, count: make.utf8.count + 1,
                        bytes: Array(make.utf8) + [0])
                ],
                in: .primary)
        }
        return try MultiPictureTests().coded(
            MultiPictureTests.size, segments: [MetadataRecipe.exif(block.bytes)] + segments)
    }

    private static func segment(_ number: UInt8, _ text: String, count: Int = 0) -> [UInt8] {
        JPEGBuilder.segment(0xE0 + number, Array(text.utf8) + [UInt8](repeating: 7, count: count))
    }

    @Test(
        "Each segment with a geometry of its own is named beside a turn, and keeps the original",
        arguments: [
            (segment(1, "FLIR\0", count: 40), nil, "FLIR"), (segment(2, "IJPEG\0", count: 40), nil, "IJPEG"),
            (segment(3, "", count: 60_000), "DJI", "DJI"), (segment(3, "_JPSJPS_", count: 8), nil, "JPS"),
            (segment(4, "SCALADO\0", count: 80), nil, "SCALADO"),
            (segment(11, "HDR_RI ver=11\0", count: 9), nil, "JPEG-HDR"),
            (segment(8, "SPIFF\0", count: 26), nil, "SPIFF"), (segment(6, "NITF\0", count: 20), nil, "NITF"),
            (segment(5, "anything", count: 4_200), nil, "unknown content (APP5)"),
            (
                MetadataRecipe.xmp(
                    MetadataRecipe.packet(
                        "xmlns:Camera=\"http://pix4d.com/camera/1.0\" Camera:PrincipalPoint=\"2.4,1.8\"")), nil, "Pix4D"
            ),
            (
                MetadataRecipe.xmp(
                    MetadataRecipe.packet(
                        """
                        xmlns:drone-dji="http://www.dji.com/drone-dji/1.0/" drone-dji:GimbalRollDegree="+0.00"
                        drone-dji:CalibratedOpticalCenterX="20" drone-dji:CalibratedOpticalCenterY="10"
                        """)), nil, "roll of the camera"
            ),
            (
                MetadataRecipe.xmp(
                    MetadataRecipe.packet(
                        "xmlns:depthData=\"http://ns.apple.com/depthData/1.0/\" depthData:Accuracy=\"absolute\"")), nil,
                "Apple's depth"
            ),
        ] as [([UInt8], String?, String)])
    func segments(segment: [UInt8], make: String?, name: String) throws {
        let report = Normalizer().normalize(try picture([segment], make: make)).report
        #expect(report.outcome == .normalized && report.needsOriginal)
        #expect(report.warnings.count { $0.contains(name) } == 1, "\(report.warnings)")
        let upright = Normalizer().normalize(try picture([segment], orientation: 1, make: make)).report
        #expect(!upright.needsOriginal && upright.warnings.isEmpty)
    }

    @Test("Small or harmless segments are not named, nor is a roll without a moved centre")
    func harmless() throws {
        let segments = [
            Self.segment(5, "anything", count: 300), Self.segment(7, "\u{1A}Qualcomm Camera Attributes", count: 9_000),
            Self.segment(6, "GoPro\0", count: 9_000),
            MetadataRecipe.xmp(
                MetadataRecipe.packet(
                    "xmlns:drone-dji=\"http://www.dji.com/drone-dji/1.0/\" drone-dji:GimbalRollDegree=\"+0.00\"")),
        ]
        let report = Normalizer().normalize(try picture(segments)).report
        #expect(report.outcome == .normalized && !report.needsOriginal && report.warnings.isEmpty, "\(report.warnings)")
    }

    @Test(
        "Samsung's and Huawei's depth maps behind the picture are named",
        arguments: [
            (Array("....edof\0\u{1}\u{2}".utf8), "edof"), (samsung("SingleShot_DepthMap_1"), "SingleShot_DepthMap_1"),
            (samsung("FocusShot_Map"), "FocusShot_Map"),
            (fotoStation(2) + fotoStation(1), "FotoStation"),
        ])
    func trailers(trailer: [UInt8], name: String) throws {
        let report = Normalizer().normalize(try picture([]) + trailer).report
        #expect(report.needsOriginal && report.warnings.contains { $0.contains(name) }, "\(report.warnings)")
    }

    /// A record of four bytes with its tag: 2 is a crop.
    private static func fotoStation(_ tag: UInt8) -> [UInt8] {
        [1, 2, 3, 4, 0, tag, 0, 0, 0, 14, 0xA1, 0xB2, 0xC3, 0xD4]
    }

    /// One record with its directory.
    private static func samsung(_ name: String) -> [UInt8] {
        func little(_ value: Int, _ count: Int) -> [UInt8] {
            TIFFByteOrder.littleEndian.bytes(UInt64(value), count: count)
        }
        let record = little(0, 2) + little(0x0AB1, 2) + little(name.utf8.count, 4) + Array(name.utf8) + [1, 2, 3, 4]
        let directory =
            Array("SEFH".utf8) + little(107, 4) + little(1, 4) + little(0, 2) + little(0x0AB1, 2)
            + little(record.count, 4) + little(record.count, 4)
        return record + directory + little(directory.count, 4) + Array("SEFT".utf8)
    }

    @Test("What an embedded picture holds is named, too")
    func embedded() throws {
        let inner = try MultiPictureTests().coded(
            Size(width: 32, height: 16), segments: [Self.segment(1, "FLIR\0", count: 40)])
        let block = MetadataRecipe.block(orientation: 6, thumbnail: inner)
        let source = try MultiPictureTests().coded(MultiPictureTests.size, segments: [MetadataRecipe.exif(block)])
        let report = Normalizer().normalize(source).report
        #expect(report.needsOriginal)
        #expect(
            report.warnings.contains { $0.contains("in the thumbnail") && $0.contains("FLIR") }, "\(report.warnings)")
    }

    @Test("A thumbnail in XMP is turned with its size, and what it holds is named")
    func embeddedInXMP() throws {
        let inner = try MultiPictureTests().coded(
            Size(width: 32, height: 16), segments: [Self.segment(1, "FLIR\0", count: 40)])
        let packet = MetadataRecipe.packet(
            """
            xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:xmpGImg="http://ns.adobe.com/xap/1.0/g/img/"
            """,
            """
            <xmp:Thumbnails><rdf:Alt><rdf:li rdf:parseType="Resource"><xmpGImg:width>32</xmpGImg:width>
            <xmpGImg:height>16</xmpGImg:height><xmpGImg:image>\(Base64.encoded(inner))</xmpGImg:image>
            </rdf:li></rdf:Alt></xmp:Thumbnails>
            """)
        let result = Normalizer().normalize(try picture([MetadataRecipe.xmp(packet)]))
        #expect(result.report.needsOriginal)
        #expect(
            result.report.warnings.contains { $0.contains("in the thumbnail") && $0.contains("FLIR") },
            "\(result.report.warnings)")
        guard case .bytes(let output) = result.output else { throw FormatError("expected an output, found none") }
        let text = String(decoding: output, as: UTF8.self)
        #expect(text.contains("<xmpGImg:width>16<") && text.contains("<xmpGImg:height>32<"))
    }

    @Test("A thumbnail of Photoshop is turned with the sizes in its header")
    func photoshopThumbnail() throws {
        func words(_ values: Int...) -> [UInt8] {
            values.flatMap { TIFFByteOrder.bigEndian.bytes(UInt64($0), count: 4) }
        }
        let inner = try MultiPictureTests().coded(Size(width: 32, height: 17), segments: [])
        let data = words(1, 32, 17, 96, 96 * 17, inner.count) + [0, 24, 0, 1] + inner
        var resources = PhotoshopResources(parsing: [])
        resources.resources = [.init(id: 0x040C, data: data)]
        let turn = MetadataTurn(PictureTurn(.right, of: Size(width: 64, height: 34))) {
            (jpeg: [UInt8], _: Orientation) throws(FormatError) in Turned(bytes: jpeg + [0])
        }
        let found = try #require(
            PhotoshopResources(parsing: turn.photoshop(resources.serialized).bytes).resources.first)
        #expect(found.data.prefix(28).elementsEqual(words(1, 17, 32, 52, 52 * 32, inner.count + 1) + [0, 24, 0, 1]))
    }
}
