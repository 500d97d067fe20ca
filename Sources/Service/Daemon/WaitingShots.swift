internal import UprightEngine
package import UprightFiles

/// The pictures that wait for a member of their shot, such as one that is still uploaded. Each is looked at again when the member
/// has settled, and at growing intervals in case that is missed.
package struct WaitingShots: Sendable {
    private var pictures: [RawPath: Set<RawPath>] = [:]
    private var tries: [RawPath: Int] = [:]

    /// The longest interval.
    private static let longest = Duration.seconds(30)

    package init() {}

    /// Records that a picture waits for a member.
    ///
    /// - Returns: how long to wait until it is looked at again.
    package mutating func wait(_ picture: RawPath, for member: RawPath) -> Duration {
        pictures[member, default: []].insert(picture)
        let number = min(tries[picture, default: 0], 10)
        tries[picture] = number + 1
        return min(.milliseconds(Dispatcher.memberPause) * (1 << number), Self.longest)
    }

    /// Returns the pictures that wait for a member, which has settled. The next wait of one that is being worked on is short.
    package mutating func settled(_ member: RawPath) -> Set<RawPath> {
        guard let waiting = pictures.removeValue(forKey: member) else { return [] }
        for picture in waiting { tries[picture] = nil }
        return waiting
    }

    /// Records that a picture waits no more.
    package mutating func remove(_ picture: RawPath) {
        tries[picture] = nil
        for (member, waiting) in pictures where waiting.contains(picture) {
            pictures[member] = waiting.count > 1 ? waiting.subtracting([picture]) : nil
        }
    }
}
