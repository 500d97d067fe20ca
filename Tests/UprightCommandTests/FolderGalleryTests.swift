internal import Foundation
internal import TestSupport
internal import Testing

/// The gallery of a folder of pictures that no daemon keeps albums of.
@Suite struct FolderGalleryTests {
    @Test("A phone's folder has one picture a shot, and each is seen; what comes or goes later changes the shots")
    func aPhonesFolder() throws {
        let scratch = try TemporaryFolder()
        let samples = Fixture.folder.appending(path: "samples")
        func copy(_ sample: String, _ name: String) throws {
            let bytes = try #require(FileManager.default.contents(atPath: samples.appending(path: sample).path()))
            try scratch.write([UInt8](bytes), to: "phone/" + name)
        }
        func big(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (24 - 8 * $0) & 255) } }
        func box(_ type: String, _ content: [UInt8]) -> [UInt8] { big(8 + content.count) + Array(type.utf8) + content }
        let header = box(
            "mvhd", big(0) + big(3_787_009_445) + big(0) + big(600) + big(600) + Array(repeating: 0, count: 80))
        let video = box("ftyp", Array("qt  ".utf8) + big(0)) + box("moov", header) + box("mdat", [1, 2, 3])
        try copy("photo.jpg", "IMG_1.JPG")
        try copy("orientation-1.jpg", "sub/DSC_2.JPG")
        for name in ["IMG_1.MOV", "lone.mov"] { try scratch.write(video, to: "phone/" + name) }
        try scratch.write("no raw file", to: "phone/sub/DSC_2.NEF")
        try scratch.write("<x:xmpmeta xmlns:x='adobe:ns:meta/'/>", to: "phone/sub/DSC_2.xmp")
        let state = ["XDG_STATE_HOME": scratch["state"].path()]
        func export(_ name: String) throws -> String {
            let site = scratch[name].path()
            let run = try Command.run(
                Command.built("upright").path(),
                ["gallery", "export", site, "--of", scratch["phone"].path(), "--json"], environment: state)
            #expect(run.status == 0, "\(run.error)")
            return run.output
        }
        #expect(try export("site").contains("\"pictures\":3"))
        let pages = scratch.files.filter { $0 == "site/index.html" || $0.hasPrefix("site/timeline/") }
            .compactMap { scratch.bytes(of: $0).map { String(decoding: $0, as: UTF8.self) } }.joined()
        #expect(Set(pages.matches(of: /id="p(\d+)"/).map { String($0.output.1) }).count == 3)
        let videos = pages.matches(of: /alt="([^".]*)\.[^>]*><span class="badge">/).map { String($0.output.1) }
        #expect(Set(videos) == ["IMG_1", "lone"])
        // Each tile has a picture, the lone video a sign.
        for name in scratch.files where name.hasPrefix("site/thumbnail/") {
            #expect(scratch.bytes(of: name)?.starts(with: [0xFF, 0xD8]) == true, "\(name)")
        }
        #expect(scratch.files.filter { $0.hasPrefix("site/preview/") }.count == 3)
        // Without its picture, a video is a picture of its own; with one, it is none.
        try FileManager.default.removeItem(at: scratch["phone/IMG_1.JPG"])
        #expect(try export("second").contains("\"pictures\":3"))
        try copy("photo.jpg", "IMG_1.JPG")
        try copy("photo.jpg", "lone.jpg")
        #expect(try export("third").contains("\"pictures\":3"))
    }
}
