/// A shot without a picture is led by its raw file, or else by its video: `a.NEF` with `a.xmp`, `MVI_1.AVI` with `MVI_1.THM`.
extension ShotTable {
    /// The extensions of videos that lead a shot and are no members of a picture's, in lower case.
    private static let otherVideoExtensions = ["3g2", "3gp", "avi", "m2ts", "m4v", "mpeg", "mpg", "mts"]

    private static let otherVideos = Set(otherVideoExtensions)

    /// The extensions of files that can lead a shot without a picture, in lower case; raw files come first.
    package static let leadExtensions =
        rawExtensions + (rows.first { $0.kind == .video }?.extensions ?? []) + otherVideoExtensions

    /// Whether a file can lead a shot in which there is no picture: it is a raw file or a video.
    package static func leadsWithoutPicture(_ name: [UInt8]) -> Bool {
        switch kind(of: name) {
        case .raw, .video: true
        case nil: NumberedName.split(name).suffix.map { otherVideos.contains(lowercased($0)) } ?? false
        default: false
        }
    }

    /// Whether a file can lead a shot that has a member of a kind: raw files and videos are files of their own beside each other, and
    /// a thumbnail leads nothing.
    static func canLead(_ name: [UInt8], _ kind: MemberKind) -> Bool {
        leadsWithoutPicture(name) ? !kind.isFileOfItsOwn : self.kind(of: name) == nil
    }

    /// Whether a member belongs to another raw file or video rather than to one that leads a shot: `a.mov.xmp` to `a.mov` and not to
    /// `a.nef`, `a.xmp` to `a.nef` and not to `a.mov`.
    ///
    /// - Parameter names: the names of the files beside them.
    package static func isCloser(_ member: [UInt8], toOneOf names: [[UInt8]], than lead: [UInt8]) -> Bool {
        guard leadsWithoutPicture(lead) else { return false }
        let base = NameKey.folded(NumberedName.split(member).stem)
        guard base != NameKey.folded(lead) else { return false }
        return names.contains { name in
            leadsWithoutPicture(name)
                && (NameKey.folded(name) == base
                    || kind(of: name) == .raw && kind(of: lead) != .raw
                        && NameKey.folded(NumberedName.split(name).stem) == base)
        }
    }
}
