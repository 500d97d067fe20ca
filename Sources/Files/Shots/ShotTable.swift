internal import UprightGeodata
internal import UprightRewriting

/// The table that decides which files belong to a picture's shot: the picture, and what was taken or made with it.
///
/// `docs/design/shots.md` has the table with the programs that write each name. Only the extension's case varies; the rest of
/// a name must be equal, byte for byte.
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
        /// Whether the extension follows the name of a raw file or a film of the shot: `a.nef.pp3`.
        var followsMember = false
    }

    static let rows = [
        Row(kind: .raw, extensions: rawExtensions, replaces: true),
        Row(kind: .sidecar, extensions: ["xmp"], replaces: true, follows: true, followsMember: true),
        // Google Takeout's names are those that `TakeoutSidecar` knows, besides `a.json`.
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
        Row(kind: .film, extensions: ["mov", "mp4", "mp"], replaces: true),
        Row(kind: .thumbnail, extensions: ["thm"], replaces: true),
        Row(kind: .memo, extensions: ["wav"], replaces: true),
    ]

    /// The extensions of cameras' raw files, in lower case.
    package static let rawExtensions = [
        "3fr", "arw", "cr2", "cr3", "crw", "dcr", "dng", "erf", "fff", "gpr", "iiq", "k25", "kdc", "mef", "mos", "mrw",
        "nef", "nrw", "orf", "ori", "pef", "raf", "raw", "rw2", "rwl", "sr2", "srf", "srw", "x3f",
    ]

    private static let raws = Set(rawExtensions)
    private static let byExtension: [String: Row] = Dictionary(
        uniqueKeysWithValues: rows.flatMap { row in row.extensions.map { ($0, row) } })
    /// What Takeout adds to a name before it cuts it.
    private static let supplement = Array(".supplemental-metadata".utf8)
    private static let dot = UInt8(ascii: ".")

    // MARK: From a picture to its members

    /// The file of a shot that a member speaks of.
    package enum Subject: Sendable, Hashable {
        /// The picture: `a.jpg.xmp`.
        case picture
        /// The raw file or the film: `a.nef.xmp`.
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
        package var closer: [UInt8]?

        /// Creates a member.
        package init(kind: MemberKind, output: [UInt8], subject: Subject = .picture, closer: [UInt8]? = nil) {
            (self.kind, self.output, self.subject, self.closer) = (kind, output, subject, closer)
        }
    }

    /// What a file is to a picture in the same folder, by their names; nil if it does not belong to its shot.
    ///
    /// - Parameters:
    ///   - name: the file's name.
    ///   - picture: the picture's name.
    ///   - output: the name of the picture's output, which the member's follows.
    package static func member(_ name: [UInt8], of picture: [UInt8], output: [UInt8]) -> Member? {
        guard name != picture, let (base, suffix, row) = parts(name), canLead(picture, row.kind) else { return nil }
        let (stem, _) = split(picture)
        let outputStem = stem == picture ? output : split(output).stem
        let ending = [dot] + suffix
        if row.replaces, base == stem { return Member(kind: row.kind, output: outputStem + ending, subject: .stem) }
        if row.kind == .raw, let picture = pixelCover(of: base), stem == picture || stem == pixelMotionCover(of: base) {
            return Member(kind: .raw, output: outputStem == stem ? name : outputStem + ending)
        }
        // A Pixel writes `a.MP` beside `a.MP.jpg`.
        if row.kind == .film, name == stem { return Member(kind: row.kind, output: outputStem) }
        if row.follows, base == picture { return Member(kind: row.kind, output: output + ending) }
        if row.kind == .edits, let letter = appleLetter(in: base, of: stem) {
            return Member(kind: row.kind, output: inserting(letter, into: outputStem) + ending)
        }
        if row.followsMember {
            let (inner, suffix) = split(base)
            if inner == stem, let suffix, canBeFollowed(suffix) {
                return Member(kind: row.kind, output: outputStem + [dot] + suffix + ending, subject: .member)
            }
        }
        if row.kind == .sidecar, let (inner, suffix, number) = version(base) {
            let isOfPicture = inner + [dot] + suffix == picture
            if isOfPicture || inner == stem && canBeFollowed(suffix) {
                return Member(
                    kind: row.kind,
                    output: (isOfPicture ? split(output).stem : outputStem) + number
                        + (isOfPicture ? split(output).suffix.map { [dot] + $0 } ?? [] : [dot] + suffix) + ending,
                    subject: isOfPicture ? .picture : .member, closer: base)
            }
        }
        guard row.kind == .description, TakeoutSidecar.candidates(for: picture).contains(name) else { return nil }
        if picture == output { return Member(kind: row.kind, output: name) }
        let rest = name.starts(with: picture) ? Array(name[picture.count...]) : ending
        return Member(kind: row.kind, output: output + rest)
    }

    /// What a film is to a picture with its content identifier, whatever their names.
    package static func film(_ name: [UInt8], besideOutput output: [UInt8]) -> Member {
        let suffix = split(name).suffix.map { [dot] + $0 } ?? []
        return Member(kind: .film, output: split(output).stem + suffix)
    }

    // MARK: From a member to its pictures

    /// What a name says of a file: the kind of member that it can be; nil if it can be none.
    package static func kind(of name: [UInt8]) -> MemberKind? { parts(name)?.row.kind }

    /// The uniform type identifier that a member's name says.
    package static func type(of name: [UInt8]) -> String? {
        parts(name).map { $0.row.kind.type(filenameExtension: lowercased($0.suffix)) }
    }

    /// The names that the picture of a member can have, those of handled types, the most likely first.
    package static func pictures(of member: [UInt8]) -> [[UInt8]] {
        pictures(of: member, extensions: PictureFormats.descriptions.flatMap(\.filenameExtensions))
    }

    /// How the names of a member's pictures begin, before a dot and an extension: one of these is the whole name, or what stands
    /// before the picture's extension.
    package static func pictureStems(of member: [UInt8]) -> [[UInt8]] {
        guard let (base, _, row) = parts(member) else { return [] }
        var stems: [[UInt8]] = []
        if row.replaces || row.follows { stems.append(base) }
        if row.kind == .film { stems.append(member) }
        if row.kind == .raw { stems += [pixelCover(of: base), pixelMotionCover(of: base)].compactMap(\.self) }
        if row.followsMember, let inner = split(base).suffix, canBeFollowed(inner) {
            stems.append(split(base).stem)
        }
        if row.kind == .sidecar, let (inner, suffix, _) = version(base) {
            stems.append(inner)
            if !canBeFollowed(suffix) { stems.append(inner + [dot] + suffix) }
        }
        if row.kind == .edits, let plain = withoutAppleLetter(base) { stems.append(plain) }
        if row.kind == .description {
            if let cut = firstRange(of: Array(".s".utf8), in: base), supplement.starts(with: base[cut...]) {
                stems.append(Array(base[..<cut]))
            }
            if let (plain, number) = duplicate(base) {
                var name = plain
                if let cut = firstRange(of: Array(".s".utf8), in: plain), supplement.starts(with: plain[cut...]) {
                    name = Array(plain[..<cut])
                }
                let (inner, suffix) = split(name)
                if let suffix { stems.append(inner + number + [dot] + suffix) }
            }
        }
        return stems
    }

    /// The names that the picture of a member can have.
    ///
    /// - Parameter extensions: the pictures' extensions, in lower case.
    package static func pictures(of member: [UInt8], extensions: [String]) -> [[UInt8]] {
        let stems = pictureStems(of: member)
        var names: [[UInt8]] = []
        for stem in stems {
            names.append(stem)
            for suffix in extensions {
                names.append(stem + [dot] + suffix.utf8)
                names.append(stem + [dot] + suffix.uppercased().utf8)
            }
        }
        var seen: Set<[UInt8]> = []
        return names.filter { seen.insert($0).inserted && self.member(member, of: $0, output: $0) != nil }
    }

    // MARK: Finding the members of a picture

    /// A part of a member's name that is also one of the keys of its picture (``keys(ofMembersOf:)``): what stands before the
    /// first dot, and for a duplicate's sidecar before its number.
    package static func key(of name: [UInt8]) -> [UInt8] {
        let (base, suffix) = split(name)
        if let suffix, lowercased(suffix) == "xmp", let (stem, _, _) = version(base) { return key(of: stem) }
        return Array(name[..<(name.dropFirst().firstIndex(of: dot) ?? name.count)])
    }

    /// The keys that the members of a picture can have.
    package static func keys(ofMembersOf picture: [UInt8]) -> Set<[UInt8]> {
        let own = key(of: picture)
        var keys = Set(TakeoutSidecar.candidates(for: picture).map(key)).union([own])
        // The picture itself can have a name like that of a duplicate.
        if let (stem, _, _) = version(picture) { keys.insert(key(of: stem)) }
        if own.starts(with: apple) { keys.formUnion(appleLetters.map { apple + [$0] + own[apple.count...] }) }
        return keys
    }

    /// How the names of all members of a picture begin, besides those of Takeout's descriptions.
    package static func prefixes(ofMembersOf picture: [UInt8]) -> [[UInt8]] {
        let stem = split(picture).stem
        guard let number = stem.starts(with: apple) ? Array(stem.dropFirst(apple.count)) : nil else {
            return [prefix(ofMembersOf: picture)]
        }
        return [stem] + appleLetters.map { apple + [$0] + number }
    }

    private static func prefix(ofMembersOf picture: [UInt8]) -> [UInt8] {
        let stem = split(picture).stem
        for end in [".RAW-01.COVER", ".RAW-01.MP.COVER"] where stem.count > end.utf8.count {
            if stem.suffix(end.utf8.count) == Array(end.utf8)[...] {
                return stem.dropLast(end.utf8.count) + ".RAW-0".utf8
            }
        }
        return stem
    }

    /// The names that Takeout's description of a picture can have.
    package static func descriptions(of picture: [UInt8]) -> [[UInt8]] { TakeoutSidecar.candidates(for: picture) }

    // MARK: Without a list of the folder

    /// The most likely names of a picture's members, to ask for one by one in a folder that has too many files to list.
    package static func likelyNames(of picture: [UInt8]) -> [[UInt8]] {
        let (stem, _) = split(picture)
        var names: [[UInt8]] = []
        for row in rows {
            for suffix in row.extensions {
                for ending in [suffix, suffix.uppercased()] {
                    if row.replaces { names.append(stem + [dot] + ending.utf8) }
                    if row.follows { names.append(picture + [dot] + ending.utf8) }
                }
            }
        }
        names += TakeoutSidecar.candidates(for: picture)
        if kind(of: stem) == .film { names.append(stem) }
        var seen: Set<[UInt8]> = [picture]
        return names.filter { seen.insert($0).inserted }
    }

    // MARK: Parts of names

    private static func parts(_ name: [UInt8]) -> (base: [UInt8], suffix: [UInt8], row: Row)? {
        let (stem, suffix) = split(name)
        guard let suffix else { return nil }
        var plain = lowercased(suffix)
        // A Pixel that takes a second picture in one second writes `a.MP~2.jpg` and `a.MP~2`.
        if plain.hasPrefix("mp~"), plain.count > 3, plain.dropFirst(3).allSatisfy(\.isNumber) { plain = "mp" }
        return byExtension[plain].map { (stem, suffix, $0) }
    }

    /// Whether a sidecar's name can follow a member with a filename extension: that of a raw file or a film.
    private static func canBeFollowed(_ suffix: [UInt8]) -> Bool {
        let suffix = lowercased(suffix)
        return raws.contains(suffix) || byExtension[suffix]?.kind == .film
    }

    /// darktable calls the sidecar of a duplicate of `a.jpg` `a_01.jpg.xmp`. Splits `a_01.jpg`.
    private static func version(_ base: [UInt8]) -> (stem: [UInt8], suffix: [UInt8], number: [UInt8])? {
        let (stem, suffix) = split(base)
        guard let suffix, let line = stem.lastIndex(of: UInt8(ascii: "_")), line > 0 else { return nil }
        let digits = stem[(line + 1)...]
        guard (1...3).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return (Array(stem[..<line]), suffix, Array(stem[line...]))
    }

    /// Apple's names of a picture: `IMG_0001`. The edits of an edited one are in `IMG_E0001.AAE`, those of the original in
    /// `IMG_O0001.AAE`.
    private static let apple = Array("IMG_".utf8)
    private static let appleLetters = [UInt8(ascii: "E"), UInt8(ascii: "O")]

    private static func withoutAppleLetter(_ base: [UInt8]) -> [UInt8]? {
        guard base.starts(with: apple), base.count > apple.count + 1, appleLetters.contains(base[apple.count]),
            (0x30...0x39).contains(base[apple.count + 1])
        else { return nil }
        return apple + base[(apple.count + 1)...]
    }

    private static func appleLetter(in base: [UInt8], of stem: [UInt8]) -> UInt8? {
        withoutAppleLetter(base) == stem ? base[apple.count] : nil
    }

    private static func inserting(_ letter: UInt8, into stem: [UInt8]) -> [UInt8] {
        stem.starts(with: apple) ? apple + [letter] + stem[apple.count...] : stem + [UInt8(ascii: "_"), letter]
    }

    static func lowercased(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self).lowercased() }

    /// Splits a name into the part before the extension, and the extension without its dot; nil if there is none. A leading
    /// dot does not start an extension.
    package static func split(_ name: [UInt8]) -> (stem: [UInt8], suffix: [UInt8]?) {
        guard let index = name.lastIndex(of: dot), index > 0, index + 1 < name.count else { return (name, nil) }
        return (Array(name[..<index]), Array(name[(index + 1)...]))
    }

    /// A Pixel calls the picture of a raw file `a.RAW-02.ORIGINAL.dng` `a.RAW-01.COVER.jpg`.
    private static func pixelCover(of raw: [UInt8]) -> [UInt8]? { replacing(original, in: raw, by: ".RAW-01.COVER") }

    /// The name of such a picture with a motion photo's film: `a.RAW-01.MP.COVER.jpg`.
    private static func pixelMotionCover(of raw: [UInt8]) -> [UInt8]? {
        replacing(original, in: raw, by: ".RAW-01.MP.COVER")
    }

    private static let original = Array(".RAW-02.ORIGINAL".utf8)

    private static func replacing(_ end: [UInt8], in name: [UInt8], by other: String) -> [UInt8]? {
        name.count > end.count && name.suffix(end.count) == end[...] ? name.dropLast(end.count) + other.utf8 : nil
    }

    /// Splits `a(1)` into `a` and `(1)`.
    private static func duplicate(_ stem: [UInt8]) -> (base: [UInt8], number: [UInt8])? {
        guard stem.last == UInt8(ascii: ")"), let open = stem.lastIndex(of: UInt8(ascii: "(")), open > 0,
            stem[(open + 1)...].dropLast().allSatisfy({ (0x30...0x39).contains($0) }), open + 2 < stem.count
        else { return nil }
        return (Array(stem[..<open]), Array(stem[open...]))
    }

    private static func firstRange(of pattern: [UInt8], in bytes: [UInt8]) -> Int? {
        guard bytes.count >= pattern.count else { return nil }
        return (0...(bytes.count - pattern.count)).reversed().first { bytes[$0...].starts(with: pattern) }
    }
}
