internal import Synchronization

/// Slows down clients that send wrong tokens, by address.
package final class WrongTokens: Sendable {
    private struct Guesses {
        var count = 0
        var last: ContinuousClock.Instant
    }

    private let guesses = Mutex<[String: Guesses]>([:])
    private let server: String
    private let log: @Sendable (String) -> Void

    /// The longest delay of a response.
    private static let longest = Duration.seconds(16)
    /// The time without a wrong token after which an address is forgotten.
    private static let memory = Duration.seconds(600)
    /// The most addresses to remember at a time.
    private static let maximumAddresses = 4096

    /// Creates an empty record.
    ///
    /// - Parameter server: what the tokens are for, as the log names it.
    package init(of server: String, log: @escaping @Sendable (String) -> Void) {
        self.server = server
        self.log = log
    }

    /// Counts and logs a wrong token. Returns the delay of its response: a second, doubled with each further wrong token.
    package func count(from peer: String?, now: ContinuousClock.Instant = .now) -> Duration {
        let peer = peer ?? "this machine"
        let count = guesses.withLock { guesses in
            if guesses.count >= Self.maximumAddresses { guesses = guesses.filter { now - $0.value.last < Self.memory } }
            if guesses.count >= Self.maximumAddresses { guesses = [:] }
            var own = guesses[peer] ?? Guesses(last: now)
            if now - own.last >= Self.memory { own.count = 0 }
            own.count += 1
            own.last = now
            guesses[peer] = own
            return own.count
        }
        log("a wrong token was given to \(server) from \(peer) (\(count) in a row)")
        return min(.seconds(1 << min(count - 1, 10)), Self.longest)
    }

    /// Forgets an address that has sent the right token.
    package func forgive(_ peer: String?) { guesses.withLock { $0[peer ?? "this machine"] = nil } }
}
