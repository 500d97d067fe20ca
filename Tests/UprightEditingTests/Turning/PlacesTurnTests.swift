import UprightFormats
import UprightBase
import UprightRewriting
import Testing

/// Sizes, angles, points and guides that were once left unchanged when the picture was turned.
@Suite("Positions in metadata that move with the picture")
struct PlacesTurnTests {
    static let size = Size(width: 320, height: 240)

    func turn(_ orientation: Orientation, of size: Size = Self.size) -> MetadataTurn {
        MetadataTurn(PictureTurn(orientation, of: size)) {
            (jpeg: [UInt8], _: Orientation) throws(FormatError) in Turned(bytes: jpeg)
        }
    }

    func block(_ width: Int, _ height: Int, density: Int) -> [UInt8] {
        let recipe = TIFFRecipe(size: (width, height), thumbnail: nil)
        var block = recipe.block
        block.set([recipe.rational(.xResolution, density, 1), recipe.rational(.yResolution, density, 1)], in: .primary)
        return block.bytes
    }

    @Test(
        "Dimensions of the stored picture are exchanged, in HTML pixels and at any scale",
        arguments: [
            (160, 120, 144, true), (320, 240, 72, true), (107, 80, 72, true), (640, 480, 300, true),
            (240, 320, 72, false), (120, 160, 144, true), (320, 320, 72, false), (500, 100, 72, false),
            (77, 58, 300, true),
        ])
    func dimensions(width: Int, height: Int, density: Int, isExchanged: Bool) throws {
        let turned = turn(.right).exif(block(width, height, density: density))
        let found = try TIFFBlock(parsing: turned.bytes)
        #expect(found.integer(.pixelXDimension, in: .exif) == (isExchanged ? height : width))
        #expect(found.integer(.pixelYDimension, in: .exif) == (isExchanged ? width : height))
        let packet = XMPRecipe.packet(
            """
            <rdf:Description rdf:about="" exif:PixelXDimension="\(width)" exif:PixelYDimension="\(height)"
              tiff:XResolution="\(density)/1" tiff:YResolution="\(density)/1"/>
            """)
        let xmp = try XMPMetadata(parsing: turn(.right).xmp(packet).bytes)
        #expect(xmp["exif:PixelXDimension"]?.text == String(isExchanged ? height : width))
    }

    @Test("Sizes beyond any picture are kept and harmless")
    func hugeDimensions() {
        let packet = XMPRecipe.packet(
            "<rdf:Description exif:PixelXDimension=\"9223372036854775807\" exif:PixelYDimension=\"4\"/>")
        #expect(!turn(.right).xmp(packet).warnings.isEmpty)
    }

    @Test("A transposition exchanges the sampling factors of chroma", arguments: Orientation.allCases)
    func subsampling(orientation: Orientation) throws {
        let recipe = TIFFRecipe(thumbnail: nil)
        var block = recipe.block
        block.set([recipe.integers(.yCbCrSubSampling, .short, 2, 1)], in: .primary)
        let found = try TIFFBlock(parsing: turn(orientation, of: Size(width: 60, height: 40)).exif(block.bytes).bytes)
        let factors = found.entry(.yCbCrSubSampling, in: .primary).flatMap { found.integers($0) }
        #expect(factors == (orientation.transposes ? [1, 2] : [2, 1]))
    }

    @Test("A thumbnail in strips turns with its rows and its sampling factors")
    func strips() throws {
        let recipe = TIFFRecipe(thumbnail: nil)
        var block = recipe.block
        // Four units of two pixels side by side with their chroma.
        let start = block.append([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16])
        block.set(
            [
                recipe.integers(.imageWidth, .short, 4), recipe.integers(.imageLength, .short, 2),
                recipe.integers(.bitsPerSample, .short, 8, 8, 8), recipe.integers(.compression, .short, 1),
                recipe.integers(.photometricInterpretation, .short, 6), recipe.integers(.samplesPerPixel, .short, 3),
                recipe.integers(.stripOffsets, .long, start), recipe.integers(.stripByteCounts, .long, 16),
                recipe.integers(.rowsPerStrip, .short, 2), recipe.integers(.yCbCrSubSampling, .short, 2, 1),
            ], in: .thumbnail)
        let found = try TIFFBlock(parsing: turn(.right).exif(block.bytes).bytes)
        func values(_ tag: TIFFTag) -> [Int] { found.entry(tag, in: .thumbnail).flatMap { found.integers($0) } ?? [] }
        #expect(values(.imageWidth) + values(.imageLength) + values(.rowsPerStrip) == [2, 4, 4])
        #expect(values(.yCbCrSubSampling) == [1, 2])
        let place = try #require(found.directory(.thumbnail).flatMap { found.dataPlaces(of: $0).first })
        #expect(Array(found.bytes[place.range]) == [9, 10, 11, 12, 1, 2, 3, 4, 13, 14, 15, 16, 5, 6, 7, 8])
    }

    @Test("Slices are named if there are any", arguments: [1, 2])
    func slices(count: Int) {
        let turned = turn(.right).photoshop(resource(0x041A, long(7) + Array("slicesVlLs".utf8) + long(count)))
        #expect(turned.needsOriginal == (count > 1) && turned.warnings.isEmpty == (count == 1))
    }

    static let regions = """
        <rdf:Description rdf:about="" xmlns:apple-fi="http://ns.apple.com/faceinfo/1.0/"
          xmlns:GFocus="http://ns.google.com/photos/1.0/focus/" GFocus:FocalPointX="0.25" GFocus:FocalPointY="0.5"
          xmlns:drone-dji="http://www.dji.com/drone-dji/1.0/" drone-dji:CalibratedOpticalCenterX="100.5"
          drone-dji:CalibratedOpticalCenterY="40.0"
          xmlns:photomechanic="http://ns.camerabits.com/photomechanic/1.0/" photomechanic:CropX1="12"
          xmlns:aas="http://ns.apple.com/adjustment-settings/1.0/" aas:CropX="3" aas:CropW="0">
        <mwg-rs:Regions rdf:parseType="Resource"><mwg-rs:RegionList><rdf:Seq><rdf:li rdf:parseType="Resource">
          <mwg-rs:Area stArea:x="0.25" stArea:y="0.5" stArea:w="0.1" stArea:h="0.1" stArea:unit="normalized"/>
          <mwg-rs:Extensions rdf:parseType="Resource"><apple-fi:AngleInfoRoll>270</apple-fi:AngleInfoRoll>
            <apple-fi:AngleInfoYaw>45</apple-fi:AngleInfoYaw></mwg-rs:Extensions>
        </rdf:li></rdf:Seq></mwg-rs:RegionList></mwg-rs:Regions></rdf:Description>
        """

    @Test(
        "The angles of a face turn with it: a face on its left side becomes upright",
        arguments: [
            (Orientation.up, "270", "45"), (Orientation.upMirrored, "90", "315"), (Orientation.down, "90", "45"),
            (Orientation.downMirrored, "270", "315"),
            (Orientation.right, "0", "45"), (Orientation.left, "180", "45"), (Orientation.leftMirrored, "0", "315"),
            (Orientation.rightMirrored, "180", "315"),
        ])
    func faces(orientation: Orientation, roll: String, yaw: String) throws {
        let turned = turn(orientation).xmp(XMPRecipe.packet(Self.regions))
        let text = String(decoding: turned.bytes, as: UTF8.self)
        #expect(text.contains("AngleInfoRoll>\(roll)<"), "\(orientation)")
        #expect(text.contains("AngleInfoYaw>\(yaw)<"), "\(orientation)")
        let back = turn(orientation.inverse, of: Self.size.turned(by: orientation)).xmp(turned.bytes)
        #expect(String(decoding: back.bytes, as: UTF8.self).contains("AngleInfoRoll>270<"))
    }

    @Test("Points move; a warning names crops that cannot")
    func points() throws {
        let turned = turn(.right).xmp(XMPRecipe.packet(Self.regions))
        let text = String(decoding: turned.bytes, as: UTF8.self)
        #expect(text.contains("GFocus:FocalPointX=\"0.5\" GFocus:FocalPointY=\"0.25\""))
        #expect(text.contains("CalibratedOpticalCenterX=\"200.0\""))
        #expect(text.contains("CalibratedOpticalCenterY=\"100.5\""))
        #expect(turned.warnings.contains { $0.contains("photomechanic:Crop") })
        #expect(turned.warnings.contains { $0.contains("aas:Crop") })
    }

    @Test(
        "A Camera Raw crop moves with its size, and a mirror reverses its angle", arguments: Orientation.allCases,
        ["0", "10"])
    func crop(orientation: Orientation, angle: String) throws {
        let names = ["CropLeft", "CropTop", "CropRight", "CropBottom", "CropAngle", "CropWidth", "CropHeight"]
        let stored = ["0.1", "0.2", "0.6", "0.9", angle, "5", "7"]
        let attributes = zip(names, stored).map { "crs:\($0)=\"\($1)\"" }.joined(separator: " ")
        let source = XMPRecipe.packet(
            "<rdf:Description xmlns:crs=\"\(XMPNamespace.cameraRaw.uri)\" crs:HasCrop=\"True\" \(attributes)/>")
        func values(_ bytes: [UInt8]) throws -> [String] {
            let packet = try XMPPacket(parsing: bytes)
            return names.compactMap { packet.properties(XMPName(.cameraRaw, $0)).first.flatMap(packet.value) }
        }
        let turned = turn(orientation).xmp(source)
        let found = try values(turned.bytes)
        let transform = orientation.transform(in: Self.size)
        let isMirrored = transform.a * transform.d < transform.b * transform.c
        let sides = orientation.transposes ? ["7", "5"] : ["5", "7"]
        #expect(Array(found.suffix(3)) == [isMirrored && angle == "10" ? "-10" : angle] + sides)
        if orientation == .right, angle == "0" { #expect(Array(found.prefix(4)) == ["0.1", "0.1", "0.8", "0.6"]) }
        let back = try values(turn(orientation.inverse, of: Self.size.turned(by: orientation)).xmp(turned.bytes).bytes)
        for (one, other) in zip(back, stored) { #expect(abs((Double(one) ?? .nan) - (Double(other) ?? .nan)) < 1e-5) }
    }

    @Test("A subject at the far edge is at the last pixel; only the size before the turn is a frame of its own")
    func subjects() {
        #expect(PictureTurn(.down, of: Self.size).subject([320, 240], in: Self.size) == [0, 0])
        let turn = PictureTurn(.right, of: Self.size)
        let larger = Size(width: 640, height: 480)
        #expect(turn.subject([321, 0], in: Self.size) == nil && turn.subject([321, 0], in: larger) == [479, 321])
        #expect(turn.frame(declared: larger, holding: [321, 0]) == larger)
        #expect(turn.frame(declared: turn.uprightSize, holding: [100, 300]) == Self.size)
    }

    func resource(_ id: UInt16, _ data: [UInt8]) -> [UInt8] {
        Array("8BIM".utf8) + [UInt8(id >> 8), UInt8(id & 0xFF), 0, 0]
            + TIFFByteOrder.bigEndian.bytes(UInt64(data.count), count: 4) + data + (data.count % 2 == 1 ? [0] : [])
    }

    func long(_ value: Int) -> [UInt8] { TIFFByteOrder.bigEndian.bytes(UInt64(value), count: 4) }

    @Test("Guides and paths move, and move back", arguments: Orientation.allCases)
    func guidesAndPaths(orientation: Orientation) throws {
        let guides = long(1) + long(576) + long(288) + long(2) + long(32 * 100) + [0] + long(32 * 30) + [1]
        // Knots of closed and of open paths, linked and not.
        let points = (0..<3).flatMap { _ in long(1 << 22) + long(3 << 22) }
        let knots = [1, 2, 4, 5].flatMap { (kind: UInt8) -> [UInt8] in [0, kind] + points }
        let path = [UInt8](arrayLiteral: 0, 6) + [UInt8](repeating: 0, count: 24) + knots
        let source = resource(0x0408, guides) + resource(0x07D0, path)
        let turned = turn(orientation).photoshop(source)
        #expect(turned.warnings == [])
        let back = turn(orientation.inverse, of: Self.size.turned(by: orientation)).photoshop(turned.bytes)
        #expect(back.bytes == source)
        guard orientation == .right else { return }
        // The guide 100 pixels from the left runs across, 100 from the top; the one 30 from the top runs down, 210 from
        // the left.
        #expect(
            turned.bytes.starts(
                with: resource(
                    0x0408, long(1) + long(288) + long(576) + long(2) + long(32 * 100) + [1] + long(32 * 210) + [0])))
        let moved = (0..<3).flatMap { _ in long(3 << 22) + long(3 << 22) }
        for end in 0..<4 { #expect(turned.bytes.dropLast(26 * end).suffix(24).elementsEqual(moved)) }
    }

    @Test("IPTC's orientation, sizes and pixel sizes follow a transposition, and so does the digest")
    func iptc() throws {
        let block = IPTCBlock(dataSets: [
            IPTCDataSet(record: 2, number: 131, data: Array("L".utf8)),
            IPTCDataSet(record: 3, number: 20, data: [1, 64]), IPTCDataSet(record: 3, number: 30, data: [0, 240]),
            IPTCDataSet(record: 3, number: 40, data: [0, 1]), IPTCDataSet(record: 3, number: 50, data: [0, 2]),
        ])
        let source = resource(0x0404, block.serialized)
        // A digest that was wrong tells that another program changed the block, and stays.
        for digest in [MD5.hash(block.serialized), [UInt8](repeating: 7, count: 16)] {
            let turned = turn(.right).photoshop(source + resource(0x0425, digest))
            let parsed = PhotoshopResources(parsing: turned.bytes).resources
            let found = IPTCBlock(parsing: try #require(parsed.first).data)
            #expect(found.dataSets.map(\.data) == [Array("P".utf8), [0, 240], [1, 64], [0, 2], [0, 1]])
            #expect(parsed[1].data == (digest[0] == 7 ? digest : MD5.hash(found.serialized)))
            let upright = Self.size.turned(by: .right)
            #expect(turn(.right, of: upright).photoshop(resource(0x0404, found.serialized)).bytes == source)
        }
        #expect(turn(.down).photoshop(source).changes == [])
    }
}

extension IPTCBlock {
    fileprivate init(dataSets: [IPTCDataSet]) {
        self.init()
        self.dataSets = dataSets
    }
}
