internal import Synchronization

/// The places for bodies: as many pictures are in memory at a time, from the head of their request until their response is
/// sent.
final class UploadPlaces: Sendable {
    /// A place, free again when nothing refers to it any longer.
    final class Place: Sendable {
        private let places: UploadPlaces

        fileprivate init(in places: UploadPlaces) { self.places = places }

        deinit { places.state.withLock { $0.free += 1 } }
    }

    private struct Arriving {
        weak var picture: UploadedPicture?
    }

    private struct State {
        var free: Int
        var arriving: [ObjectIdentifier: Arriving] = [:]
    }

    private let count: Int
    private let state: Mutex<State>

    init(_ count: Int) {
        self.count = count
        state = Mutex(State(free: count))
    }

    /// How many are in use.
    var used: Int { count - state.withLock(\.free) }

    /// Takes a place: a free one, or that of a body that arrives too slowly. Nil if there is none.
    func take(now: ContinuousClock.Instant = .now) -> (place: Place, from: UploadedPicture?)? {
        let isFree = state.withLock { state in
            guard state.free > 0 else { return false }
            state.free -= 1
            return true
        }
        if isFree { return (Place(in: self), nil) }
        // The last reference to a picture must not be released while the lock is held.
        let arriving = state.withLock { state in state.arriving.values.map(\.picture) }
        let slowest = arriving.compactMap(\.self).filter { $0.isSlow(at: now) }.min { $0.began < $1.began }
        guard let slowest, let place = slowest.giveUp() else { return nil }
        return (place, slowest)
    }

    /// Notes that the body of a picture has begun to arrive.
    func begin(_ picture: UploadedPicture) {
        state.withLock { $0.arriving[ObjectIdentifier(picture)] = Arriving(picture: picture) }
    }

    /// Notes that the body of a picture is complete, or arrives no more.
    func end(_ picture: ObjectIdentifier) { state.withLock { $0.arriving[picture] = nil } }
}
