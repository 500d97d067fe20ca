internal import UprightFiles
internal import UprightEngine

/// The companions that a lane has seen and not delivered: each waits for its picture.
struct WaitingCompanions: Sendable {
    /// Those that wait, by a part of their name that follows from their picture's.
    private var waiting: [RawPath: Set<RawPath>] = [:]
    private var count = 0
    /// The content identifiers of videos that wait, and the videos.
    private var videosByIdentifier: [String: Set<RawPath>] = [:]
    /// Those that are being worked on, and whether to work on them again.
    private var inProgress: [RawPath: Bool] = [:]

    /// The most companions to keep. A scan finds the others again.
    private static let maximum = 65_536

    /// Records that the work on a companion begins.
    mutating func begin(_ companion: RawPath) { inProgress[companion] = false }

    /// Records that the work on a companion has ended.
    ///
    /// - Parameter isDone: whether it waits for nothing.
    /// - Returns: whether its picture got a result meanwhile, so that it has to be worked on again.
    mutating func finish(_ companion: RawPath, isDone: Bool) -> Bool {
        let isRepeated = inProgress.removeValue(forKey: companion) ?? false
        let key = Self.key(companion)
        if isDone {
            guard waiting[key]?.remove(companion) != nil else { return isRepeated }
            count -= 1
            if waiting[key]?.isEmpty == true { waiting[key] = nil }
        } else if count < Self.maximum, waiting[key, default: []].insert(companion).inserted {
            count += 1
        }
        return isRepeated
    }

    /// Records the content identifier of a video that waits.
    mutating func note(_ identifier: String?, of video: RawPath) {
        guard let identifier, videosByIdentifier.count < Self.maximum else { return }
        videosByIdentifier[identifier, default: []].insert(video)
    }

    /// Returns the videos that wait for a picture with a content identifier, and forgets them.
    mutating func videos(identifiedBy identifier: String?) -> Set<RawPath> {
        identifier.flatMap { videosByIdentifier.removeValue(forKey: $0) } ?? []
    }

    /// Returns the companions that wait for a picture or are being worked on.
    func waiting(for picture: RawPath) -> Set<RawPath> {
        guard !waiting.isEmpty || !inProgress.isEmpty else { return [] }
        func belongs(_ companion: RawPath) -> Bool {
            (companion.parent == picture.parent || companion.parent.pictureFolders.contains(picture.parent))
                && ShotTable.member(companion.name, of: picture.name, output: picture.name) != nil
        }
        var found = Set(inProgress.keys.filter(belongs))
        for folder in [picture.parent] + picture.parent.labelFolders {
            for key in ShotTable.keys(ofMembersOf: picture.name) {
                found.formUnion((waiting[folder.appending(name: key)] ?? []).filter(belongs))
            }
        }
        return found
    }

    private static func key(_ companion: RawPath) -> RawPath {
        companion.parent.appending(name: ShotTable.key(of: companion.name))
    }

    /// Marks those that are being worked on, to be worked on again, and returns the others.
    mutating func notInProgress(_ companions: Set<RawPath>) -> [RawPath] {
        companions.filter { companion in
            guard inProgress[companion] != nil else { return true }
            inProgress[companion] = true
            return false
        }
    }
}
