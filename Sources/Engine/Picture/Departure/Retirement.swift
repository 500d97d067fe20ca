internal import UprightConfiguration
internal import UprightFiles
internal import Glibc

/// An original to move or delete, open and locked.
///
/// It is moved or deleted only if its output can be made from nothing better: the picture is complete, it holds nothing
/// that the output lacks, and no process writes to it. The last is known if the kernel grants a lease on it, if its writers
/// were seen to close it, or else if it has been unchanged for `retire-after`.
struct Retirement: Sendable {
    let job: PictureJob
    /// The journal's record of the delivered picture.
    let record: PictureRecord
    /// The folder that contains the original.
    let folder: OpenFolder
    let source: OpenFile
    /// The original's status when it was opened.
    let status: FileStatus
    /// The SHA-256 of the bytes that the output was made from.
    let digest: [UInt8]
    /// Whether the original's times show how long it has been unchanged. A server's clock can differ.
    let trustsTimes: Bool
    var hold: SourcesInUse.Hold?

    private var originals: FolderConfiguration.Originals {
        job.folder.configuration.originals(isUnsupported: record.isUnsupported)
    }

    /// Why an original is never moved or deleted; nil if it may be.
    static func reasonToStay(_ record: PictureRecord, _ configuration: FolderConfiguration) -> String? {
        if configuration.originals(isUnsupported: record.isUnsupported) == .keep { return nil }
        if record.isIncomplete {
            let what = record.isUnsupported ? "file" : "picture"
            return "the original stays: the \(what) is incomplete or damaged, and more of it may arrive"
        }
        guard record.needsOriginal, !configuration.alwaysRetires else { return nil }
        return
            "the original stays: it holds data that are not valid for the output, such as content credentials or a depth "
            + "map; originals: move-always or delete-always moves or deletes it anyway"
    }

    /// How long it stays for now; nil if no process is known or suspected to write to the original.
    var wait: RetirementEnd? {
        let now = PictureEngine.milliseconds()
        return RetirementWait.reason(
            at: now, status: status, closed: job.closed,
            isBeingWritten: source.isBeingWritten ?? (job.isOpen ? true : nil), delivered: record.finished ?? now,
            trustsTimes: trustsTimes, pause: job.folder.configuration.retireAfter
        ).map { .later($0.reason, at: $0.until) }
    }

    /// How long to wait until an open file is looked at again, in milliseconds.
    static let openPause: Int64 = 15_000

    /// How long to wait until a companion is looked at again whose picture has not left the folder, in milliseconds. It is
    /// looked at before, when its picture leaves.
    static let companionPause: Int64 = 900_000

    /// Moves or deletes the original. Blocks.
    ///
    /// - Parameter target: the name that it is moved to.
    func carryOut(as target: [UInt8]) throws(FileError) -> RetirementEnd {
        if let wait { return wait }
        let read = try source.status()
        guard try source.contentDigest().sha256 == digest else {
            return .stays("the original changed after it was read, and stays")
        }
        guard try !isOutput() else { return .stays("the original is the output, and stays") }
        // A writer may have opened it while it was digested.
        if let wait { return wait }
        let departure = Departure(of: job.relative.name, in: folder, read: read, source: source)
        let end: Departure.End
        var done = RetirementEnd.done
        switch originals {
        case .keep: return .done
        case .delete: end = try departure.remove()
        case .move(let root):
            let place = try job.folder.open(creating: RawPath(root), job.relative.parent)
            let name = try place.accepted(target, isTried: true)
            end = try departure.move(to: place, as: name, sha256: digest)
            done = .moved(place.path.appending(name: name))
            if end == .exists { throw FileError(.rename, place.path.appending(name: name), code: EEXIST) }
        }
        guard end == .changed else { return done }
        return .later("it was replaced or changed after it was read", in: Self.openPause)
    }

    /// Whether the original's name is the output's, because a run was told to write into the source folder.
    private func isOutput() throws(FileError) -> Bool {
        guard let output = record.output, output.name == job.relative.name else { return false }
        return try OpenFolder(output.parent).status().identity == folder.status().identity
    }
}

extension FileStatus {
    /// Whether neither content nor inode has changed for a time, by this machine's clock.
    func isQuiet(for pause: Duration, at now: Int64 = PictureEngine.milliseconds()) -> Bool {
        let last = max(modified, changed) / 1_000_000
        let (due, overflow) = last.addingReportingOverflow(pause.milliseconds)
        return !overflow && due <= now
    }
}
