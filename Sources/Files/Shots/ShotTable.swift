internal import UprightRewriting

/// The table that decides which files belong to a picture's shot: the picture, and what was taken or made with it.
///
/// `docs/design/shots.md` has the table with the programs that write each name. Names are compared by their keys (``NameKey``). Of
/// pictures whose names have one key, a member belongs to those that it spells byte for byte, if there are any.
package enum ShotTable {
    /// A kind of member, and how its name follows from the picture's.
    struct Row: Sendable {
        let kind: MemberKind
        /// In lower case.
        let extensions: [String]
        /// Whether the extension replaces the picture's: `a.xmp` for `a.jpg`.
        var replaces = false
        /// Whether the extension follows the picture's name: `a.jpg.xmp` for `a.jpg`.
        var follows = false
        /// Whether the extension follows the name of a raw file or a video of the shot: `a.nef.pp3`.
        var followsMember = false
    }

    static let rows = [
        Row(kind: .raw, extensions: rawExtensions, replaces: true),
        Row(kind: .sidecar, extensions: ["xmp"], replaces: true, follows: true, followsMember: true),
        // Google Takeout has more names: `TakeoutName`.
        Row(kind: .description, extensions: ["json"], replaces: true, follows: true),
        Row(kind: .text, extensions: ["txt"], replaces: true, follows: true),
        Row(kind: .labels, extensions: ["xml"], replaces: true, follows: true),
        Row(kind: .edits, extensions: ["aae"], replaces: true),
        Row(
            kind: .settings, extensions: ["pp3", "arp", "dop", "cos", "cop", "cof", "cot", "nksc"], follows: true,
            followsMember: true),
        Row(
            kind: .settings, extensions: ["acr", "on1", "onphoto", "vrd", "dr4", "spd", "yml"], replaces: true,
            follows: true, followsMember: true),
        Row(kind: .video, extensions: ["mov", "mp4", "mp"], replaces: true),
        Row(kind: .thumbnail, extensions: ["thm"], replaces: true),
        Row(kind: .memo, extensions: ["wav"], replaces: true),
    ]

    /// The extensions of cameras' raw files, in lower case.
    package static let rawExtensions = [
        "3fr", "arw", "cr2", "cr3", "crw", "dcr", "dng", "erf", "fff", "gpr", "iiq", "k25", "kdc", "mef", "mos", "mrw",
        "nef", "nrw", "orf", "ori", "pef", "raf", "raw", "rw2", "rwl", "sr2", "srf", "srw", "x3f",
    ]

    /// Extensions that name a picture's type, in lower case. They are wrong if the content has another type.
    package static let pictureExtensions = Set(PictureFormats.descriptions.flatMap(\.filenameExtensions)).union([
        "bmp", "dib", "jp2", "jxl", "ico", "tga", "psd", "image", "img",
    ])

    private static let raws = Set(rawExtensions)
    private static let byExtension: [String: Row] = Dictionary(
        uniqueKeysWithValues: rows.flatMap { row in row.extensions.map { ($0, row) } })
    static let dot = UInt8(ascii: ".")

    // MARK: From a picture to its members

    /// The file of a shot that a member speaks of.
    package enum Subject: Sendable, Hashable {
        /// The picture: `a.jpg.xmp`.
        case picture
        /// The raw file or the video: `a.nef.xmp`.
        case member
        /// Both, if the shot has both: `a.xmp`.
        case stem
    }

    /// A file that belongs to a picture's shot.
    package struct Member: Sendable, Hashable {
        /// The kind of the file.
        package var kind: MemberKind
        /// Its name beside the picture's output.
        package var output: [UInt8]
        /// The file of the shot that it speaks of.
        package var subject = Subject.picture
        /// A name in the same folder of a file that it belongs to instead, if there is one: `a_01.jpg` for `a_01.jpg.xmp`.
        var closer: [UInt8]?
        /// Whether the picture's name is spelled in it, byte for byte; otherwise the two have one key.
        package var isExact = true
        /// How close it is to the picture, compared with others of its kind: 0 is the closest.
        package var distance = 0

        /// Whether its content is read for what the picture lacks. Sidecars of duplicates and of raw files speak of others.
        var isRead: Bool { kind == .description || kind == .sidecar && subject != .member && closer == nil }

        /// Whether it belongs to the picture if no file in the folder is closer to it.
        package var isDoubtful: Bool { !isExact || closer != nil }
    }

    /// What a file is to a picture in the same folder, by their names; nil if it does not belong to its shot.
    ///
    /// - Parameters:
    ///   - name: the file's name.
    ///   - picture: the picture's name.
    ///   - output: the name of the picture's output, which the member's follows.
    package static func member(_ name: [UInt8], of picture: [UInt8], output: [UInt8]) -> Member? {
        guard name != picture, let parts = parts(name), canLead(picture, parts.row.kind) else { return nil }
        if let member = member(name, parts, of: picture, output: output, folds: false) { return member }
        // Whatever the case and the form, the first letter of the two is one, unless it is not ASCII.
        guard let first = name.first, let other = picture.first, first | 0x20 == other | 0x20 || (first | other) >= 0x80
        else {
            return nil
        }
        var member = member(name, parts, of: picture, output: output, folds: true)
        member?.isExact = false
        return member
    }

    /// - Parameter folds: whether names are compared by their keys, and not by their bytes.
    private static func member(
        _ name: [UInt8], _ parts: (base: [UInt8], suffix: [UInt8], row: Row), of picture: [UInt8], output: [UInt8],
        folds: Bool
    ) -> Member? {
        func key(_ name: [UInt8]) -> [UInt8] { folds ? NameKey.folded(name) : name }
        let (base, suffix, row) = parts
        let (stem, _) = NumberedName.split(picture)
        let outputStem = stem == picture ? output : NumberedName.split(output).stem
        let ending = [dot] + suffix
        let (keyBase, keyStem, keyPicture) = (key(base), key(stem), key(picture))
        if row.replaces, keyBase == keyStem {
            let distance = row.kind == .description ? TakeoutName.Match.stem.rawValue : 1
            return Member(kind: row.kind, output: outputStem + ending, subject: .stem, distance: distance)
        }
        if row.kind == .raw,
            [pixelCover(of: base), pixelMotionCover(of: base)].contains(where: { $0.map(key) == keyStem })
        {
            return Member(kind: .raw, output: outputStem == stem ? name : outputStem + ending)
        }
        // A Pixel writes `a.MP` beside `a.MP.jpg`.
        if row.kind == .video, key(name) == keyStem { return Member(kind: row.kind, output: outputStem) }
        if row.follows, keyBase == keyPicture { return Member(kind: row.kind, output: output + ending) }
        if row.kind == .edits, let (plain, letter) = withoutAppleLetter(base), key(plain) == keyStem {
            return Member(kind: row.kind, output: inserting(letter, into: outputStem) + ending)
        }
        if row.followsMember {
            let (inner, suffix) = NumberedName.split(base)
            if let suffix, canBeFollowed(suffix), key(inner) == keyStem {
                return Member(kind: row.kind, output: outputStem + [dot] + suffix + ending, subject: .member)
            }
        }
        if row.kind == .sidecar, let (inner, suffix, number) = version(base) {
            let isOfPicture = key(inner + [dot] + suffix) == keyPicture
            if isOfPicture || canBeFollowed(suffix) && key(inner) == keyStem {
                return Member(
                    kind: row.kind,
                    output: (isOfPicture ? NumberedName.split(output).stem : outputStem) + number
                        + (isOfPicture ? NumberedName.split(output).suffix.map { [dot] + $0 } ?? [] : [dot] + suffix)
                        + ending,
                    subject: isOfPicture ? .picture : .member, closer: base, distance: 2)
            }
        }
        guard row.kind == .description else { return nil }
        let (title, whole) = folds ? (NameKey.decomposed(keyBase), NameKey.decomposed(keyPicture)) : (base, picture)
        guard let match = TakeoutName.match(title, for: whole) else { return nil }
        // What follows the picture's name.
        let dots = name.indices.filter { name[$0] == dot }
        let end = dots.dropFirst(picture.count { $0 == dot }).first
        let rest = end.flatMap { key(Array(name[..<$0])) == keyPicture ? Array(name[$0...]) : nil }
        let isKept = picture == output && (!folds || rest == nil)
        return Member(kind: row.kind, output: isKept ? name : output + (rest ?? ending), distance: match.rawValue)
    }

    /// What a video is to a picture with its content identifier, whatever their names.
    package static func video(_ name: [UInt8], besideOutput output: [UInt8]) -> Member {
        let suffix = NumberedName.split(name).suffix.map { [dot] + $0 } ?? []
        return Member(kind: .video, output: NumberedName.split(output).stem + suffix)
    }

    /// The name of a member of a picture beside an output of that. Of a video with another name, the content says whose it is.
    package static func name(of member: [UInt8], _ picture: [UInt8], besideOutput output: [UInt8]) -> [UInt8] {
        (self.member(member, of: picture, output: output) ?? video(member, besideOutput: output)).output
    }

    // MARK: From a member to its pictures

    /// What a name says of a file: the kind of member that it can be; nil if it can be none.
    package static func kind(of name: [UInt8]) -> MemberKind? { parts(name)?.row.kind }

    /// The uniform type identifier that a member's name says.
    package static func type(of name: [UInt8]) -> String? {
        parts(name).map { $0.row.kind.type(filenameExtension: lowercased($0.suffix)) }
    }

    // MARK: Without a list of the folder

    /// The most likely names of a picture's members, to ask for one by one in a folder that has too many files to list.
    package static func likelyNames(of picture: [UInt8]) -> [[UInt8]] {
        let (stem, _) = NumberedName.split(picture)
        var names: [[UInt8]] = []
        for row in rows {
            for suffix in row.extensions {
                for ending in [suffix, suffix.uppercased()] {
                    if row.replaces { names.append(stem + [dot] + ending.utf8) }
                    if row.follows { names.append(picture + [dot] + ending.utf8) }
                }
            }
        }
        names.append(picture + TakeoutName.supplement + ".json".utf8)
        if kind(of: stem) == .video { names.append(stem) }
        var seen: Set<[UInt8]> = [picture]
        return names.filter { seen.insert($0).inserted }
    }

    // MARK: Parts of names

    static func parts(_ name: [UInt8]) -> (base: [UInt8], suffix: [UInt8], row: Row)? {
        let (stem, suffix) = NumberedName.split(name)
        guard let suffix else { return nil }
        var plain = lowercased(suffix)
        // A Pixel that takes a second picture in one second writes `a.MP~2.jpg` and `a.MP~2`.
        if plain.hasPrefix("mp~"), plain.count > 3, plain.dropFirst(3).allSatisfy(\.isNumber) { plain = "mp" }
        return byExtension[plain].map { (stem, suffix, $0) }
    }

    /// Whether a sidecar's name can follow a member with a filename extension: that of a raw file or a video.
    static func canBeFollowed(_ suffix: [UInt8]) -> Bool {
        let suffix = lowercased(suffix)
        return raws.contains(suffix) || byExtension[suffix]?.kind == .video
    }

    /// darktable calls the sidecar of a duplicate of `a.jpg` `a_01.jpg.xmp`. Splits `a_01.jpg`.
    static func version(_ base: [UInt8]) -> (stem: [UInt8], suffix: [UInt8], number: [UInt8])? {
        let (stem, suffix) = NumberedName.split(base)
        guard let suffix, let line = stem.lastIndex(of: UInt8(ascii: "_")), line > 0 else { return nil }
        let digits = stem[(line + 1)...]
        guard (1...3).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return (Array(stem[..<line]), suffix, Array(stem[line...]))
    }

    /// Apple's names of a picture: `IMG_0001`. The edits of an edited one are in `IMG_E0001.AAE`, those of the original in
    /// `IMG_O0001.AAE`.
    static let apple = Array("img_".utf8)
    static let appleLetters = [UInt8(ascii: "e"), UInt8(ascii: "o")]

    private static func isApple(_ name: [UInt8]) -> Bool {
        name.prefix(apple.count).elementsEqual(apple) { $0 == $1 || $0 | 0x20 == $1 }
    }

    static func withoutAppleLetter(_ base: [UInt8]) -> (plain: [UInt8], letter: UInt8)? {
        guard isApple(base), base.count > apple.count + 1, appleLetters.contains(base[apple.count] | 0x20),
            (0x30...0x39).contains(base[apple.count + 1])
        else { return nil }
        return (Array(base[..<apple.count] + base[(apple.count + 1)...]), base[apple.count])
    }

    private static func inserting(_ letter: UInt8, into stem: [UInt8]) -> [UInt8] {
        isApple(stem) ? stem[..<apple.count] + [letter] + stem[apple.count...] : stem + [UInt8(ascii: "_"), letter]
    }

    static func lowercased(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self).lowercased() }

    /// A Pixel calls the picture of a raw file `a.RAW-02.ORIGINAL.dng` `a.RAW-01.COVER.jpg`.
    static func pixelCover(of raw: [UInt8]) -> [UInt8]? { replacing(original, in: raw, by: ".RAW-01.COVER") }

    /// The name of such a picture with a motion photo's video: `a.RAW-01.MP.COVER.jpg`.
    static func pixelMotionCover(of raw: [UInt8]) -> [UInt8]? {
        replacing(original, in: raw, by: ".RAW-01.MP.COVER")
    }

    private static let original = Array(".RAW-02.ORIGINAL".utf8)

    private static func replacing(_ end: [UInt8], in name: [UInt8], by other: String) -> [UInt8]? {
        name.count > end.count && lowercased(Array(name.suffix(end.count))) == lowercased(end)
            ? name.dropLast(end.count) + other.utf8 : nil
    }
}
