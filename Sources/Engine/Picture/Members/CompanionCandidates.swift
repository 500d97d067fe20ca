internal import UprightRewriting
internal import UprightConfiguration
internal import UprightFiles

/// A companion, and the files in its folder that can be its picture.
struct CompanionCandidates: Sendable {
    /// A file that can be the companion's picture.
    struct Picture: Sendable {
        var name: [UInt8]
        /// The journal's record; nil if there is none.
        var record: PictureRecord?
        /// The file's status; nil if it is not in the folder.
        var status: FileStatus?
        /// Whether it has the companion's content identifier, so that there is no doubt.
        var isIdentified = false

        /// Whether it is of another Live Photo than a video with an identifier.
        func isStranger(to identifier: String) -> Bool {
            guard let other = delivered?.contentIdentifier else { return false }
            return other != identifier
        }

        /// The record, if the picture was delivered and the file has not changed since or has left the folder.
        var delivered: PictureRecord? {
            guard let record, record.isDelivered else { return nil }
            return status.map { $0.isSameContent(as: record.status) } ?? true ? record : nil
        }

        /// Whether it was passed on, and leads no shot: by its content it is no picture.
        var isPassedAlone: Bool {
            record?.outcome == .passed && !isPending && !ShotTable.leadsWithoutPicture(name)
        }

        /// Whether the file is in the folder and has no result.
        var isPending: Bool {
            guard let status else { return false }
            return record?.isFinished(status) != true
        }
    }

    /// The companion's status.
    var status: FileStatus
    /// The journal's record of the companion; nil if there is none.
    var own: PictureRecord?
    /// The possible pictures, those that are most likely first.
    var pictures: [Picture]
    /// The names of pictures that a video's name names, and its content identifier does not.
    var strangers: [[UInt8]] = []

    /// How long a companion whose picture has left the folder waits for a new picture of the same name, in nanoseconds: some
    /// writers send the companions first.
    static let lateness: Int64 = 10_000_000_000

    /// How long after its picture's delivery a member can follow one that has left the folder, in nanoseconds: a day. Counters
    /// of cameras begin anew, and a later file of that name is of another shot.
    static let maximumLateness: Int64 = 86_400_000_000_000

    /// Whether the companion has changed since its record was written.
    private var isChanged: Bool { own.map { !$0.status.isSameContent(as: status) } ?? true }

    /// Returns the record of the picture that the companion is delivered with; nil if it belongs to none: no file in the folder, and
    /// none that was delivered, can be its picture.
    ///
    /// - Parameter now: the time in nanoseconds since 1970.
    /// - Throws: a refusal if it waits for its picture, or is left.
    func picture(now: Int64) throws(Refusal) -> PictureRecord? {
        let pictures = pictures.filter { !$0.isPassedAlone }
        let delivered = pictures.compactMap { picture in
            picture.delivered.map { (record: $0, isThere: picture.status != nil, isSure: picture.isIdentified) }
        }
        if let own = delivered.first(where: { isAttached(to: $0.record, isThere: $0.isThere) }) { return own.record }
        if let own, own.isAttached, !isChanged {
            let first = pictures.first { $0.record?.source == own.picture }?.record
            let sharing = pictures.first {
                $0.record?.source != own.picture && own.isShared(by: first, with: $0.delivered?.status)
            }
            if let record = sharing?.delivered { return record }
            throw Refusal(.ignored, "it came with another picture of this name, and belongs to no other")
        }
        if let sure = delivered.first(where: \.isSure) ?? delivered.first(where: \.isThere) { return sure.record }
        if let name = pictures.first(where: \.isPending)?.name {
            throw Refusal(
                .deferred, "it is delivered with its picture, \(RawPath(bytes: name)), which has no result yet")
        }
        if let record = delivered.map(\.record).first(where: { !isNext(after: $0) }) {
            let (lateness, overflow) = status.changed.subtractingReportingOverflow((record.finished ?? 0) &* 1_000_000)
            if own?.picture == nil, overflow || lateness > Self.maximumLateness { return nil }
            guard (0..<Self.lateness).contains(now &- status.changed) else { return record }
            throw .notReady("its picture, \(record.source), has left; a new one of that name may follow")
        }
        guard let record = pictures.first(where: { $0.status != nil })?.record else { return nil }
        var refusal = Refusal(
            .ignored,
            "a companion of \(RawPath(bytes: record.source.name)), which is \(record.outcome?.rawValue ?? "not delivered")"
        )
        refusal.isUnsupported = record.isUnsupported
        throw refusal
    }

    /// Whether the journal shows that the companion came with a picture.
    private func isAttached(to picture: PictureRecord, isThere: Bool) -> Bool {
        guard let own, let digest = picture.sourceSHA256 else { return false }
        guard let known = own.pictureSHA256 else {
            // Versions before 0.3 delivered a companion right after its picture, and did not record which.
            return own.isDelivered && !isChanged && (picture.finished ?? .max) <= (own.finished ?? .min)
        }
        // A companion that replaces one that was delivered with a picture that has left may be the next picture's.
        return known == digest && (!isChanged || isThere || !own.isDelivered)
    }

    /// Whether the companion, of a picture that has left, replaces one that was delivered with that picture.
    private func isNext(after picture: PictureRecord) -> Bool {
        guard let own, own.isDelivered else { return false }
        return own.pictureSHA256 == picture.sourceSHA256 || own.pictureSHA256 == nil
    }
}

extension PictureRecord {
    /// Whether the companion came with a picture.
    var isAttached: Bool { pictureSHA256 != nil || isDelivered }

    /// Whether the companion is also one of a file that was there before the picture was delivered that it came with.
    ///
    /// - Parameters:
    ///   - first: the row of the path that that picture had.
    ///   - status: the file's.
    func isShared(by first: PictureRecord?, with status: FileStatus?) -> Bool {
        guard let first, let status, first.source == picture, first.sourceSHA256 == pictureSHA256,
            let finished = first.finished
        else { return false }
        return status.changed / 1_000_000 <= finished
    }
}
