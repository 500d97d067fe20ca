internal import UprightFiles

/// A file beside a picture that belongs to its shot.
struct PresentMember: Sendable {
    /// The file's path relative to the drop folder.
    let relative: RawPath
    /// What it is to the picture, and its name next to the output.
    let member: ShotTable.Member
    let status: FileStatus
    /// Whether another member has its name beside the output, so that it gets a number of its own.
    var isSecond = false
}

extension PresentMember {
    /// Looks at a name that a member of a picture can have; nil if no regular file has it.
    init?(
        _ name: [UInt8], in folder: OpenFolder, at parent: RawPath, of picture: [UInt8], besideOutput output: [UInt8]
    ) throws(FileError) {
        guard let member = ShotTable.member(name, of: picture, output: output),
            let status = try folder.statusIfPresent(of: RawPath(bytes: name)), status.kind == .regular
        else { return nil }
        self.init(relative: parent.appending(name: name), member: member, status: status)
    }
}

/// A member of a shot that is ready to be delivered with its picture, or is rejected.
struct ShotMember: Sendable {
    var work: PictureWork
    /// Its output; nil if it is rejected.
    var output: ShotOutput?
    /// Whether it is a second output of a member: it has a row, and no source of its own.
    var isCopy = false

    /// Rejects the member. Its row says why; an earlier output stays that of the earlier source.
    mutating func reject(_ refusal: Refusal, beside picture: PictureRecord) {
        output = nil
        work.finish(with: refusal)
        if let previous = work.job.previous, previous.output != nil { work.record.sourceSHA256 = previous.sourceSHA256 }
        work.attach(to: picture)
    }
}
