internal import UprightBase
internal import Foundation
package import UprightFormats

/// Queries a geocoder within its limits: no faster than it allows, nothing twice, and not at all while it is down.
///
/// Positions within a cell of about 50 m share one answer, which is kept in memory and in the cache. If a request can
/// contain many positions, those of all callers are gathered until a request is full, or until
/// ``GeocodingRetryPolicy/gathering`` has passed. While the geocoder cannot be queried, ``places(at:isLast:)`` returns
/// nil for unknown positions; the caller uses another source and queries again later.
package actor GeocodingClient {
    /// The geocoder's protocol.
    package nonisolated let service: any GeocodingService
    private let transport: any GeocodingTransport
    private let cache: (any PlaceCache)?
    private let language: String?
    /// Whether the server has refused the language.
    private var isLanguageRefused = false
    private let retry: GeocodingRetryPolicy
    private let now: @Sendable () -> Double
    private let sleep: @Sendable (Double) async throws -> Void

    private var memory: [String: PlaceCacheEntry] = [:]
    private var pendingQueries: [String: PendingQuery] = [:]
    private var gathered: [(key: String, position: LocatedPosition)] = []
    private var isGathering = false
    private var nextSlot = 0.0
    /// As many requests at a time as the geocoder allows.
    private let slots: ConcurrencyLimit
    private var failuresInARow = 0
    private var closedUntil = 0.0
    /// The last failure; nil once a request has been answered.
    package private(set) var lastFailure: GeocodingFailure?

    private static let maximumInMemory = 100_000

    private enum Answer: Sendable {
        case pending
        case place(PlaceCacheEntry)
        case unavailable
    }

    /// A query for a cell, for whose answer callers wait.
    private typealias PendingQuery = Monitor<Answer>

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - cache: keeps answers beyond the process; nil for memory only.
    ///   - language: an IETF tag.
    ///   - now: returns the seconds since 1970; nil for the system's clock.
    ///   - sleep: waits for some seconds; nil for the system's clock.
    package init(
        _ service: any GeocodingService, transport: any GeocodingTransport, cache: (any PlaceCache)? = nil,
        language: String? = nil, retry: GeocodingRetryPolicy = GeocodingRetryPolicy(),
        now: (@Sendable () -> Double)? = nil, sleep: (@Sendable (Double) async throws -> Void)? = nil
    ) {
        self.service = service
        slots = ConcurrencyLimit(service.requestsAtATime)
        self.transport = transport
        self.cache = cache
        self.language = language
        self.retry = retry
        self.now = now ?? { Date().timeIntervalSince1970 }
        self.sleep = sleep ?? { try await Task.sleep(for: .seconds($0)) }
    }

    /// Returns the key of the position's cell, whose positions share an answer: about 50 m each way.
    nonisolated func key(of position: Position) -> String {
        let row = Int(saturating: (position.latitude / 0.0005).rounded(.down))
        let breadth = 0.0005 / max(0.01, cos(Double(row) * 0.0005 * .pi / 180))
        let column = Int(saturating: (position.longitude / breadth).rounded(.down))
        return "\(service.name)/\(language ?? "")/\(row)/\(column)"
    }

    /// The last failure, while it stops all queries; otherwise nil.
    package var trouble: GeocodingFailure? { now() < closedUntil ? lastFailure : nil }

    /// Returns the cached answer for a position, without a query: nil if there is none, a nil place if the geocoder has
    /// no place there.
    package nonisolated func known(at position: Position) -> PlaceCacheEntry? {
        guard let entry = cache?.entry(for: key(of: position)), counts(entry) else { return nil }
        return entry
    }

    private nonisolated func counts(_ entry: PlaceCacheEntry) -> Bool {
        let age = now() - entry.time
        return age >= -86_400 && age < (entry.place == nil ? retry.negativeLifetime : retry.lifetime)
    }

    /// Returns an entry for each position: nil if the geocoder could not be queried, or with a nil place if it has no
    /// place there.
    ///
    /// - Parameter isLast: whether no further query is about to follow, so that gathering more positions gains nothing.
    package func places(at positions: [LocatedPosition], isLast: Bool = true) async -> [PlaceCacheEntry?] {
        let keys = positions.map { key(of: $0.position) }
        var answers: [String: PlaceCacheEntry] = [:]
        var awaited: [String: PendingQuery] = [:]
        for (key, position) in zip(keys, positions) where answers[key] == nil && awaited[key] == nil {
            if let entry = entry(key) {
                answers[key] = entry
            } else if let query = pendingQueries[key] {
                awaited[key] = query
            } else if service.serves(countryCode: position.countryCode) {
                let query = PendingQuery(.pending)
                pendingQueries[key] = query
                awaited[key] = query
                gathered.append((key, position))
            }
        }
        // A caller that already has all answers does not end the gathering for others.
        sendGathered(all: isLast && !awaited.isEmpty)
        for (key, query) in awaited {
            let answer = await query.wait { answer -> Answer? in if case .pending = answer { nil } else { answer } }
            if case .place(let entry)? = answer { answers[key] = entry }
        }
        return keys.map { answers[$0] }
    }

    // MARK: Gathering

    /// Sends full requests; with `all`, also the last one that is not full.
    private func sendGathered(all: Bool) {
        let most = max(service.positionsPerRequest, 1)
        while gathered.count >= most || (all && !gathered.isEmpty) {
            let part = Array(gathered.prefix(most))
            gathered.removeFirst(part.count)
            Task { await send(part) }
        }
        guard !gathered.isEmpty, !isGathering else { return }
        isGathering = true
        Task {
            // If the wait is cancelled, the request is sent with fewer positions.
            do { try await sleep(retry.gathering) } catch {}
            isGathering = false
            sendGathered(all: true)
        }
    }

    private func send(_ part: [(key: String, position: LocatedPosition)]) async {
        let places = await ask(part.map(\.position))
        for (index, item) in part.enumerated() {
            let answer: Answer = places.map { .place(keep($0[index], item.key)) } ?? .unavailable
            pendingQueries.removeValue(forKey: item.key)?.withLock { $0 = answer }
        }
    }

    private func entry(_ key: String) -> PlaceCacheEntry? {
        if let entry = memory[key] ?? cache?.entry(for: key), counts(entry) {
            remember(entry, key)
            return entry
        }
        return nil
    }

    private func remember(_ entry: PlaceCacheEntry, _ key: String) {
        if memory.count >= Self.maximumInMemory { memory.removeAll(keepingCapacity: true) }
        memory[key] = entry
    }

    private func keep(_ place: Place?, _ key: String) -> PlaceCacheEntry {
        let entry = PlaceCacheEntry(place: place, time: now())
        remember(entry, key)
        cache?.keep(entry, for: key)
        return entry
    }

    // MARK: Querying

    /// Returns a place for each position; nil if the geocoder cannot be queried.
    private func ask(_ positions: [LocatedPosition]) async -> [Place?]? {
        await slots.acquire()
        defer { slots.release() }
        for attempt in 1...max(retry.tries, 1) {
            guard now() >= closedUntil else { return nil }
            do {
                try await waitForTurn()
                guard now() >= closedUntil else { return nil }
                let places = try await askOnce(positions)
                failuresInARow = 0
                lastFailure = nil
                return places
            } catch let failure as GeocodingFailure {
                note(failure)
                guard case .transient(let after) = failure.kind, attempt < retry.tries, now() >= closedUntil else {
                    return nil
                }
                let pause = retry.delay * Double(1 << min(attempt - 1, 20)) * Double.random(in: 1...2)
                do { try await sleep(max(after ?? 0, pause)) } catch { return nil }
            } catch { return nil }
        }
        return nil
    }

    private func askOnce(_ positions: [LocatedPosition]) async throws(GeocodingFailure) -> [Place?] {
        let asked = isLanguageRefused ? nil : language
        let answer = try await transport.get(service.request(for: positions, language: asked))
        switch answer.status {
        case 200: break
        case 400 where asked != nil && service.refusesUnknownLanguages:
            // The next try asks for the server's default names.
            isLanguageRefused = true
            throw GeocodingFailure(
                .transient(after: nil), "status 400: the server may not have names in \(asked ?? "")")
        case 429, 503: throw GeocodingFailure(.transient(after: answer.retryAfter), "status \(answer.status)")
        case 400, 422:
            // The request is invalid, or outside the server's data: record no place, instead of sending it again.
            return positions.map { _ in nil }
        // A quota, a key, an address: no answer about a place.
        case 401..<500 where answer.status != 408:
            throw GeocodingFailure(.configuration, "status \(answer.status)")
        default: throw GeocodingFailure(.transient(after: answer.retryAfter), "status \(answer.status)")
        }
        guard answer.contentType.contains("json") else {
            throw GeocodingFailure(
                .transient(after: nil),
                "expected JSON, found the type \(answer.contentType.prefix(60)): probably not a geocoder's address")
        }
        let places = try service.places(in: answer.body, count: positions.count)
        guard places.count == positions.count else {
            throw GeocodingFailure(.transient(after: nil), "expected \(positions.count) places, found \(places.count)")
        }
        return places
    }

    private func note(_ failure: GeocodingFailure) {
        lastFailure = GeocodingFailure(failure.kind, scrubbed(failure.description))
        failuresInARow += 1
        switch failure.kind {
        case .transient(let after):
            if let after, after > retry.longestDelay {
                closedUntil = now() + min(after, 86_400)
            } else if failuresInARow >= retry.failures {
                let doublings = min(failuresInARow - retry.failures, 20)
                closedUntil = now() + min(retry.pause * Double(1 << doublings), retry.longestPause)
            }
        case .quota:
            closedUntil = service.quotaReset(after: now())
        case .configuration: closedUntil = now() + retry.longestPause
        }
    }

    /// Removes the key from a text, in case a server has echoed it.
    private func scrubbed(_ text: String) -> String {
        guard let secret = service.server.key, !secret.isEmpty else { return text }
        return text.replacing(secret, with: "•••")
    }

    /// Waits for the next slot: requests are spread evenly over time.
    private func waitForTurn() async throws {
        let interval = 1 / max(service.requestsPerSecond, 0.001)
        let time = now()
        let slot = max(time, nextSlot)
        nextSlot = slot + interval
        if slot > time { try await sleep(slot - time) }
    }
}
