/// A shot without a picture is led by its raw file, or else by its film: `a.NEF` with `a.xmp`, `MVI_1.AVI` with `MVI_1.THM`.
extension ShotTable {
    /// The extensions of films that lead a shot and are no members of a picture's, in lower case.
    private static let otherFilmExtensions = ["3g2", "3gp", "avi", "m2ts", "m4v", "mpeg", "mpg", "mts"]

    private static let otherFilms = Set(otherFilmExtensions)

    /// The extensions of files that can lead a shot without a picture, in lower case; raw files come first.
    package static let leadExtensions =
        rawExtensions + (rows.first { $0.kind == .film }?.extensions ?? []) + otherFilmExtensions

    /// Whether a file can lead a shot in which there is no picture: it is a raw file or a film.
    package static func leadsWithoutPicture(_ name: [UInt8]) -> Bool {
        switch kind(of: name) {
        case .raw, .film: true
        case nil: split(name).suffix.map { otherFilms.contains(lowercased($0)) } ?? false
        default: false
        }
    }

    /// Whether a file can lead a shot that has a member of a kind: raw files and films are files of their own beside each other, and
    /// a thumbnail leads nothing.
    static func canLead(_ name: [UInt8], _ kind: MemberKind) -> Bool {
        leadsWithoutPicture(name) ? !kind.isFileOfItsOwn : self.kind(of: name) == nil
    }

    /// Whether a member belongs to another raw file or film rather than to one that leads a shot: `a.mov.xmp` to `a.mov` and not to
    /// `a.nef`, `a.xmp` to `a.nef` and not to `a.mov`.
    ///
    /// - Parameter names: the names of the files beside them.
    package static func isCloser(_ member: [UInt8], toOneOf names: [[UInt8]], than lead: [UInt8]) -> Bool {
        let base = split(member).stem
        guard base != lead, leadsWithoutPicture(lead) else { return false }
        return names.contains { name in
            name == base && leadsWithoutPicture(name)
                || kind(of: name) == .raw && kind(of: lead) != .raw && split(name).stem == base
        }
    }

    /// The names of the raw files and films that can lead a member's shot if there is no picture, raw files first.
    package static func leads(of member: [UInt8]) -> [[UInt8]] {
        guard kind(of: member)?.isFileOfItsOwn == false else { return [] }
        return pictures(of: member, extensions: leadExtensions).filter { leadsWithoutPicture($0) }
    }
}
