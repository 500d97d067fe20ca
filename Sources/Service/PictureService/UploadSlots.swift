internal import Synchronization

/// The slots for bodies: as many pictures are in memory at a time, from the head of their request until their response is
/// sent. Large ones can have only a part of them.
final class UploadSlots: Sendable {
    /// A slot, free again when nothing refers to it any longer.
    final class Slot: Sendable {
        private let slots: UploadSlots
        private let isLarge = Mutex(false)

        fileprivate init(in slots: UploadSlots) { self.slots = slots }

        /// Notes that its picture is large. Returns false if it may not be.
        func grow() -> Bool {
            isLarge.withLock { isLarge in
                if !isLarge { isLarge = slots.claimLarge() }
                return isLarge
            }
        }

        deinit {
            let wasLarge = isLarge.withLock(\.self)
            slots.state.withLock { state in
                state.free += 1
                if wasLarge { state.freeForLarge += 1 }
            }
        }
    }

    private struct Arriving {
        weak var picture: UploadedPicture?
    }

    private struct State {
        var free: Int
        var freeForLarge: Int
        var arriving: [ObjectIdentifier: Arriving] = [:]
    }

    private let count: Int
    private let state: Mutex<State>

    /// Creates slots.
    ///
    /// - Parameter large: how many of them large pictures can have.
    init(_ count: Int, large: Int) {
        self.count = count
        state = Mutex(State(free: count, freeForLarge: large))
    }

    private func claimLarge() -> Bool {
        state.withLock { state in
            guard state.freeForLarge > 0 else { return false }
            state.freeForLarge -= 1
            return true
        }
    }

    /// How many are in use.
    var used: Int { count - state.withLock(\.free) }

    /// Takes a slot: a free one, or that of a body that arrives too slowly. Nil if there is none.
    func claim(now: ContinuousClock.Instant = .now) -> (slot: Slot, from: UploadedPicture?)? {
        let isFree = state.withLock { state in
            guard state.free > 0 else { return false }
            state.free -= 1
            return true
        }
        if isFree { return (Slot(in: self), nil) }
        // The last reference to a picture must not be released while the lock is held.
        let arriving = state.withLock { state in state.arriving.values.map(\.picture) }
        let slowest = arriving.compactMap(\.self).filter { $0.isSlow(at: now) }.min { $0.began < $1.began }
        guard let slowest, let slot = slowest.giveUp() else { return nil }
        return (slot, slowest)
    }

    /// Notes that the body of a picture has begun to arrive.
    func begin(_ picture: UploadedPicture) {
        state.withLock { $0.arriving[ObjectIdentifier(picture)] = Arriving(picture: picture) }
    }

    /// Notes that the body of a picture is complete, or arrives no more.
    func end(_ picture: ObjectIdentifier) { state.withLock { $0.arriving[picture] = nil } }
}
