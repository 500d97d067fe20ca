internal import Foundation
public import UprightGeodata

/// Asks a geocoder as a good client does: no faster than it allows, nothing twice, and not at all while it is down.
///
/// Positions within a cell of about 50 m share one answer, which is kept in memory and in the cache. While the geocoder
/// cannot be asked, ``places(at:)`` gives nothing for what is not known; whoever asks falls back and asks again later.
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
    private var flights: [String: Task<Answer, Never>] = [:]
    private var nextSlot = 0.0
    private var running = 0
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var failuresInARow = 0
    private var closedUntil = 0.0
    private var lastFailure: GeocodingFailure?

    private static let mostInMemory = 100_000

    private enum Answer: Sendable {
        case place(Place?)
        case unavailable
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
    public func places(at positions: [LocatedPosition]) async -> [PlaceCacheEntry?] {
        let keys = positions.map { key(of: $0.position) }
        var answers: [String: PlaceCacheEntry] = [:]
        var wanted: [(key: String, position: LocatedPosition)] = []
        var flying: [(String, Task<Answer, Never>)] = []
        for (key, position) in zip(keys, positions) where answers[key] == nil {
            if let entry = entry(key) {
                answers[key] = entry
            } else if let flight = flights[key] {
                flying.append((key, flight))
            } else if service.serves(countryCode: position.countryCode), !wanted.contains(where: { $0.key == key }) {
                wanted.append((key, position))
            }
        }
        var start = 0
        while start < wanted.count {
            let part = Array(wanted[start..<min(start + service.positionsPerRequest, wanted.count)])
            start += part.count
            let request = Task { await self.ask(part.map(\.position)) }
            for (index, item) in part.enumerated() {
                let flight = Task { await request.value[index] }
                flights[item.key] = flight
                flying.append((item.key, flight))
            }
        }
        for (key, flight) in flying {
            let answer = await flight.value
            if flights[key] == flight { flights[key] = nil }
            if case .place(let place) = answer { answers[key] = keep(place, key) }
        }
        return keys.map { answers[$0] }
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
        if let known = memory[key], known.place == place, counts(known) { return known }
        let entry = PlaceCacheEntry(place: place, time: now())
        remember(entry, key)
        cache?.keep(entry, for: key)
        return entry
    }

    // MARK: Asking

    private func ask(_ positions: [LocatedPosition]) async -> [Answer] {
        await enter()
        defer { leave() }
        let nothing = [Answer](repeating: .unavailable, count: positions.count)
        for attempt in 1...max(retry.tries, 1) {
            guard now() >= closedUntil else { return nothing }
            do {
                try await waitForTurn()
                guard now() >= closedUntil else { return nothing }
                let places = try await askOnce(positions)
                failuresInARow = 0
                lastFailure = nil
                return places.map { .place($0) }
            } catch let failure as GeocodingFailure {
                note(failure)
                guard case .transient(let after) = failure.kind, attempt < retry.tries, now() >= closedUntil else {
                    return nothing
                }
                let pause = retry.delay * Double(1 << (attempt - 1)) * Double.random(in: 1...2)
                do { try await sleep(max(after ?? 0, pause)) } catch { return nothing }
            } catch { return nothing }
        }
        return nothing
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
