internal import Synchronization

/// Slows down whoever gives wrong tokens, by the address that they come from.
package final class WrongTokens: Sendable {
    private struct Guesses {
        var count = 0
        var last: ContinuousClock.Instant
    }

    private let guesses = Mutex<[String: Guesses]>([:])
    private let log: @Sendable (String) -> Void

    /// The longest that an answer is held back.
    private static let longest = Duration.seconds(16)
    /// After so long without another guess all is forgotten.
    private static let memory = Duration.seconds(600)
    /// More addresses are not remembered at a time.
    private static let mostAddresses = 4096

    package init(log: @escaping @Sendable (String) -> Void) { self.log = log }

    /// Counts a wrong token and logs it. Gives how long its answer is to be held back: a second, then twice as long with
    /// each further one.
    package func note(from peer: String?, now: ContinuousClock.Instant = .now) -> Duration {
        let peer = peer ?? "this machine"
        let count = guesses.withLock { guesses in
            if guesses.count >= Self.mostAddresses { guesses = guesses.filter { now - $0.value.last < Self.memory } }
            if guesses.count >= Self.mostAddresses { guesses = [:] }
            var own = guesses[peer] ?? Guesses(last: now)
            if now - own.last >= Self.memory { own.count = 0 }
            own.count += 1
            own.last = now
            guesses[peer] = own
            return own.count
        }
        log("a wrong token was given to the gallery from \(peer) (\(count) in a row)")
        return min(.seconds(1 << min(count - 1, 10)), Self.longest)
    }

    /// Forgets an address that has given the right one.
    package func forgive(_ peer: String?) { guesses.withLock { $0[peer ?? "this machine"] = nil } }
}
