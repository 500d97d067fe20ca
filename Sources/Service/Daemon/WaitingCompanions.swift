internal import UprightEngine
internal import UprightFiles

/// The companions that a lane has seen and not delivered: each waits for its picture.
struct WaitingCompanions: Sendable {
    private var waiting: Set<RawPath> = []
    /// Those that are being worked on, and whether to work on them again.
    private var inProgress: [RawPath: Bool] = [:]

    /// The most companions to keep. A scan finds the others again.
    private static let most = 65_536

    /// Records that the work on a companion begins.
    mutating func begin(_ companion: RawPath) { inProgress[companion] = false }

    /// Records that the work on a companion has ended.
    ///
    /// - Parameter isDone: whether it waits for nothing.
    /// - Returns: whether its picture got a result meanwhile, so that it has to be worked on again.
    mutating func end(_ companion: RawPath, isDone: Bool) -> Bool {
        let isRepeated = inProgress.removeValue(forKey: companion) ?? false
        if isDone { waiting.remove(companion) } else if waiting.count < Self.most { waiting.insert(companion) }
        return isRepeated
    }

    /// Returns the companions that wait for a picture or are being worked on.
    func waiting(for picture: RawPath) -> Set<RawPath> {
        guard !waiting.isEmpty || !inProgress.isEmpty else { return [] }
        let names = CompanionNames.companions(of: picture.name, output: picture.name)
        return Set(
            names.map { picture.parent.appending(name: $0.name) }.filter {
                waiting.contains($0) || inProgress[$0] != nil
            })
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
