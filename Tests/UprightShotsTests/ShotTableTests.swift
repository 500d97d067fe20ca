internal import Testing
internal import UprightShots

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
        pair("a.jpg", "a.MOV", .film, "a.jpg", "a.MOV"),
        pair("a.jpg", "a.MP4", .film, "a-2.jpg", "a-2.MP4"),
        pair("PXL_1.MP.jpg", "PXL_1.MP", .film, "PXL_1.MP-2.jpg", "PXL_1.MP-2"),
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
        pair("PXL_1.MP~2.jpg", "PXL_1.MP~2", .film, "PXL_1.MP~2-2.jpg", "PXL_1.MP~2-2"),
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
    ]

    /// Names whose pictures a table of prefixes cannot tell; the picture still finds them.
    private static let oneWay: [Pair] = [
        pair("a-edited.jpg", "a.jpg.json", .description, "a-edited.jpg", "a.jpg.json"),
        pair(
            "0123456789012345678901234567890123456789012345678.jpg",
            "0123456789012345678901234567890123456789012345.json",
            .description, "x.jpg", "x.jpg.json"),
    ]

    private static func member(_ pair: Pair) -> ShotTable.Member? {
        ShotTable.member(Array(pair.member.utf8), of: Array(pair.picture.utf8), output: Array(pair.output.utf8))
    }

    @Test("a picture finds its members, and a member its picture", arguments: pairs.indices)
    func bothWays(index: Int) {
        let pair = Self.pairs[index]
        let member = Self.member(pair)
        #expect(member?.kind == pair.kind && member?.output == Array(pair.renamed.utf8))
        #expect(ShotTable.kind(of: Array(pair.member.utf8)) == pair.kind)
        #expect(ShotTable.pictures(of: Array(pair.member.utf8)).contains(Array(pair.picture.utf8)))
        let keys = ShotTable.keys(ofMembersOf: Array(pair.picture.utf8))
        #expect(keys.contains(ShotTable.key(of: Array(pair.member.utf8))))
    }

    @Test("names that Takeout has cut or shares among pictures", arguments: oneWay.indices)
    func cut(index: Int) {
        let pair = Self.oneWay[index]
        let member = Self.member(pair)
        #expect(member?.kind == pair.kind && member?.output == Array(pair.renamed.utf8))
        let names = ShotTable.descriptions(of: Array(pair.picture.utf8))
        #expect(names.contains(Array(pair.member.utf8)))
        let keys = ShotTable.keys(ofMembersOf: Array(pair.picture.utf8))
        #expect(keys.contains(ShotTable.key(of: Array(pair.member.utf8))))
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
        "without a picture, a raw file leads the shot, or else a film",
        arguments: [
            ("a.xmp", ["a.NEF", "a.mov", "a.AVI"]), ("a.nef.xmp", ["a.nef.dng"]), ("a.THM", ["a.AVI", "a.crw"]),
            ("a.mov", []), ("a.WAV", []), ("a.nef", []), ("a.AVI.json", ["a.AVI.mov"]),
        ] as [(String, [String])])
    func leads(member: String, leads: [String]) {
        let found = ShotTable.leads(of: Array(member.utf8))
        for lead in leads { #expect(found.contains(Array(lead.utf8))) }
        #expect(found.isEmpty == leads.isEmpty)
        #expect(found.allSatisfy { ShotTable.leadsWithoutPicture($0) })
    }

    @Test(
        "a thumbnail leads nothing, and raw files and films are files of their own beside each other",
        arguments: [("a.THM", "a.AVI"), ("a.mov", "a.nef"), ("a.avi", "a.mov"), ("a.nef", "a.mov"), ("a.xmp", "a.mov")])
    func leadsNothing(name: String, member: String) {
        #expect(ShotTable.member(Array(member.utf8), of: Array(name.utf8), output: Array(name.utf8)) == nil)
    }

    @Test(
        "beside a raw file and a film, a sidecar belongs to the one that it names, or to the raw file",
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
            "b.xmp", "a1.xmp", "A.xmp", "a.jpg.nef", "a.png.xmp", "a_1.nef", "a.b.nef", "a.nef.jpg", "a.jpgx.json",
            "a.jpg",
            "ab.jpg.json", "a.zip.xmp",
        ])
    func others(name: String) {
        let picture = Array("a.jpg".utf8)
        #expect(ShotTable.member(Array(name.utf8), of: picture, output: picture) == nil)
    }
}
