import Foundation
import UprightRewriting
import UprightFormats
import TestSupport
import Testing

/// exiftool and Exiv2 read the edits as requested, and nothing else changes.
@Suite struct EditingExiftoolTests {
    static let files = ["jpeg", "png", "gif", "samples"].flatMap { Fixture.all(in: $0) }
    static let corpus = Fixture.repository.appending(path: "../shared/corpus").standardizedFileURL

    /// Returns the edits for every file of a type, and the values that exiftool must read.
    static func edits(_ type: ImageType) throws -> ([MetadataEdit], [String: String]) {
        let position = try #require(
            MetadataEdit.position(latitude: "37.33182", longitude: "-122.03118", altitude: "-3.5", type: type))
        let time = try #require(ExifDateTime("2024:05:17 18:03:09", fraction: "25", offset: "+09:00"))
        let place = PlaceNames(
            city: "Zürich", state: "ZH", country: "Schweiz", countryCode: "CHE", street: "Bahnhofstrasse 1")
        var edits = position + MetadataEdit.time(time, type: type)
        edits += MetadataEdit.place(place, streetAsOwner: type != .gif)
        edits.append(try .set("XMP:dc:subject", to: ["one", "two & <three>"]))
        edits.append(try .set("XMP:dc:title", to: ["A \"title\""]))
        var expected = [
            "XMP-photoshop:City": "Zürich", "XMP-photoshop:State": "ZH", "XMP-photoshop:Country": "Schweiz",
            "XMP-iptcCore:CountryCode": "CHE", "XMP-iptcCore:Location": "Bahnhofstrasse 1",
            "XMP-dc:Title": "A \"title\"", "XMP-dc:Subject": "one,two & <three>",
            "XMP-iptcExt:LocationCreatedCity": "Zürich",
        ]
        if type == .gif {
            expected["XMP-exif:GPSLatitude"] = "37.33182"
            expected["XMP-exif:GPSLongitude"] = "-122.03118"
            expected["XMP-photoshop:DateCreated"] = "2024:05:17 18:03:09.25+09:00"
        } else {
            edits.append(try .set("EXIF:Artist", to: ["Ärtist"]))
            edits.append(try .set("EXIF:UserComment", to: ["Größe 東京"]))
            edits.append(try .set("EXIF:LensSpecification", to: ["24 70 2.8 undef"]))
            expected["IFD0:Artist"] = "Ärtist"
            expected["ExifIFD:UserComment"] = "Größe 東京"
            expected["ExifIFD:LensInfo"] = "24 70 2.8 undef"
            expected["ExifIFD:OwnerName"] = "Bahnhofstrasse 1"
            expected["ExifIFD:DateTimeOriginal"] = "2024:05:17 18:03:09"
            expected["ExifIFD:SubSecTimeOriginal"] = "25"
            expected["ExifIFD:OffsetTimeOriginal"] = "+09:00"
            expected["GPS:GPSLatitude"] = "37.33182"
            expected["GPS:GPSLongitude"] = "122.03118"
            expected["GPS:GPSLongitudeRef"] = "W"
            expected["GPS:GPSAltitude"] = "3.5"
            expected["GPS:GPSAltitudeRef"] = "1"
        }
        return (edits, expected)
    }

    @Test(.enabled(if: Command.exists("exiftool"), "exiftool is not installed"))
    func fixturesReadBack() throws {
        try readBack(Self.files.map(\.url))
    }

    @Test(
        .enabled(if: Command.exists("exiftool"), "exiftool is not installed"),
        .enabled(if: FileManager.default.fileExists(atPath: corpus.path()), "there is no ../shared/corpus"))
    func corpusReadsBack() throws {
        let names = try FileManager.default.subpathsOfDirectory(atPath: Self.corpus.path())
            .filter { !$0.hasPrefix("malformed") && !$0.hasPrefix("not-image") && !$0.hasPrefix("bomb") }.sorted()
        try readBack(
            names.map { Self.corpus.appending(path: $0) }.filter { !$0.hasDirectoryPath && $0.pathExtension != "tsv" })
    }

    private func readBack(_ urls: [URL]) throws {
        let folder = try TemporaryFolder()
        var edited: [(URL, URL, [String: String])] = []
        var refused: [String] = []
        for (number, url) in urls.enumerated() {
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: url.path(), isDirectory: &isFolder), !isFolder.boolValue else {
                continue
            }
            let bytes = try [UInt8](Data(contentsOf: url))
            let type = ImageType.identify(bytes)
            guard [.jpeg, .png, .gif].contains(type), (try? ImageProperties(reading: bytes)) != nil else { continue }
            let (edits, expected) = try Self.edits(type)
            do {
                let result = try MetadataEditor(edits).edited(bytes)
                let output = folder["\(number)." + (type == .jpeg ? "jpg" : type == .png ? "png" : "gif")]
                try Data(result.bytes).write(to: output)
                edited.append((url, output, expected))
                try checkUnedited(bytes, result.bytes, url.lastPathComponent)
                // Repeating the edits changes nothing.
                let again = try MetadataEditor(edits).edited(result.bytes)
                #expect(again.bytes == result.bytes, "\(url.lastPathComponent): \(again.changes)")
            } catch let error as MetadataEditError {
                refused.append("\(url.lastPathComponent): \(error)")
            }
        }
        for line in refused { print("  refused: \(line)") }
        #expect(refused.count * 50 <= edited.count + 49)
        let run = try Command.run(
            "exiftool", ["-j", "-G1", "-n", "-sep", ",", "-r", "-charset", "utf8", folder.path])
        let read = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]] ?? []
        let byName = Dictionary(read.map { (URL(filePath: "\($0["SourceFile"] ?? "")").lastPathComponent, $0) }) { $1 }
        var agreed = 0
        for (source, output, expected) in edited {
            let tags = try #require(byName[output.lastPathComponent])
            // exiftool takes the JUMBF box of this file, and a block that starts like it, for a cycle and stops
            // reading. Exiv2 and this library read the block.
            if source.lastPathComponent == "oxipng__c2pa-signed.png" { continue }
            for (tag, value) in expected {
                let found = "\(tags[tag] ?? "")"
                let same =
                    found == value || Double(found).flatMap { a in Double(value).map { abs(a - $0) < 1e-9 } } ?? false
                #expect(same, "\(source.lastPathComponent) \(tag): expected \(value), found \(found)")
                if same { agreed += 1 }
            }
        }
        print("edited \(edited.count) files; exiftool read back \(agreed) values as requested")
    }

    /// Returns the bytes after the picture; for an AFCP trailer, whose offsets must change, only zeros of its length.
    private static func trailer(_ bytes: [UInt8], _ range: Range<Int>) -> [UInt8] {
        let isAFCP = AFCPTrailer(in: bytes, behind: range.lowerBound) != nil
        return isAFCP ? [UInt8](repeating: 0, count: range.count) : Array(bytes[range])
    }

    /// Everything that was not edited is unchanged: all other tags, and the picture's own bytes.
    private func checkUnedited(_ source: [UInt8], _ output: [UInt8], _ name: String) throws {
        let before = try ImageProperties(reading: source)
        let after = try ImageProperties(reading: output)
        let edited: Set<String> = [
            "GPSVersionID", "GPSLatitudeRef", "GPSLatitude", "GPSLongitudeRef", "GPSLongitude", "GPSAltitudeRef",
            "GPSAltitude", "DateTimeOriginal", "SubSecTimeOriginal", "OffsetTimeOriginal", "Artist", "UserComment",
            "DateTimeDigitized", "SubSecTimeDigitized", "OffsetTimeDigitized",
            "LensSpecification", "CameraOwnerName", "ExifVersion", "ExifIFDPointer", "GPSInfoIFDPointer",
            "InteroperabilityIFDPointer",
        ]
        for entry in before.exif.entries where !edited.contains(entry.tag.name) {
            let found = after.exifMetadata?[entry.tag]
            let first = before.exifMetadata?[entry.tag]
            if entry.tag == TagID(.exif, .makerNote), let old = first?.bytes, let new = found?.bytes {
                // The offset of a preview behind the picture, which moves with it, is the only number that may differ.
                let differing = zip(old, new).filter { $0 != $1 }.count
                #expect(old.count == new.count && differing <= 4, "\(name) \(entry.tag)")
                continue
            }
            #expect(found == first, "\(name) \(entry.tag)")
        }
        if let note = before.exifMetadata?.entry(TagID(.exif, 0x927C)) {
            #expect(after.exifMetadata?.entry(TagID(.exif, 0x927C))?.range == note.range, "\(name): the note moved")
        }
        #expect(after.metadata.icc == before.metadata.icc)
        switch before.type {
        case .jpeg:
            func rest(_ bytes: [UInt8]) throws -> [[UInt8]] {
                let file = try JPEGFile(parsing: bytes)
                return file.segments.filter { !([0xE1, 0xE2, 0xED] as [UInt8]).contains($0.marker) }
                    .map { Array(bytes[$0.markerOffset..<$0.range.upperBound]) } + [Self.trailer(bytes, file.trailer)]
            }
            #expect(try rest(source) == rest(output), "\(name)")
        case .png:
            func rest(_ bytes: [UInt8]) throws -> [[UInt8]] {
                let file = try PNGFile(parsing: bytes)
                return file.chunks.filter { ![.exif, .internationalText, .text, .compressedText].contains($0.type) }
                    .map { Array(bytes[$0.range]) } + [Array(bytes[file.trailer])]
            }
            #expect(try rest(source) == rest(output), "\(name)")
        default:
            func rest(_ bytes: [UInt8]) throws -> [[UInt8]] {
                let file = try GIFFile(parsing: bytes)
                return file.blocks.filter { !$0.name.contains("XMP") }.map { Array(bytes[$0.range]) }
                    + [Array(bytes[file.head].dropFirst(6)), Array(bytes[file.trailer])]
            }
            #expect(try rest(source) == rest(output), "\(name)")
        }
    }

    /// exiftool decodes maker notes as before, and has no additional warnings.
    @Test(
        .enabled(if: Command.exists("exiftool"), "exiftool is not installed"),
        .enabled(if: FileManager.default.fileExists(atPath: corpus.path()), "there is no ../shared/corpus"))
    func makerNotesStillDecodeAndValidationHasNoNewWarnings() throws {
        let folder = try TemporaryFolder()
        let sources = ["camera", "multipicture"].flatMap { name -> [URL] in
            let inside = Self.corpus.appending(path: name)
            let names = (try? FileManager.default.contentsOfDirectory(atPath: inside.path())) ?? []
            return names.sorted().map { inside.appending(path: $0) }
        }
        let edits =
            [try MetadataEdit.set("EXIF:Artist", to: ["A rather long name that will not fit where one stood"])]
            + (MetadataEdit.position(latitude: "1.25", longitude: "-2.5", type: .jpeg) ?? [])
        var copied: [String] = []
        try FileManager.default.createDirectory(at: folder["a"], withIntermediateDirectories: true)
        try FileManager.default.createDirectory(at: folder["b"], withIntermediateDirectories: true)
        for url in sources {
            let bytes = try [UInt8](Data(contentsOf: url))
            guard let edited = try? MetadataEditor(edits).edited(bytes) else { continue }
            let name = "\(copied.count).jpg"
            try Data(bytes).write(to: folder["a/\(name)"])
            try Data(edited.bytes).write(to: folder["b/\(name)"])
            copied.append(url.lastPathComponent)
        }
        func read(_ side: String) throws -> [String: [String: String]] {
            let run = try Command.run(
                "exiftool", ["-j", "-G1", "-n", "-a", "-validate", "-warning", "-all", "-r", folder[side].path()])
            let files = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]] ?? []
            return Dictionary(
                files.map { file in
                    (
                        URL(filePath: "\(file["SourceFile"] ?? "")").lastPathComponent,
                        file.mapValues { "\($0)" }
                    )
                }
            ) { first, _ in first }
        }
        let (before, after) = (try read("a"), try read("b"))
        let ignored = ["System:", "File:", "Composite:", "SourceFile", "GPS:", "ExifTool:"]
        // Tags with offsets in the file, and with the size of the picture including its metadata.
        let moved = ["Offset", "ImageStart", "IFD0:Artist", "MPImageLength", "DataStart", "Start"]
        var compared = 0
        for (name, tags) in before {
            let title = Int(name.dropLast(4)).map { copied[$0] } ?? name
            for (tag, value) in tags where !ignored.contains(where: { tag.hasPrefix($0) }) {
                if moved.contains(where: { tag.contains($0) }) { continue }
                compared += 1
                #expect(after[name]?[tag] == value, "\(title) \(tag)")
            }
            let warned = (tags["ExifTool:Validate"] ?? "0 0 0").split(separator: " ").compactMap { Int($0) }
            let warns = (after[name]?["ExifTool:Validate"] ?? "0 0 0").split(separator: " ").compactMap { Int($0) }
            #expect(zip(warns, warned).allSatisfy { $0 <= $1 }, "\(title): \(warned) before, \(warns) after")
        }
        print("\(compared) tags of \(copied.count) camera files read as before the edits")
        #expect(compared > 100)
    }

    /// Exiv2 reads the edits like exiftool.
    @Test(.enabled(if: Command.exists("exiv2"), "exiv2 is not installed"))
    func exiv2ReadsTheSame() throws {
        let folder = try TemporaryFolder()
        for path in ["jpeg/rgb.jpg", "samples/photo.jpg", "png/upright.png", "png/metadata.png"] {
            let bytes = try #require(Fixture.named(path)).content()
            let type = ImageType.identify(bytes)
            let (edits, _) = try Self.edits(type)
            let output = folder[type == .png ? "a.png" : "a.jpg"]
            try Data(try MetadataEditor(edits).edited(bytes).bytes).write(to: output)
            let run = try Command.run("exiv2", ["-Pkt", "-q", output.path()])
            let lines = run.output.split(separator: "\n").map { line in
                line.split(separator: " ", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            }
            let tags = Dictionary(lines.filter { $0.count == 2 }.map { ($0[0], $0[1]) }) { first, _ in first }
            for (tag, value) in [
                ("Exif.Image.Artist", "Ärtist"), ("Exif.Photo.DateTimeOriginal", "2024:05:17 18:03:09"),
                ("Exif.Photo.CameraOwnerName", "Bahnhofstrasse 1"), ("Exif.GPSInfo.GPSLatitude", "37deg19'"),
                ("Exif.GPSInfo.GPSLongitudeRef", "West"), ("Xmp.photoshop.City", "Zürich"),
                ("Xmp.dc.subject", "one, two & <three>"), ("Xmp.dc.title", "lang=\"x-default\" A \"title\""),
                ("Xmp.iptcExt.LocationCreated[1]/Iptc4xmpExt:City", "Zürich"),
            ] {
                let found =
                    tags[tag]
                    ?? tags.first { $0.key.hasSuffix(tag.split(separator: "/").last ?? "") && tag.contains("/") }?.value
                // Versions of Exiv2 print seconds with different decimals.
                let shown = tag.hasSuffix("Latitude") ? found.map { String($0.filter { $0 != " " }.prefix(8)) } : found
                #expect(shown == value, "\(path) \(tag)")
            }
        }
    }
}
