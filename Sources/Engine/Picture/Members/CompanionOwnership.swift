internal import UprightRewriting
internal import UprightConfiguration
internal import UprightFiles

/// Which picture a companion belongs to.
enum CompanionOwnership: Sendable {
    /// To a picture that was delivered: the companion is delivered next to its output.
    case with(PictureRecord)
    /// To a picture in the folder that has not been delivered yet.
    case waiting(for: [UInt8])
    /// To a picture that was delivered and has left the folder, unless a new picture of the same name arrives soon.
    case late(PictureRecord)
    /// To another picture of the same name, which it came with.
    case other
    /// To none: no file in the folder, and none that was delivered, can be its picture.
    case alone
    /// To none, for this reason; it is left if the file that it belongs to is left because of its type (`isOther`).
    case none(String, isOther: Bool)
}

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

        /// Whether it is of another Live Photo than a film with an identifier.
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
            guard let record, record.state == .finished else { return true }
            return !record.status.isSameContent(as: status)
        }
    }

    /// The companion's status.
    var status: FileStatus
    /// The journal's record of the companion; nil if there is none.
    var own: PictureRecord?
    /// The possible pictures, those that are most likely first.
    var pictures: [Picture]
    /// The names of pictures that a film's name names, and its content identifier does not.
    var strangers: [[UInt8]] = []

    /// How long a companion whose picture has left the folder waits for a new picture of the same name, in nanoseconds: some
    /// writers send the companions first.
    static let lateness: Int64 = 10_000_000_000

    /// How long after its picture's delivery a member can follow one that has left the folder, in nanoseconds: a day. Counters
    /// of cameras begin anew, and a later file of that name is of another shot.
    static let maximumLateness: Int64 = 86_400_000_000_000

    /// Whether the companion has changed since its record was written.
    private var isChanged: Bool { own.map { !$0.status.isSameContent(as: status) } ?? true }

    /// Decides which picture the companion belongs to.
    ///
    /// - Parameter now: the time in nanoseconds since 1970.
    func ownership(now: Int64) -> CompanionOwnership {
        let pictures = pictures.filter { !$0.isPassedAlone }
        let delivered = pictures.filter { $0.delivered != nil }
        for picture in delivered {
            if let record = picture.delivered, isAttached(to: record, isThere: picture.status != nil) {
                return .with(record)
            }
        }
        if let own, own.isAttached, !isChanged {
            for case let record? in delivered.map(\.delivered) where isShared(own, with: record) {
                return .with(record)
            }
            return .other
        }
        if let record = delivered.first(where: \.isIdentified)?.delivered { return .with(record) }
        if let picture = delivered.first(where: { $0.status != nil }), let record = picture.delivered {
            return .with(record)
        }
        if let picture = pictures.first(where: \.isPending) { return .waiting(for: picture.name) }
        if let record = delivered.compactMap(\.delivered).first(where: { !isNext(after: $0) }) {
            let (lateness, overflow) = status.changed.subtractingReportingOverflow((record.finished ?? 0) &* 1_000_000)
            if own?.picture == nil, overflow || lateness > Self.maximumLateness {
                return .alone
            }
            let age = now &- status.changed
            return (0..<Self.lateness).contains(age) ? .late(record) : .with(record)
        }
        if let refused = pictures.first(where: { $0.status != nil }), let record = refused.record {
            let outcome = record.outcome?.rawValue ?? "not delivered"
            return .none(
                "a companion of \(RawPath(bytes: refused.name)), which is \(outcome)", isOther: record.isOther)
        }
        return .alone
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

    /// Whether another picture shares the companion with the one that it came with: it was there before that one was
    /// delivered.
    private func isShared(_ own: PictureRecord, with picture: PictureRecord) -> Bool {
        guard let first = pictures.first(where: { $0.record?.source == own.picture })?.record,
            first.sourceSHA256 == own.pictureSHA256, first.source != picture.source, let finished = first.finished
        else { return false }
        return picture.status.changed / 1_000_000 <= finished
    }
}

extension PictureRecord {
    /// Whether the companion came with a picture.
    var isAttached: Bool { pictureSHA256 != nil || isDelivered }

    /// Whether the delivered output still exists with its size, and so do the further ones.
    var hasOutput: Bool {
        Self.exists(output, size: outputSize) && copies.allSatisfy { Self.exists($0.output, size: $0.bytes) }
    }

    /// Whether an output exists with its size; true if there is none to exist.
    static func exists(_ output: RawPath?, size: Int?) -> Bool {
        guard let output else { return true }
        do throws(FileError) {
            let status = try FileStore.ownStatus(of: output)
            return status.kind == .regular && status.size == size
        } catch { return false }
    }
}
