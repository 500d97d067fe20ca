import Foundation
import TestSupport
import Testing
import UprightRewriting
import UprightFormats

/// Numbers at the ends of the types in every value of a picture's metadata. One that stops the worker would cost the
/// picture its turn.
@Suite struct ExtremeNumberTests {
    private static let picture: [UInt8] = {
        // Every test of this suite fails without the fixture.
        do { return try [UInt8](Data(contentsOf: Fixture.folder.appending(path: "jpeg/grayscale.jpg"))) } catch {
            return []
        }
    }()

    /// The picture with a segment behind the start of the image.
    private static func with(_ signature: [UInt8], _ content: [UInt8]) -> [UInt8] {
        let length = signature.count + content.count + 2
        return picture[..<2] + [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + signature + content
            + picture[2...]
    }

    /// Reads, writes as JSON, turns and edits a file.
    private static func work(on file: [UInt8], _ what: String) throws {
        let properties = try ImageProperties(reading: file)
        let text = PropertyValue.dictionary(properties.dictionary).json
        _ = try JSONSerialization.jsonObject(with: Data(text.utf8))
        let result = Normalizer().normalize(file)
        #expect([.normalized, .unchanged].contains(result.report.outcome), "\(what): \(result.report.reason)")
        let time = try #require(ExifDateTime("2024:05:17 18:03:09", offset: "+02:00"))
        var edits = MetadataEdit.time(time, type: .jpeg)
        edits += try #require(
            MetadataEdit.position(latitude: "-33.8675", longitude: "151.2070", altitude: "25", type: .jpeg))
        // Edits of a damaged block are refused; what is written can be read.
        guard let edited = try? MetadataEditor(edits).edited(file) else { return }
        #expect(try ImageProperties(reading: edited.bytes).gps?.coordinate != nil, "\(what)")
    }

    /// The eight bytes of the ends of each type, and of what lies at the edges of their pairs.
    static let units: [[UInt8]] = {
        func word(_ value: some FixedWidthInteger) -> [UInt8] { withUnsafeBytes(of: value.bigEndian) { Array($0) } }
        let ends: [UInt32] = [0, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF]
        let doubles: [Double] = [0x1p63, -0x1p63, 1e308, .infinity, .nan]
        return [word(UInt64(1)), word(0x8000_0000_8000_0001 as UInt64), word(0x3B_0000_003C as UInt64)]
            + ends.flatMap { a in ends.map { word(a) + word($0) } } + doubles.map { word($0.bitPattern) }
            + doubles.map { word(Float($0).bitPattern) + word(Float($0).bitPattern) }
    }()

    static let types: [TIFFFieldType] = [
        .byte, .ascii, .short, .long, .rational, .sbyte, .undefined, .sshort, .slong, .srational, .float, .double, .ifd,
    ]

    /// Returns a block in which each tag of the standards has a value of this type and count.
    private static func block(_ type: TIFFFieldType, count: Int, unit: [UInt8], order: TIFFByteOrder) -> [UInt8] {
        var block = TIFFBlock(byteOrder: order)
        let size = type.size ?? 1
        // The low bytes of a unit are its number in the types that are shorter.
        let value = Array(unit.suffix(size))
        let ordered =
            order == .bigEndian
            ? value
            : size == 8 && type != .double
                ? Array(value[..<4].reversed() + value[4...].reversed()) : value.reversed()
        let bytes = (0..<count).flatMap { _ in ordered }
        for (group, kind) in [
            (TagGroup.primary, TIFFDirectory.Kind.primary), (.exif, .exif), (.gps, .gps),
            (.interoperability, .interoperability),
            (.thumbnail, .page(1)),
        ] {
            let links: Set<UInt16> = [0x0112, 0x8769, 0x8825, 0xA005]
            let fields = TagTable.definitions(of: group).map(\.number).filter { !links.contains($0) }
                .map { TIFFField(tag: $0, type: type, count: count, bytes: bytes) }
            block.set(fields, in: kind)
        }
        let six: [UInt8] = order == .bigEndian ? [0, 6] : [6, 0]
        block.set([TIFFField(tag: 0x0112, type: .short, count: 1, bytes: six)], in: .primary)
        return block.bytes
    }

    @Test(arguments: types) func everyTagOfEveryTypeIsRead(type: TIFFFieldType) throws {
        let size = type.size ?? 1
        let units = Set(Self.units.map { Array($0.suffix(size)) }).sorted { $0.lexicographicallyPrecedes($1) }
        for (index, unit) in units.enumerated() {
            let order = index.isMultiple(of: 2) ? TIFFByteOrder.bigEndian : .littleEndian
            let padded = [UInt8](repeating: 0, count: 8 - size) + unit
            for count in [[1, 4][index % 2], 3] {
                let block = Self.block(type, count: count, unit: padded, order: order)
                try Self.work(
                    on: Self.with(Array("Exif\0\0".utf8), block), "\(count) \(type.name) of \(unit) in \(order)")
            }
        }
    }

    static let numbers =
        [
            "-0", "nan", "inf", "-inf", "1e308", "-1e308", "1e19", "1e-9223372036854775808", "1e9223372036854775807",
            "-1e-9223372036854775808", "1e30", "1e-30", "999999999.9999999999999999", "-999999999e30", "0/0", "1/0",
            "-2147483648/-1", "4294967295/1", "9223372036854775807/9223372036854775807",
            String(repeating: "9", count: 400),
            "0." + String(repeating: "0", count: 400) + "1", "99,59.99999999N", "9223372036854775807,1N", "0.5", "1",
        ]
        + [31, 32, 63, 64].flatMap { power -> [String] in
            let number = Int128(1) << Int128(power)
            return [number - 1, number, number + 1].flatMap { ["\($0)", "-\($0)"] }
        }

    @Test(arguments: numbers) func everyXMPNumberIsRead(number: String) throws {
        let namespaces: [XMPNamespace] = [
            .xmp, .tiff, .exif, .exifEX, .mwgRegions, .area, .dimensions, .microsoftPhoto, .microsoftRegionInfo,
            .microsoftRegion, .acdseeRegions, .acdseeArea, .acdseeDimensions, .iptcExtension, .thumbnail, .cameraRaw,
            .googleCamera, .container, .containerItem, .googleDepth, .googlePanorama, .gainMap, .appleFaceInfo,
            .appleAdjustments, .photoMechanic, .googleFocus, .djiDrone,
        ]
        let declared = namespaces.map { "xmlns:\($0.prefix)=\"\($0.uri)\"" }.joined(separator: " ")
        let simple = [
            "xmp:Rating", "tiff:ImageWidth", "tiff:ImageLength", "tiff:XResolution", "tiff:ResolutionUnit",
            "exif:PixelXDimension",
            "exif:PixelYDimension", "exif:GPSLatitude", "exif:GPSLongitude", "exif:GPSAltitude", "exif:GPSTimeStamp",
            "exif:DateTimeOriginal", "exif:ExposureTime", "exif:FNumber", "exif:FocalPlaneXResolution", "crs:CropTop",
            "crs:CropLeft", "crs:CropBottom", "crs:CropRight", "crs:CropAngle", "crs:CropWidth", "crs:CropHeight",
            "crs:HasCrop",
            "GCamera:MicroVideoOffset", "GCamera:MotionPhotoPresentationTimestampUs", "GPano:FullPanoWidthPixels",
            "GPano:CroppedAreaLeftPixels", "GPano:InitialViewHeadingDegrees", "GDepth:Near", "GDepth:ImageWidth",
            "hdrgm:GainMapMax", "GFocus:FocalPointX", "GFocus:FocalPointY", "drone-dji:CalibratedOpticalCenterX",
            "drone-dji:CalibratedOpticalCenterY", "drone-dji:GimbalRollDegree", "photomechanic:Prefs",
            "photomechanic:CropLeft",
        ].map { "\($0)=\"\(number)\"" }.joined(separator: " ")
        func region(_ rs: String, _ area: String, _ dim: String, _ name: String, _ unit: String) -> String {
            """
            <\(rs):Regions rdf:parseType="Resource"><\(rs):AppliedToDimensions \(dim):w="\(number)" \(dim):h="\(number)"/>
            <\(rs):RegionList><rdf:Bag><rdf:li><rdf:Description \(rs):Rotation="\(number)">
            <\(rs):\(name) \(area):x="\(number)" \(area):y="\(number)" \(area):w="\(number)" \(area):h="\(number)" \(area):unit="\(unit)"/>
            <\(rs):Extensions apple-fi:AngleInfoRoll="\(number)" apple-fi:AngleInfoYaw="\(number)"/>
            </rdf:Description></rdf:li></rdf:Bag></\(rs):RegionList></\(rs):Regions>
            """
        }
        for (unit, trailer) in [("normalized", 0), ("pixel", 64)] {
            let packet = """
                <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
                <rdf:Description rdf:about="" \(declared) tiff:Orientation="6" \(simple)>
                \(region("mwg-rs", "stArea", "stDim", "Area", unit))
                \(region("acdsee-rs", "acdsee-stArea", "acdsee-stDim", "DLYArea", unit))
                <exif:SubjectArea><rdf:Seq><rdf:li>\(number)</rdf:li><rdf:li>\(number)</rdf:li><rdf:li>\(number)</rdf:li>
                <rdf:li>\(number)</rdf:li></rdf:Seq></exif:SubjectArea>
                <exif:SubjectLocation><rdf:Seq><rdf:li>\(number)</rdf:li><rdf:li>1</rdf:li></rdf:Seq></exif:SubjectLocation>
                <MP:RegionInfo rdf:parseType="Resource"><MPRI:Regions><rdf:Bag><rdf:li MPReg:Rectangle="\(number), \(number), \(number), \(number)"/>
                <rdf:li MPReg:Rectangle="\(number)"/></rdf:Bag></MPRI:Regions></MP:RegionInfo>
                <Iptc4xmpExt:ImageRegion><rdf:Bag><rdf:li><rdf:Description><Iptc4xmpExt:RegionBoundary rdf:parseType="Resource">
                <Iptc4xmpExt:rbShape>rectangle</Iptc4xmpExt:rbShape><Iptc4xmpExt:rbUnit>\(unit == "pixel" ? "pixel" : "relative")</Iptc4xmpExt:rbUnit>
                <Iptc4xmpExt:rbX>\(number)</Iptc4xmpExt:rbX><Iptc4xmpExt:rbY>\(number)</Iptc4xmpExt:rbY>
                <Iptc4xmpExt:rbW>\(number)</Iptc4xmpExt:rbW><Iptc4xmpExt:rbH>\(number)</Iptc4xmpExt:rbH>
                <Iptc4xmpExt:rbRx>\(number)</Iptc4xmpExt:rbRx></Iptc4xmpExt:RegionBoundary></rdf:Description></rdf:li></rdf:Bag></Iptc4xmpExt:ImageRegion>
                <Container:Directory><rdf:Seq><rdf:li rdf:parseType="Resource"><Container:Item Item:Semantic="Primary" Item:Mime="image/jpeg"
                Item:Padding="\(number)"/></rdf:li><rdf:li rdf:parseType="Resource"><Container:Item Item:Semantic="MotionPhoto"
                Item:Mime="video/mp4" Item:Length="\(number)" Item:Padding="\(number)"/></rdf:li></rdf:Seq></Container:Directory>
                <xmp:Thumbnails><rdf:Alt><rdf:li rdf:parseType="Resource"><xmpGImg:width>\(number)</xmpGImg:width>
                <xmpGImg:height>\(number)</xmpGImg:height><xmpGImg:format>JPEG</xmpGImg:format><xmpGImg:image>AAAA</xmpGImg:image>
                </rdf:li></rdf:Alt></xmp:Thumbnails>
                </rdf:Description></rdf:RDF></x:xmpmeta>
                """
            let file = Self.with(Array("http://ns.adobe.com/xap/1.0/\0".utf8), Array(packet.utf8))
            let trailing = [UInt8](repeating: 0x2A, count: trailer)
            try Self.work(on: file + trailing, "\(number) in XMP, \(unit)")
        }
    }

    @Test(arguments: numbers) func everyDecimalIsExactOrNone(number: String) {
        _ = DecimalText(number)?.text
        _ = DecimalText(number).flatMap { DecimalText(.max).subtracting($0)?.text }
        _ = DecimalText(.min).subtracting(DecimalText(0))?.text
        if let exact = ExactFraction(decimal: number) {
            #expect(exact.denominator > 0)
            _ = Rational(approximating: exact, maximumDenominator: .max)
        }
        _ = DegreesMinutesSeconds(decimalDegrees: number)?.formatted()
        if let value = Double(number) {
            _ = SignedRational(approximating: value)
            _ = Rational(approximating: value)
            _ = DegreesMinutesSeconds(decimalDegrees: value)?.formatted()
        }
    }
}
