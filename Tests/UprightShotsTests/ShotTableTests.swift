internal import TestSupport
internal import Testing
internal import UprightFiles

@Suite("ShotTable")
struct ShotTableTests {
    private struct Pair {
        var picture: String
        var member: String
        var kind: MemberKind
        /// The picture's output, and the member's beside it.
        var output: String
        var renamed: String
    }

    private static func pair(
        _ picture: String, _ member: String, _ kind: MemberKind, _ output: String, _ renamed: String
    ) -> Pair {
        Pair(picture: picture, member: member, kind: kind, output: output, renamed: renamed)
    }

    private static let pairs: [Pair] = [
        pair("a.jpg", "a.xmp", .sidecar, "a.jpg", "a.xmp"),
        pair("a.jpg", "a.jpg.xmp", .sidecar, "a.png", "a.png.xmp"),
        pair("a.jpg", "a.jpg.xmp", .sidecar, "a-2.jpg", "a-2.jpg.xmp"),
        pair("a.jpg", "a.NEF", .raw, "a-2.jpg", "a-2.NEF"),
        pair("a.jpg", "a.nef.xmp", .sidecar, "a-2.jpg", "a-2.nef.xmp"),
        pair("a.jpg", "a.CR3.pp3", .settings, "a-2.jpg", "a-2.CR3.pp3"),
        pair("a.jpg", "a.jpg.pp3", .settings, "a-2.jpg", "a-2.jpg.pp3"),
        pair("a.jpg", "a.nef.dop", .settings, "a.jpg", "a.nef.dop"),
        pair("a.jpg", "a.on1", .settings, "a.jpg", "a.on1"),
        pair("a.jpg", "a.arw.cos", .settings, "a.jpg", "a.arw.cos"),
        pair("a.jpg", "a.MOV", .video, "a.jpg", "a.MOV"),
        pair("a.jpg", "a.MP4", .video, "a-2.jpg", "a-2.MP4"),
        pair("PXL_1.MP.jpg", "PXL_1.MP", .video, "PXL_1.MP-2.jpg", "PXL_1.MP-2"),
        pair(
            "PXL_1.RAW-01.COVER.jpg", "PXL_1.RAW-02.ORIGINAL.dng", .raw, "PXL_1.RAW-01.COVER.jpg",
            "PXL_1.RAW-02.ORIGINAL.dng"),
        pair("PXL_1.RAW-01.MP.COVER.jpg", "PXL_1.RAW-02.ORIGINAL.dng", .raw, "x-2.jpg", "x-2.dng"),
        pair("a.jpg", "a.AAE", .edits, "a.jpg", "a.AAE"),
        pair("IMG_0001.JPG", "IMG_O0001.AAE", .edits, "IMG_0001-2.JPG", "IMG_O0001-2.AAE"),
        pair("IMG_0001.JPG", "IMG_E0001.AAE", .edits, "x.JPG", "x_E.AAE"),
        pair("a.jpg", "a.mov.xmp", .sidecar, "a-2.jpg", "a-2.mov.xmp"),
        pair("a.jpg", "a.acr", .settings, "a-2.jpg", "a-2.acr"),
        pair("a.jpg", "a.nef.arp", .settings, "a-2.jpg", "a-2.nef.arp"),
        pair("a.jpg", "a.yml", .settings, "a-2.jpg", "a-2.yml"),
        pair("a.jpg", "a_01.jpg.xmp", .sidecar, "a-2.jpg", "a-2_01.jpg.xmp"),
        pair("a_01.jpg", "a_01.jpg.xmp", .sidecar, "a_01.jpg", "a_01.jpg.xmp"),
        pair("a.jpg", "a_01.nef.xmp", .sidecar, "a-2.jpg", "a-2_01.nef.xmp"),
        pair("PXL_1.MP~2.jpg", "PXL_1.MP~2", .video, "PXL_1.MP~2-2.jpg", "PXL_1.MP~2-2"),
        pair("a.jpg", "a.THM", .thumbnail, "a.jpg", "a.THM"),
        pair("a.jpg", "a.WAV", .memo, "a.jpg", "a.WAV"),
        pair("a.jpg", "a.TXT", .text, "a-2.png", "a-2.TXT"),
        pair("a.jpg", "a.jpg.txt", .text, "a-2.jpg", "a-2.jpg.txt"),
        pair("a.jpg", "a.json", .description, "a-2.jpg", "a-2.json"),
        pair("a.jpg", "a.jpg.json", .description, "a.jpg", "a.jpg.json"),
        pair(
            "a.jpg", "a.jpg.supplemental-metadata.json", .description, "a-2.jpg", "a-2.jpg.supplemental-metadata.json"),
        pair("a(1).jpg", "a.jpg(1).json", .description, "a(1).jpg", "a.jpg(1).json"),
        pair("a(1).jpg", "a.jpg.supplemental-metadata(1).json", .description, "b.jpg", "b.jpg.json"),
        pair(
            "original_1234567890_abcdefghijkl.jpg", "original_1234567890_abcdefghijkl.jpg.supplemen.json", .description,
            "original_1234567890_abcdefghijkl.jpg", "original_1234567890_abcdefghijkl.jpg.supplemen.json"),
        pair("a-edited.jpg", "a.jpg.json", .description, "a-edited.jpg", "a.jpg.json"),
        pair(
            "0123456789012345678901234567890123456789012345678.jpg",
            "0123456789012345678901234567890123456789012345.json",
            .description, "x.jpg", "x.jpg.json"),
    ]

    /// Names of one key, spelled in two ways. Beside the output, a member is spelled as the output is.
    private static let folded: [Pair] = [
        pair("a.jpg", "A.xmp", .sidecar, "a.jpg", "a.xmp"),
        pair("DSC_2.jpg", "DSC_2.JPG.xmp", .sidecar, "DSC_2.jpg", "DSC_2.jpg.xmp"),
        pair("DSC_2.jpg", "dsc_2.nef", .raw, "DSC_2-2.jpg", "DSC_2-2.nef"),
        pair("DSC_2.jpg", "dsc_2.NEF.XMP", .sidecar, "DSC_2.jpg", "DSC_2.NEF.XMP"),
        pair("a.jpg", "A_01.JPG.xmp", .sidecar, "a-2.jpg", "a-2_01.jpg.xmp"),
        pair("IMG_0001.HEIC", "img_0001.mov", .video, "IMG_0001.HEIC", "IMG_0001.mov"),
        pair("img_0001.jpg", "IMG_E0001.AAE", .edits, "img_0001.jpg", "img_E0001.AAE"),
        pair("pxl_1.mp.jpg", "PXL_1.MP", .video, "pxl_1.mp.jpg", "pxl_1.mp"),
        pair("pxl_1.raw-01.cover.jpg", "PXL_1.RAW-02.ORIGINAL.dng", .raw, "x.jpg", "x.dng"),
        pair("M\u{FC}ller.jpg", "Mu\u{308}ller.jpg.xmp", .sidecar, "M\u{FC}ller.jpg", "M\u{FC}ller.jpg.xmp"),
        pair("Cafe\u{301}.jpg", "CAF\u{C9}.xmp", .sidecar, "Cafe\u{301}.jpg", "Cafe\u{301}.xmp"),
        pair("Größe.jpg", "GRO\u{308}SSE.jpg.json", .description, "Größe.jpg", "Größe.jpg.json"),
        pair("각.jpg", "\u{1100}\u{1161}\u{11A8}.txt", .text, "각.jpg", "각.txt"),
        pair("IMG_1.jpg", "IMG_1.JPG.json", .description, "IMG_1.jpg", "IMG_1.jpg.json"),
        pair(
            "IMG_1.jpg", "IMG_1.JPG.supplemental-metadata.json", .description, "IMG_1.jpg",
            "IMG_1.jpg.supplemental-metadata.json"),
        pair("IMG_4081(1).jpg", "IMG_4081.JPG(1).json", .description, "IMG_4081(1).jpg", "IMG_4081.JPG(1).json"),
        pair("a-MODIFIE\u{301}.jpg", "a.jpg.json", .description, "x.jpg", "x.jpg.json"),
    ]

    private static func member(_ pair: Pair) -> ShotTable.Member? {
        ShotTable.member(Array(pair.member.utf8), of: Array(pair.picture.utf8), output: Array(pair.output.utf8))
    }

    /// Whether a picture finds a member by its name and by its key, and the member the picture.
    private static func find(_ picture: String, _ member: String) throws -> Bool {
        let (picture, member) = (Array(picture.utf8), Array(member.utf8))
        let scratch = try TemporaryFolder()
        for name in [picture, member] {
            try scratch.write([] as [UInt8], to: String(decoding: name, as: UTF8.self))
        }
        let folder = try OpenFolder(RawPath(scratch.path))
        let listed = try FolderNames(where: { _ in true }).names(in: folder).names
        let found = ShotTable.names(ofMembersOf: picture, in: listed).contains(member)
        let pictures = ShotTable.pictures(of: member, among: ShotTable.names(ofPicturesOf: member, in: listed))
        let isKept = ShotTable.keys(ofMembersOf: picture).contains(ShotTable.key(of: member))
        return found && pictures == [picture] && isKept
    }

    @Test("a picture finds its members, and a member its picture", arguments: pairs.indices)
    func bothWays(index: Int) throws {
        let pair = Self.pairs[index]
        let member = Self.member(pair)
        #expect(member?.kind == pair.kind && member?.output == Array(pair.renamed.utf8) && member?.isExact == true)
        #expect(ShotTable.kind(of: Array(pair.member.utf8)) == pair.kind)
        #expect(try Self.find(pair.picture, pair.member))
    }

    @Test("names of one key belong together, whatever their case and form", arguments: folded.indices)
    func oneKey(index: Int) throws {
        let pair = Self.folded[index]
        let member = Self.member(pair)
        #expect(member?.kind == pair.kind && member?.output == Array(pair.renamed.utf8) && member?.isExact == false)
        #expect(try Self.find(pair.picture, pair.member))
    }

    @Test(
        "Takeout's names of descriptions",
        arguments: [
            ("a.jpg", "a.jpg.json"), ("a.jpg", "a.jpg.supplemental-metadata.json"), ("a.jpg", "a.jpg.suppl.json"),
            ("a.jpg", "a.jpg..json"),
            // old exports
            ("i.jpg", "i.json"), ("a(1).jpg", "a(1).json"),
            // duplicates
            ("a(1).jpg", "a.jpg(1).json"), ("a(1).jpg", "a.jpg.supplemental-metadata(1).json"),
            ("a(1).jpg", "a.jpg.supplemental-meta(1).json"), ("a(1).jpg", "a(1).jpg.json"),
            // 46 characters before .json, wherever the cut is
            ("PXL_20230829_1234567891234.PORTRAIT.jpg", "PXL_20230829_1234567891234.PORTRAIT.jpg.supple.json"),
            ("0123456789012345678901234567890123456789abc.jpg", "0123456789012345678901234567890123456789abc.jp.json"),
            (
                "0123456789012345678901234567890123456789abcdef.jpg",
                "0123456789012345678901234567890123456789abcdef.json"
            ),
            (
                "0123456789012345678901234567890123456789abcdefg(494).jpg",
                "0123456789012345678901234567890123456789abcdef(494).json"
            ),
            (
                "0123456789012345678901234567890123456789abcdef(3).jpg",
                "0123456789012345678901234567890123456789abcdef(3).json"
            ),
            (
                "Bild mit ümläuten und einem sehr langen Namen ö.jpg",
                "Bild mit ümläuten und einem sehr langen Namen .json"
            ),
            // 46 bytes
            ("写真写真写真写真写真写真.jpg", "写真写真写真写真写真写真.jpg.suppl.json"),
            ("写真写真写真写真写真写真写真写真写真.jpg", "写真写真写真写真写真写真写真写.json"),
            // clipped while it was decomposed, composed since
            ("ééééééééééééééééééééééééé.jpg", "ééééééééééééééééééééééé.json"),
            // edited copies
            ("a-edited.jpg", "a.jpg.json"), ("a-edited(2).jpg", "a.jpg(2).json"), ("a(2)-edited.jpg", "a.jpg(2).json"),
            ("a-edited.jpg", "a-edited.jpg.json"), ("a-ha editado.jpg", "a.jpg.supplemental-metadata.json"),
            ("a-effects.jpg", "a.jpg.json"), ("a-COLLAGE.jpg", "a.jpg.json"),
            ("a-editat(1).jpg", "a.jpg.supplemental-metadata(1).json"),
            ("a-编辑.jpg", "a.jpg.json"), ("a-đã chỉnh sửa.jpg", "a.jpg.json"), ("a-편집됨.jpg", "a.jpg.json"),
            (
                "0123456789012345678901234567890123456789ab-edite.jpg",
                "0123456789012345678901234567890123456789ab.jpg.json"
            ),
        ])
    func takeout(picture: String, description: String) throws {
        #expect(try Self.find(picture, description))
    }

    @Test(
        "the description of another picture is not taken",
        arguments: [
            ("a.jpg", "a(1).jpg.json"), ("a.jpg", "a.jpg(1).json"), ("a.jpg", "aa.jpg.json"),
            ("a(1).jpg", "a.jpg.json"),
            ("a(1).jpg", "a.jpg(2).json"), ("a-b.jpg", "a.jpg.json"), ("a-edit.jpg", "a.jpg.json"),
            ("edited.jpg", ".jpg.json"),
            ("a.jpg", "a.jpg.metadata.json"), ("a-edited.jpg", "a.png.json"), ("ı.jpg", "i.jpg.json"),
            ("Ａ.jpg", "A.jpg.json"),
            (
                "0123456789012345678901234567890123456789abcdef.jpg",
                "0123456789012345678901234567890123456789abcde.json"
            ),
        ])
    func otherDescriptions(picture: String, description: String) {
        let picture = Array(picture.utf8)
        #expect(ShotTable.member(Array(description.utf8), of: picture, output: picture) == nil)
    }

    @Test("names that are not UTF-8 are compared by their bytes")
    func bytes() {
        let picture: [UInt8] = [0x4D, 0xFC] + Array(".jpg".utf8)
        func isMember(_ name: [UInt8]) -> Bool { ShotTable.member(name, of: picture, output: picture) != nil }
        #expect(isMember([0x4D, 0xFC] + Array(".jpg.xmp".utf8)) && isMember([0x4D, 0xFC] + Array(".json".utf8)))
        #expect(!isMember([0x6D, 0xFC] + Array(".jpg.xmp".utf8)) && !isMember(Array("Mü.jpg.xmp".utf8)))
    }

    @Test(
        "of pictures that differ in case, form or extension, a member belongs to those that it spells",
        arguments: [
            ("a.xmp", ["A.JPG", "a.jpg"], ["a.jpg"]), ("A.JPG.xmp", ["A.JPG", "a.jpg"], ["A.JPG"]),
            ("a.xmp", ["A.jpg", "a.png"], ["a.png"]), ("a.xmp", ["a.JPG", "a.jpg"], ["a.JPG", "a.jpg"]),
            ("a.xmp", ["A.jpg", "A.png"], ["A.jpg", "A.png"]),
            ("a.jpg.json", ["A.jpg", "a-edited.jpg"], ["A.jpg", "a-edited.jpg"]),
            ("é.jpg.xmp", ["e\u{301}.jpg", "é.jpg"], ["é.jpg"]), ("a.xmp", ["A.jpg", "a.nef"], ["A.jpg", "a.nef"]),
            ("a_01.jpg.xmp", ["A_01.JPG", "a.jpg"], ["A_01.JPG"]), ("a_01.jpg.xmp", ["a.jpg"], ["a.jpg"]),
        ] as [(String, [String], [String])])
    func closest(member: String, names: [String], pictures: [String]) {
        let found = ShotTable.pictures(of: Array(member.utf8), among: names.map { Array($0.utf8) })
        #expect(Set(found) == Set(pictures.map { Array($0.utf8) }))
    }

    @Test("a member keeps its name if the picture does, and no two members get one name")
    func names() {
        let picture = Array("a.jpg".utf8)
        let members = ShotTable.likelyNames(of: picture)
        for name in members { #expect(ShotTable.member(name, of: picture, output: picture)?.output == name) }
        let renamed = members.compactMap { ShotTable.member($0, of: picture, output: Array("b-2.jpg".utf8))?.output }
        #expect(renamed.count == members.count)
    }

    @Test("a sidecar speaks of the picture, of the raw file, or of both")
    func subjects() {
        func subject(_ name: String) -> ShotTable.Subject? {
            ShotTable.member(Array(name.utf8), of: Array("a.jpg".utf8), output: Array("a.jpg".utf8))?.subject
        }
        #expect(subject("a.jpg.xmp") == .picture && subject("a.nef.xmp") == .member && subject("a.xmp") == .stem)
    }

    @Test(
        "without a picture, a raw file leads the shot, or else a video",
        arguments: [
            ("a.xmp", ["a.NEF", "a.mov", "a.AVI", "a.crw"]),
            ("a.nef.xmp", ["a.NEF", "a.mov", "a.AVI", "a.crw", "a.nef.dng"]),
            ("a.THM", ["a.NEF", "a.mov", "a.AVI", "a.crw"]), ("a.mov", []), ("a.WAV", []), ("a.nef", []),
            ("a.AVI.json", ["a.AVI", "a.AVI.mov"]),
        ] as [(String, [String])])
    func leads(member: String, leads: [String]) {
        let names = ["a.NEF", "a.mov", "a.AVI", "a.nef.dng", "a.crw", "a.AVI.mov"]
        let found = ShotTable.pictures(of: Array(member.utf8), among: names.map { Array($0.utf8) })
        #expect(Set(found) == Set(leads.map { Array($0.utf8) }))
    }

    @Test(
        "a thumbnail leads nothing, and raw files and videos are files of their own beside each other",
        arguments: [("a.THM", "a.AVI"), ("a.mov", "a.nef"), ("a.avi", "a.mov"), ("a.nef", "a.mov"), ("a.xmp", "a.mov")])
    func leadsNothing(name: String, member: String) {
        #expect(ShotTable.member(Array(member.utf8), of: Array(name.utf8), output: Array(name.utf8)) == nil)
    }

    @Test(
        "beside a raw file and a video, a sidecar belongs to the one that it names, or to the raw file",
        arguments: [("a.xmp", "a.nef"), ("a.mov.xmp", "a.mov"), ("a.nef.xmp", "a.nef")])
    func closest(member: String, lead: String) {
        let names = ["a.mov", "a.nef"].map { Array($0.utf8) }
        let leads = names.filter { !ShotTable.isCloser(Array(member.utf8), toOneOf: names, than: $0) }
        #expect(leads == [Array(lead.utf8)])
    }

    @Test("a picture is no member", arguments: ["a.jpg", "a", "xmp", ".xmp", "a.png"])
    func pictures(name: String) { #expect(ShotTable.kind(of: Array(name.utf8)) == nil) }

    @Test(
        "a file of another shot does not belong to it",
        arguments: [
            "b.xmp", "a1.xmp", "a.jpg.nef", "a.png.xmp", "a_1.nef", "a.b.nef", "a.nef.jpg", "a.jpgx.json",
            "a.jpg",
            "ab.jpg.json", "a.zip.xmp",
        ])
    func others(name: String) {
        let picture = Array("a.jpg".utf8)
        #expect(ShotTable.member(Array(name.utf8), of: picture, output: picture) == nil)
    }
}
