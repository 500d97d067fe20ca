import Foundation
import TestSupport
import Testing

/// The output of `upright inspect`, for people and for scripts.
@Suite struct InspectCommandTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.place("jpeg/rgb.jpg", as: "a.jpg")
    }

    @Test func valuesHaveUnitsAndMeanings() throws {
        let tagged = try upright(
            "tag", "a.jpg", "--gps", "-33.8675,151.207,25", "--time", "2024-05-17T18:03:09.25+09:00",
            "--set", "EXIF:ExposureTime=1/160", "--set", "EXIF:FNumber=2.8", "--set", "EXIF:FocalLength=35",
            "--set", "EXIF:Flash=16", "--set", "EXIF:Model=A camera", "--set", "EXIF:ExposureBiasValue=-1/3",
            "--set", "EXIF:LensSpecification=24 70 2.8 undef", "--set", "EXIF:ISO=400", "--place", "Sydney,,Australia",
            in: folder.url)
        #expect(tagged.status == 0, "\(tagged.error)")
        let lines = try upright("inspect", "a.jpg", in: folder.url).output.split(separator: "\n").map {
            $0.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
        }
        for line in [
            "taken 2024-05-17 18:03:09.25 +09:00", "camera A camera", "lens 24–70 mm f/2.8", "place Sydney, Australia",
            "exposure 1/160 s, f/2.8, ISO 400, -0.333333 EV, 35 mm, without flash",
            "position -33.8675, 151.207 (33° 52' 3\" S, 151° 12' 25.2\" E), 25 m above sea level",
            "ExposureTime 1/160 s", "FNumber f/2.8", "FocalLength 35 mm", "Flash 16 (off, did not fire)",
            "ExifVersion 2.3.2", "Latitude 33.8675° (33° 52' 3\")", "AltitudeRef 0 (above the ellipsoidal surface)",
        ] {
            #expect(lines.contains(line), "\(line)")
        }
    }

    @Test func tagsAreListedExactly() throws {
        #expect(
            try upright("tag", "a.jpg", "--set", "EXIF:ExposureTime=10/1600", in: folder.url).status == 0)
        let shown = try #require(
            try objects(try upright("inspect", "--json", "--tags", "a.jpg", in: folder.url).output).first)
        let tags = try #require(shown["tags"] as? [[String: Any]])
        let exposure = try #require(tags.first { $0["name"] as? String == "ExposureTime" })
        #expect(exposure["value"] as? [String] == ["10/1600"])
        #expect(exposure["number"] as? Int == 0x829A && exposure["type"] as? String == "RATIONAL")
        #expect(exposure["count"] as? Int == 1 && exposure["directory"] as? String == "ExifIFD")
        let offset = try #require(exposure["offset"] as? Int)
        let bytes = try #require(folder.bytes(of: "a.jpg"))
        let start = try #require(bytes.indices.first { bytes[$0...].starts(with: Array("Exif\0\0".utf8)) }) + 6
        let value = Array(bytes[start + offset..<start + offset + 8])
        #expect(value == [0, 0, 0, 10, 0, 0, 6, 64] || value == [10, 0, 0, 0, 64, 6, 0, 0])
        #expect(try upright("inspect", "--tags", "a.jpg", in: folder.url).output.contains("10/1600"))
    }

    /// Of what cannot be opened there is nothing to show; a pipe is not waited for.
    @Test func whatIsNoFileIsNamed() throws {
        #expect(mkfifo(folder.url.appending(path: "pipe.jpg").path, 0o600) == 0)
        try FileManager.default.createDirectory(
            at: folder.url.appending(path: "folder"), withIntermediateDirectories: false)
        for (name, reason) in [
            ("pipe.jpg", "a FIFO, not a regular file"), ("/dev/null", "a device, not a regular file"),
            ("none.jpg", "No such file or directory"), ("folder", "Is a directory"),
        ] {
            let run = try upright("inspect", name, in: folder.url)
            #expect(run.status == 1 && run.output.isEmpty, "\(run)")
            #expect(run.error.contains(reason) && run.error.contains(name), "\(run)")
        }
        try folder.write([0, 1, 2, 3], to: "a.bin")
        #expect(try upright("inspect", "--structure", "a.bin", in: folder.url).output.contains("public.data"))
        try folder.write("text", to: "a.txt")
        #expect(!(try upright("inspect", "a.txt", in: folder.url).output.contains("picture")))
    }

    @Test func metadataOfAFileWithoutAPictureIsShown() throws {
        #expect(try upright("tag", "a.jpg", "--owner", "Ada", in: folder.url).status == 0)
        let bytes = try #require(folder.bytes(of: "a.jpg"))
        let frame = try #require(bytes.indices.first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 })
        try folder.write(Array(bytes[..<frame]), to: "cut.jpg")
        let run = try upright("inspect", "--json", "cut.jpg", in: folder.url)
        #expect(run.status == 1)
        let shown = try #require(try objects(run.output).first)
        #expect((shown["reason"] as? String)?.contains("frame header") == true)
        let properties = try #require(shown["properties"] as? [String: Any])
        #expect((properties["{Exif}"] as? [String: Any])?["CameraOwnerName"] as? String == "Ada")
    }
}
