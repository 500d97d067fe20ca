import TestJPEG
import Testing
import UprightBase
import UprightFormats
import UprightRewriting

/// Files that are read and passed as they are.
@Suite struct ReadableFormatTests {
    private typealias Samples = ReadableSamples

    private static let jpeg = makeJPEG()

    /// A JPEG with the metadata of a camera.
    private static func makeJPEG() -> [UInt8] {
        let exif = JPEGBuilder.segment(0xE1, Array("Exif\0\0".utf8) + Samples.tiff(Samples.camera))
        let sampling = JPEGSampling("4:4:4", [[1, 1], [1, 1], [1, 1]])
        return
            (try? JPEGBuilder.file(
                sampling.picture(Size(width: 32, height: 24)), JPEGProcess.baseline.coding(sampling), segments: [exif]))
            ?? []
    }

    /// A file of each kind, with the extension that it has.
    private static let all: [(ending: String, bytes: [UInt8])] = [
        ("mov", Samples.video()), ("mp4", Samples.video(brand: "isom")), ("3gp", Samples.video(brand: "3gp4")),
        ("dng", Samples.dng(preview: jpeg)), ("rw2", Samples.panasonic()), ("orf", Samples.olympus()),
        ("raf", Samples.fujifilm(jpeg: jpeg)), ("cr3", Samples.canon(preview: jpeg)),
        ("jxl", Samples.jpegXL(6, exif: 8, compressed: true)), ("jxl", Samples.codestream(3)),
    ]

    @Test func aVideoSaysWhenWhereAndHowItWasRecorded() throws {
        let video = try ImageProperties(reading: Samples.video())
        #expect(video.type.rawValue == "com.apple.quicktime-movie")
        #expect(video.size == Size(width: 1_920, height: 1_080))
        #expect(video.orientation == .right)
        #expect(video.coordinate == GPSCoordinate(latitude: 48.8577, longitude: 2.295))
        let values = video.dictionary
        #expect(values["{Exif}"]?["DateTimeOriginal"] == "2024:05:06 07:08:09")
        #expect(values["{Exif}"]?["OffsetTimeOriginal"] == "+02:00")
        #expect(values["{Exif}"]?["LensModel"] == "iPhone 15 back camera 6.86mm f/1.6")
        #expect(values["{TIFF}"]?["Model"] == "iPhone 15")
        #expect(values["{GPS}"]?["Altitude"]?.number == 35.1)
        let own = values["{QuickTime}"]
        #expect(own?["ContentIdentifier"] == "0B1A2C3D-0000-4000-8000-123456789ABC")
        #expect(own?["Duration"] == 2.5)
        #expect(own?["FrameRate"]?.number == 30)
        #expect(own?["CreationTime"] == "2024:01:02 03:04:05Z")
        #expect(own?["Rotation"] == 90)
    }

    @Test(arguments: Orientation.allCases) func theMatrixOfAVideoIsAnOrientation(orientation: Orientation) throws {
        let transform = orientation.transform(in: Size(width: 1_920, height: 1_080))
        let video = Samples.video(Samples.matrix(transform.a, transform.b, transform.c, transform.d))
        #expect(try ImageProperties(reading: video).orientation == orientation)
    }

    @Test func theHeadersTimeAndUserDataCountWithoutKeys() throws {
        let place = Array("+4830.00-00215.00/".utf8)
        let user = Samples.box(
            "udta",
            Samples.box("\u{A9}xyz", UInt16(place.count).bigEndianBytes + [0, 0] + place))
        let video = try ImageProperties(reading: Samples.video(brand: "qt  ", user))
        #expect(video.dictionary["{Exif}"]?["DateTimeOriginal"] == "2024:01:02 03:04:05")
        #expect(video.dictionary["{Exif}"]?["OffsetTimeOriginal"] == "+00:00")
        #expect(video.coordinate == GPSCoordinate(latitude: 48.5, longitude: -2.25))
        // The name is in UTF-8 or UTF-16.
        for name in [Array("here\0".utf8), [0xFE, 0xFF, 0x00, 0x68, 0x69, 0x00, 0x00, 0x00]] {
            let location = Samples.zeros(6) + name + [0] + Samples.big(-(2 << 16), 48 << 16, 100 << 16)
            let other = try ImageProperties(
                reading: Samples.video(brand: "3gp4", Samples.box("udta", Samples.box("loci", location))))
            #expect(other.coordinate == GPSCoordinate(latitude: 48, longitude: -2))
            #expect(other.dictionary["{GPS}"]?["Altitude"]?.number == 100)
        }
    }

    @Test func aRawFileSaysWhenWhereAndHowItWasTaken() throws {
        for sample in Self.all where ["dng", "rw2", "orf", "raf", "cr3"].contains(sample.ending) {
            let raw = try ImageProperties(reading: sample.bytes)
            let expected = sample.ending == "cr3" ? Size(width: 1_920, height: 1_080) : Size(width: 400, height: 300)
            #expect(raw.size == expected, "\(sample.ending)")
            #expect(raw.orientation == .left, "\(sample.ending)")
            #expect(raw.coordinate == GPSCoordinate(latitude: 48.5, longitude: 2.5), "\(sample.ending)")
            #expect(raw.exif.dateTimeOriginal?.exifText == "2024:05:06 07:08:09", "\(sample.ending)")
            #expect(raw.dictionary["{Exif}"]?["LensModel"] == "A lens 35mm", "\(sample.ending)")
            let description = ReadableFormats.description(of: raw.type)
            #expect(description?.filenameExtensions.contains(sample.ending) == true)
        }
    }

    @Test func thePreviewOfARawFileIsFound() throws {
        for sample in Self.all where ["dng", "raf", "cr3"].contains(sample.ending) {
            let format = try #require(ReadableFormats.other(of: FileBytes(sample.bytes)))
            let preview = try #require(format.preview(of: FileBytes(sample.bytes)), "\(sample.ending)")
            #expect(preview.starts(with: Self.jpeg))
        }
    }

    @Test func theMakerNoteOfACR3IsRead() throws {
        let make = Array("Canon\0".utf8)
        let camera = [TIFFField(tag: 0x010F, type: .ascii, count: make.count, bytes: make)]
        let file = try ImageProperties(reading: Samples.canon(preview: Self.jpeg, camera: camera))
        #expect(file.dictionary["{MakerCanon}"]?["OwnerName"] == "Ada Lovelace")
        #expect(file.warnings.isEmpty)
    }

    @Test func theOrientationOfAJPEGXLIsThatOfItsCodestream() throws {
        let file = try ImageProperties(reading: Samples.jpegXL(6, exif: 8, compressed: true))
        #expect(file.size == Size(width: 400, height: 304))
        #expect(file.orientation == .right)
        #expect(file.dictionary["{JPEGXL}"]?["IgnoredOrientation"] == 8)
        #expect(file.dictionary["{JPEGXL}"]?["CompressedBoxes"] == ["xml "])
        #expect(file.warnings.contains { $0.contains("(brob)") })
        let bare = try ImageProperties(reading: Samples.codestream(3))
        #expect(bare.orientation == .down)
        #expect(bare.size == Size(width: 400, height: 304))
    }

    @Test func theSamplesOfAVideoAreNotRead() throws {
        let start = Samples.box("ftyp", Array("qt  ".utf8) + Samples.big(0))
        let index = Samples.box("moov", Samples.movie(Samples.matrix(1, 0, 0, 1)))
        let media = 6 << 30
        let header = Samples.big(1) + Array("mdat".utf8) + UInt64(media).bigEndianBytes
        var read = 0
        // A hole in the middle: nothing of it is asked for.
        let file = FileBytes(count: start.count + media + index.count) { range in
            read += range.count
            return range.map { place in
                place < start.count
                    ? start[place]
                    : place < start.count + header.count
                        ? header[place - start.count]
                        : place >= start.count + media ? index[place - start.count - media] : 0
            }
        }
        let video = try #require(try ReadableFormats.properties(of: file))
        #expect(video.orientation == .up)
        #expect(read < 10_000)
    }

    @Test func everyPrefixGivesAResult() {
        for sample in Self.all {
            for length in 0..<sample.bytes.count { look(Array(sample.bytes.prefix(length)), sample.ending) }
        }
    }

    @Test func everyChangedByteGivesAResult() {
        for sample in Self.all {
            for place in sample.bytes.indices {
                var changed = sample.bytes
                changed[place] ^= UInt8.random(in: 1...255)
                look(changed, sample.ending)
            }
        }
    }

    @Test func mutationsGiveAResult() {
        var random = SystemRandomNumberGenerator()
        for sample in Self.all {
            for _ in 0..<300 {
                var changed = sample.bytes
                for _ in 0..<Int.random(in: 1...8, using: &random) {
                    let place = Int.random(in: 0..<changed.count - 4, using: &random)
                    let word: [[UInt8]] = [
                        [0, 0, 0, 0], [255, 255, 255, 255], [127, 255, 255, 255], [128, 0, 0, 0],
                    ]
                    changed.replaceSubrange(place..<place + 4, with: word.randomElement(using: &random) ?? [])
                }
                look(changed, sample.ending)
            }
        }
    }

    /// Reads a file in every way; a position that is read is one.
    private func look(_ bytes: [UInt8], _ ending: String) {
        let file = FileBytes(bytes)
        let format = ReadableFormats.other(of: file)
        if let preview = format?.preview(of: file) { #expect(preview.starts(with: JPEGMarker.start)) }
        guard let properties = try? ImageProperties(reading: bytes) else { return }
        if let place = properties.recording?.coordinate { #expect(place.isPlausible, "\(ending)") }
        #expect(properties.size != nil || properties.pictureError != nil)
        #expect(!properties.dictionary.isEmpty || properties.pictureError != nil)
    }
}
