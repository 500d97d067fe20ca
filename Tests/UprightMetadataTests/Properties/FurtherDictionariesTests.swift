import TestSupport
import Testing
import UprightBase
import UprightRewriting
import UprightFormats

/// The dictionaries that ImageIO lacks, and values that cross the bounds of a segment.
@Suite struct FurtherDictionariesTests {
    private let order = TIFFByteOrder.bigEndian

    private func long(_ number: Int) -> [UInt8] { order.bytes(UInt64(UInt32(truncatingIfNeeded: number)), count: 4) }
    private func short(_ number: Int) -> [UInt8] { order.bytes(UInt64(number), count: 2) }

    /// A JPEG with further segments behind its start.
    private func read(_ segments: [(marker: UInt8, payload: [UInt8])]) throws -> ImageProperties {
        let picture = try #require(Fixture.named("jpeg/rgb.jpg")).content()
        var bytes = Array(picture.prefix(2))
        for segment in segments {
            bytes += [0xFF, segment.marker]
            bytes += short(segment.payload.count + 2)
            bytes += segment.payload
        }
        bytes += picture.dropFirst(2)
        return try ImageProperties(reading: bytes)
    }

    /// A PNG with further chunks behind its header.
    private func png(_ chunks: [(name: String, data: [UInt8])]) throws -> PropertyValue? {
        let picture = try #require(Fixture.named("png/upright.png")).content()
        var bytes = Array(picture.prefix(33))
        for chunk in chunks {
            let content = Array(chunk.name.utf8) + chunk.data
            bytes += long(chunk.data.count)
            bytes += content
            bytes += long(Int(CRC32.checksum(content)))
        }
        bytes += picture.dropFirst(33)
        return try ImageProperties(reading: bytes).dictionary["{PNG}"]
    }

    @Test func theIndexOfAMultiPictureFileIsADictionary() throws {
        var images: [UInt8] = []
        for image in [[0x2003_0000, 1000, 0, 0], [0x0005_0000, 200, 5000, 0]] {
            for number in image { images += long(number) }
        }
        var index = Array("MPF\0MM".utf8) + short(42)
        index += long(8) + short(2)
        index += short(0xB000) + short(7) + long(4)
        index += Array("0100".utf8)
        index += short(0xB002) + short(7) + long(images.count)
        index += long(38) + long(0) + images
        let found = try read([(0xE2, index)]).dictionary["{MPF}"]
        #expect(found?["NumberOfImages"] == 2 && found?["MPFVersion"] == "0100")
        #expect(found?["Images"]?.array?[0]["MPImageType"] == "Baseline MP Primary Image")
        #expect(found?["Images"]?.array?[0]["MPImageFlags"] == "Representative image")
        #expect(found?["Images"]?.array?[1]["MPImageType"] == "Gain Map Image")
        #expect(found?["Images"]?.array?[1]["MPImageStart"] == 5000)
    }

    @Test func aThumbnailInAnExtensionOfJFIFIsADictionary() throws {
        let found = try read([(0xE0, Array("JFXX\0".utf8) + [0x13, 2, 1] + [UInt8](repeating: 9, count: 6))])
        #expect(found.dictionary["{JFXX}"]?["ThumbnailFormat"] == "RGB")
        #expect(
            found.dictionary["{JFXX}"]?["ThumbnailWidth"] == 2 && found.dictionary["{JFXX}"]?["ThumbnailHeight"] == 1)
    }

    /// A thermal camera's record in two segments, the second first.
    @Test func theRecordOfAThermalCameraIsNamed() throws {
        func float(_ number: Float) -> [UInt8] { long(Int(number.bitPattern)) }
        var record = [UInt8](repeating: 0, count: 1200)
        record.replaceSubrange(0..<2, with: short(2))
        record.replaceSubrange(32..<36, with: float(0.95))
        record.replaceSubrange(40..<44, with: float(293.15))
        record.replaceSubrange(212..<219, with: "FLIR E4".utf8)
        record.replaceSubrange(776..<780, with: long(-7340))
        var heap = Array("FFF\0".utf8) + [UInt8](repeating: 0, count: 60)
        heap.replaceSubrange(20..<24, with: long(100))
        heap.replaceSubrange(24..<32, with: long(64) + long(1))
        heap += short(0x20) + [UInt8](repeating: 0, count: 10) + long(96) + long(record.count)
        heap += [UInt8](repeating: 0, count: 12) + record
        func segment(_ number: UInt8, _ part: ArraySlice<UInt8>) -> (marker: UInt8, payload: [UInt8]) {
            (0xE1, Array("FLIR\0".utf8) + [1, number, 1] + part)
        }
        let camera = try read([segment(1, heap[700...]), segment(0, heap[..<700])]).dictionary["{FLIR}"]
        #expect(camera?["CameraModel"] == "FLIR E4" && camera?["PlanckO"] == -7340)
        #expect(abs((camera?["Emissivity"]?.number ?? 0) - 0.95) < 1e-6)
        #expect(abs((camera?["ReflectedApparentTemperature"]?.number ?? 0) - 20) < 1e-3)
        // Each part alone is no record.
        #expect(try read([segment(1, heap[700...])]).dictionary["{FLIR}"] == nil)
        for length in stride(from: 0, to: heap.count, by: 7) { _ = try read([segment(0, heap[..<length])]) }
    }

    @Test func anExifBlockInTwoSegmentsIsOne() throws {
        var block = TIFFBlock(byteOrder: .bigEndian)
        let artist = Array(repeating: UInt8(ascii: "A"), count: 60) + [0]
        block.set([TIFFField(tag: 0x013B, type: .ascii, count: artist.count, bytes: artist)], in: .primary)
        let (first, second) = (block.bytes.prefix(30), block.bytes.dropFirst(30))
        let exif = Array("Exif\0\0".utf8)
        let properties = try read([(0xE1, exif + first), (0xE1, exif + second)])
        #expect(properties.tiff.artist == String(repeating: "A", count: 60))
        // A second block of its own is none.
        let other = try read([(0xE1, exif + block.bytes), (0xE1, exif + block.bytes)])
        #expect(other.metadata.exif == block.bytes && other.warnings.contains { $0.contains("another Exif block") })
    }

    @Test func aProfilesHeaderIsADictionary() throws {
        var profile = [UInt8](repeating: 0, count: 132)
        profile.replaceSubrange(0..<4, with: long(132))
        profile.replaceSubrange(4..<8, with: "appl".utf8)
        profile[8] = 4
        profile.replaceSubrange(12..<24, with: "mntrRGB XYZ ".utf8)
        profile.replaceSubrange(24..<36, with: [2024, 5, 17, 18, 3, 9].map(short).reduce([], +))
        profile.replaceSubrange(36..<40, with: "acsp".utf8)
        profile.replaceSubrange(68..<72, with: long(0xF6D6))
        let found = try read([(0xE2, Array("ICC_PROFILE\0".utf8) + [1, 1] + profile)]).dictionary["{ICC}"]
        #expect(found?["ProfileCMMType"] == "appl" && found?["ProfileClass"] == "mntr")
        #expect(found?["ProfileDateTime"] == "2024:05:17 18:03:09" && found?["ColorSpaceData"] == "RGB")
        #expect(abs((found?["ConnectionSpaceIlluminant"]?.array?.first?.number ?? 0) - 0.9642) < 1e-4)
    }

    @Test func chunksOfPNGThatFewWrite() throws {
        var calibration = Array("Length\0".utf8) + long(-1)
        calibration += long(255) + [0, 2]
        calibration += Array("m\u{0}0.5\u{0}2".utf8)
        let found = try png([
            ("hIST", [0, 1, 0, 200]), ("sPLT", Array("Warm\0".utf8) + [8] + [1, 2, 3, 4, 0, 9]),
            ("pCAL", calibration), ("pCAL", [1]), ("sPLT", []),
        ])
        #expect(found?["Histogram"] == [1, 200])
        #expect(found?["SuggestedPalettes"] == [["Name": "Warm", "SampleDepth": 8, "Entries": 1]])
        let calibrated = try png([("pCAL", calibration)])?["PixelCalibration"]
        #expect(calibrated?["OriginalZero"] == -1 && calibrated?["Unit"] == "m")
        #expect(calibrated?["Parameters"] == [0.5, 2.0])
    }
}
