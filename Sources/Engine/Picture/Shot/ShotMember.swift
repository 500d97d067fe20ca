internal import UprightFiles
internal import UprightJournal
internal import UprightShots

/// A file beside a picture that belongs to its shot.
struct PresentMember: Sendable {
    /// The file's path relative to the drop folder.
    let relative: RawPath
    /// What it is to the picture, and its name next to the output.
    let member: ShotTable.Member
    let status: FileStatus
}

/// A member of a shot that is ready to be delivered with its picture, or is rejected.
struct ShotMember: Sendable {
    var work: PictureWork
    /// The open member; nil if it is rejected.
    let opened: OpenPicture?
    let decision: DeliveryDecision?
    /// Whether it is a second output of a member: it has a row, and no source of its own.
    var isCopy = false

    /// What is delivered; nothing of a rejected member, whose row says why.
    var delivery: Delivery { decision?.delivery ?? .none }
}
