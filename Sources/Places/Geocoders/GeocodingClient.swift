internal import Foundation
public import UprightGeodata

/// Asks a geocoder as a good client does: no faster than it allows, nothing twice, and not at all while it is down.
///
/// Positions within a cell of about 50 m share one answer, which is kept in memory and in the cache. Where one request may ask
/// about many positions, those of all callers are gathered until a request is full, or ``GeocodingRetryPolicy/gathering`` has
/// passed. While the geocoder cannot be asked, ``places(at:isLast:)`` gives nothing for what is not known; whoever asks falls
/// back and asks again later.
public actor GeocodingClient {
    /// The protocol.
    public nonisolated let service: any GeocodingService
    private let transport: any GeocodingTransport
    private let cache: (any PlaceCache)?
    private let language: String?
    private let retry: GeocodingRetryPolicy
    private let now: @Sendable () -> Double
    private let sleep: @Sendable (Double) async throws -> Void

    private var memory: [String: PlaceCacheEntry] = [:]
    private var flights: [String: Flight] = [:]
    private var gathered: [(key: String, position: LocatedPosition)] = []
    private var isGathering = false
    private var nextSlot = 0.0
    private var running = 0
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var failuresInARow = 0
    private var closedUntil = 0.0
    private var lastFailure: GeocodingFailure?

    private static let mostInMemory = 100_000

    private enum Answer: Sendable {
        case place(PlaceCacheEntry)
        case unavailable
    }

    /// A position that is being asked about, and who waits for its answer.
    private final class Flight {
        var answer: Answer?
        var waiting: [CheckedContinuation<Answer, Never>] = []
    }

    /// A client.
    ///
    /// - Parameters:
    ///   - cache: keeps answers beyond the process; nil for memory alone.
    ///   - language: an IETF tag.
    ///   - now: seconds since 1970; nil for the clock.
    ///   - sleep: waits some seconds; nil for the clock.
    public init(
        _ service: any GeocodingService, transport: any GeocodingTransport, cache: (any PlaceCache)? = nil,
        language: String? = nil, retry: GeocodingRetryPolicy = GeocodingRetryPolicy(),
        now: (@Sendable () -> Double)? = nil, sleep: (@Sendable (Double) async throws -> Void)? = nil
    ) {
        self.service = service
        self.transport = transport
        self.cache = cache
        self.language = language
        self.retry = retry
        self.now = now ?? { Date().timeIntervalSince1970 }
        self.sleep = sleep ?? { try await Task.sleep(for: .seconds($0)) }
    }

    /// The cell that a position shares its answer with: about 50 m each way.
    nonisolated func key(of position: Position) -> String {
        let row = Int((position.latitude / 0.0005).rounded(.down))
        let breadth = 0.0005 / max(0.01, cos(Double(row) * 0.0005 * .pi / 180))
        let column = Int((position.longitude / breadth).rounded(.down))
        return "\(service.name)/\(language ?? "")/\(row)/\(column)"
    }

    /// What went wrong last, while nothing is asked because of it; nil while all is well.
    public var trouble: GeocodingFailure? { now() < closedUntil ? lastFailure : nil }

    /// What is known of a position without asking: nil for nothing, a nil place for a place that the geocoder has none.
    public nonisolated func known(at position: Position) -> PlaceCacheEntry? {
        guard let entry = cache?.entry(for: key(of: position)), counts(entry) else { return nil }
        return entry
    }

    private nonisolated func counts(_ entry: PlaceCacheEntry) -> Bool {
        let age = now() - entry.time
        return age >= -86_400 && age < (entry.place == nil ? retry.negativeLifetime : retry.lifetime)
    }

    /// What some positions are called. An entry for each: nil where the geocoder could not be asked, with a nil place
    /// where it was asked and knows nothing.
    ///
    /// - Parameter isLast: whether nobody else is about to ask, so that nothing is gained by gathering more positions.
    public func places(at positions: [LocatedPosition], isLast: Bool = true) async -> [PlaceCacheEntry?] {
        let keys = positions.map { key(of: $0.position) }
        var answers: [String: PlaceCacheEntry] = [:]
        var flying: [String: Flight] = [:]
        for (key, position) in zip(keys, positions) where answers[key] == nil && flying[key] == nil {
            if let entry = entry(key) {
                answers[key] = entry
            } else if let flight = flights[key] {
                flying[key] = flight
            } else if service.serves(countryCode: position.countryCode) {
                let flight = Flight()
                flights[key] = flight
                flying[key] = flight
                gathered.append((key, position))
            }
        }
        // Whoever has all answers already has no reason to end the gathering for others.
        sendGathered(all: isLast && !flying.isEmpty)
        for (key, flight) in flying {
            if case .place(let entry) = await answer(of: flight) { answers[key] = entry }
        }
        return keys.map { answers[$0] }
    }

    private func answer(of flight: Flight) async -> Answer {
        if let answer = flight.answer { return answer }
        return await withCheckedContinuation { flight.waiting.append($0) }
    }

    // MARK: Gathering

    /// Sends requests that are full; with `all`, the last one as it is.
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
            // Without the wait the request is only sent with fewer positions.
            do { try await sleep(retry.gathering) } catch {}
            isGathering = false
            sendGathered(all: true)
        }
    }

    private func send(_ part: [(key: String, position: LocatedPosition)]) async {
        let places = await ask(part.map(\.position))
        for (index, item) in part.enumerated() {
            let answer: Answer = places.map { .place(keep($0[index], item.key)) } ?? .unavailable
            guard let flight = flights.removeValue(forKey: item.key) else { continue }
            flight.answer = answer
            for continuation in flight.waiting { continuation.resume(returning: answer) }
            flight.waiting = []
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
        if memory.count >= Self.mostInMemory { memory.removeAll(keepingCapacity: true) }
        memory[key] = entry
    }

    private func keep(_ place: Place?, _ key: String) -> PlaceCacheEntry {
        let entry = PlaceCacheEntry(place: place, time: now())
        remember(entry, key)
        cache?.keep(entry, for: key)
        return entry
    }

    // MARK: Asking

    /// A place for each position; nil where the geocoder cannot be asked.
    private func ask(_ positions: [LocatedPosition]) async -> [Place?]? {
        await enter()
        defer { leave() }
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
                let pause = retry.delay * Double(1 << (attempt - 1)) * Double.random(in: 1...2)
                do { try await sleep(max(after ?? 0, pause)) } catch { return nil }
            } catch { return nil }
        }
        return nil
    }

    private func askOnce(_ positions: [LocatedPosition]) async throws(GeocodingFailure) -> [Place?] {
        let answer = try await transport.get(service.request(for: positions, language: language))
        switch answer.status {
        case 200: break
        case 429, 503: throw GeocodingFailure(.transient(after: answer.retryAfter), "status \(answer.status)")
        case 401, 403, 404, 410: throw GeocodingFailure(.configuration, "status \(answer.status)")
        case 400..<500 where answer.status != 408:
            // This one request is wrong, or beyond what the server knows: no place, rather than the same again.
            return positions.map { _ in nil }
        default: throw GeocodingFailure(.transient(after: answer.retryAfter), "status \(answer.status)")
        }
        guard answer.contentType.contains("json") else {
            throw GeocodingFailure(
                .transient(after: nil), "expected JSON, found the type \(answer.contentType.prefix(60)): no geocoder")
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
            // Until the next day begins in China, where the only such quotas are counted.
            let local = now() + 8 * 3600
            closedUntil = now() + 86_400 - local.truncatingRemainder(dividingBy: 86_400)
        case .configuration: closedUntil = .infinity
        }
    }

    /// A text without the key, whatever a server has put into it.
    private func scrubbed(_ text: String) -> String {
        guard let secret = service.secret, !secret.isEmpty else { return text }
        return text.replacing(secret, with: "•••")
    }

    // MARK: Turns

    /// Waits until as many requests are under way as may be.
    private func enter() async {
        if running < max(service.requestsAtATime, 1) {
            running += 1
            return
        }
        await withCheckedContinuation { waiting.append($0) }
    }

    private func leave() {
        if waiting.isEmpty { running -= 1 } else { waiting.removeFirst().resume() }
    }

    /// Waits for the next turn: requests are spread evenly.
    private func waitForTurn() async throws {
        let interval = 1 / max(service.requestsPerSecond, 0.001)
        let time = now()
        let slot = max(time, nextSlot)
        nextSlot = slot + interval
        if slot > time { try await sleep(slot - time) }
    }
}
