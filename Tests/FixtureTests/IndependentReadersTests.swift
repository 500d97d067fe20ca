import Foundation
import TestSupport
import Testing

/// Readers that share no code with this package find in each fixture what the manifest declares.
@Suite struct IndependentReadersTests {
    static let pillow = (try? Command.run("python3", ["-c", "import PIL"]).status) == 0

    @Test(.enabled(if: pillow, "python3-pil is not installed"))
    func pillowSeesTypeSizeAndFrames() throws {
        let program = """
            import sys
            from PIL import Image
            for path in sys.stdin.read().split("\\n"):
                try:
                    with Image.open(path) as image:
                        # Of a TIFF, some versions give the size as it is to be shown.
                        size = [image.tag_v2[256], image.tag_v2[257]] if image.format == "TIFF" else image.size
                        print(path, image.format, *size, getattr(image, "n_frames", 1), sep="\\t")
                except Exception as error:
                    print(path, "none", 0, 0, 0, sep="\\t")
            """
        // Pillow reads HEIF only with plugins, and the recipes' pictures in it have no coded data.
        let pictures = Fixture.all.filter {
            !$0.tags.contains("12bit") && !$0.path.hasPrefix("other/") && !$0.type.hasPrefix("public.he")
                && $0.type != "public.avif"
        }
        let answer = try Command.run(
            "python3", ["-c", program], input: pictures.map { $0.url.path() }.joined(separator: "\n"))
        let formats = [
            "JPEG": "public.jpeg", "MPO": "public.jpeg", "PNG": "public.png", "GIF": "com.compuserve.gif",
            "WEBP": "org.webmproject.webp", "TIFF": "public.tiff",
        ]
        let lines = answer.output.split(separator: "\n").map { $0.split(separator: "\t").map(String.init) }
        try #require(lines.count == pictures.count, "\(answer.error)")
        for (fixture, cells) in zip(pictures, lines) {
            // Old versions of Pillow do not read BigTIFF.
            if fixture.tags.contains("bigtiff"), cells[1] == "none" { continue }
            let known = fixture.width > 0 && fixture.type != "public.data"
            #expect(formats[cells[1]] == (known ? fixture.type : nil), "\(fixture.path)")
            #expect([cells[2], cells[3]] == ["\(fixture.width)", "\(fixture.height)"], "\(fixture.path)")
            // Pillow counts a default image outside of its animation as a frame, and also the other pictures of a
            // multi-picture file. Its versions disagree on gain maps.
            let others = fixture.tags.isDisjoint(with: ["mpf", "hidden-default"]) ? 0 : 1
            if fixture.tags.contains("gain-map") || fixture.tags.contains("pages") { continue }
            #expect(Int(cells[4]) == fixture.frames + others, "\(fixture.path): \(cells[4])")
        }
    }

    @Test(.enabled(if: Command.exists("exiftool"), "exiftool is not installed"))
    func exiftoolSeesOrientationAndMetadata() throws {
        let pictures = Fixture.all.filter {
            // exiftool 12.57 does not read Exif in `idat`.
            ["samples", "jpeg", "png", "gif", "heif", "webp"].contains($0.path.split(separator: "/")[0])
                && !$0.tags.contains("item-data")
        }
        let answer = try Command.run(
            "exiftool", ["-j", "-n", "-a", "-G1", "-ee", "-Orientation", "-all"] + pictures.map { $0.url.path() })
        let objects = try #require(
            try JSONSerialization.jsonObject(with: Data(answer.output.utf8)) as? [[String: Any]])
        try #require(objects.count == pictures.count)
        for (fixture, tags) in zip(pictures, objects) {
            let said = ["IFD0:Orientation", "XMP-tiff:Orientation"].compactMap { tags[$0] as? Int }.first
            #expect(said == fixture.orientation, "\(fixture.path)")
            for (tag, key) in Self.evidence where fixture.tags.contains(tag) {
                #expect(tags.keys.contains { $0.hasPrefix(key) }, "\(fixture.path) has no \(key)")
            }
        }
    }

    /// For each tag of a fixture, the key that exiftool prints if the tag is right.
    static let evidence = [
        "gps": "GPS:GPSLatitude", "thumbnail": "IFD1:ThumbnailImage", "regions": "XMP-mwg-rs:Region",
        "icc": "ICC_Profile:ProfileDescription", "iptc": "IPTC:City",
        "photoshop": "Photoshop:PhotoshopThumbnail", "mpf": "MPF0:NumberOfImages", "gain-map": "XMP-hdrgm:Version",
        "motion": "XMP-GCamera:MicroVideo", "comment": "File:Comment", "extended-xmp": "XMP-dc:Description",
        "physical": "PNG-pHYs:PixelsPerUnitX", "text": "PNG:",
    ]
}
