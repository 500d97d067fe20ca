internal import UprightBase
internal import UprightConfiguration
internal import UprightEngine
internal import Logging
internal import UprightFiles

/// Serves the daemon's state over HTTP, on a Unix socket or a loopback address: `/metrics`, `/healthz`, `/readyz` and
/// `/status`; on a Unix socket also `/report` and `/picture` (``StatusReport``, ``PictureFate``), and on that of the state folder
/// `/rows` (``Journal/Query``).
struct StatusServer: Sendable {
    private let address: StatusConfiguration.Address
    private let isShared: Bool
    private let log: DaemonLog

    /// - Parameter isShared: whether the address is a socket that members of the group can ask, but which takes no control
    ///   requests (``SharedSocket``).
    init(_ address: StatusConfiguration.Address, isShared: Bool = false, log: DaemonLog) {
        self.address = address
        self.isShared = isShared
        self.log = log
    }

    /// Serves until it is cancelled. If the address is not available, logs this and retries; the daemon works without it.
    func run(_ generation: Generation) async {
        let snapshots = RecentSnapshot { await generation.snapshot(waitsForFigures: true) }
        let server = HTTPServer(httpAddress, limits: limits) { request in
            // Whatever could answer in a task waits for a thread then.
            generation.stalledSnapshot.map { answer(request, $0, generation) }
        } handler: { request in
            if request.method == "POST", namesUs(request) { return await change(request, generation) }
            if let own = await journal(request, generation, snapshots) { return own }
            return answer(request, await snapshots.current(), generation)
        }
        while !Task.isCancelled, !generation.isStopping {
            let sharing = Task { await share(server) }
            defer { sharing.cancel() }
            do {
                try await server.run()
            } catch {
                guard !Task.isCancelled, !generation.isStopping else { break }
                log.limited("status", .error, "the status cannot be served at \(error)")
            }
            do { try await Task.sleep(for: .seconds(5)) } catch { break }
        }
    }

    /// Lets the group connect once the server listens.
    private func share(_ server: HTTPServer) async {
        guard isShared, case .unix(let path) = address else { return }
        do {
            _ = try await server.waitUntilListening()
            try FileStore.shareSocket(RawPath(path))
        } catch let error as FileError {
            log.limited("status", .error, "members of the group cannot ask for the status: \(error)")
        } catch {
            // `run` reports why it does not listen.
        }
    }

    private var httpAddress: HTTPAddress {
        switch address {
        case .unix(let path): .unix(path: path)
        case .tcp(let host, let port): .tcp(host: host, port: port)
        }
    }

    private var limits: HTTPLimits {
        var limits = HTTPLimits()
        limits.requests = 2
        // Figures are available at once, unless the daemon is stalled.
        limits.workTime = .seconds(5)
        limits.overdueText =
            "the daemon cannot answer: it has no thread to run on (TasksMax, pids.max, ulimit -u), or the machine is "
            + "overloaded; its log has details"
        return limits
    }

    // MARK: Answers

    private func namesUs(_ request: HTTPRequest) -> Bool {
        if case .tcp = address { request.namesThisMachine } else { true }
    }

    private func answer(
        _ request: HTTPRequest, _ snapshot: GenerationSnapshot, _ generation: Generation
    ) -> HTTPResponse {
        guard namesUs(request) else {
            return HTTPResponse(
                .misdirectedRequest, text: "expected the host 127.0.0.1, localhost or [::1] in the address\n")
        }
        if request.method == "POST" {
            return HTTPResponse(.serviceUnavailable, text: (snapshot.problem ?? "no folder is making progress") + "\n")
        }
        guard request.method == "GET" || request.method == "HEAD" else {
            return HTTPResponse(.methodNotAllowed, text: "GET or HEAD\n")
        }
        switch request.path {
        case "/metrics":
            return HTTPResponse(
                .ok, headers: ["Content-Type": "text/plain; version=0.0.4; charset=utf-8"],
                body: .bytes(Array(generation.metricsText(snapshot).utf8)))
        case "/healthz":
            return health(snapshot.isAlive, "a picture has been in progress for longer than its limits allow")
        case "/readyz":
            return health(snapshot.isReady && !snapshot.isPaused, snapshot.problem ?? "not all folders are watched yet")
        case "/status":
            return HTTPResponse(
                .ok, headers: ["Content-Type": "application/json"],
                body: .bytes(Array(snapshot.json.serialized.utf8)))
        default:
            return HTTPResponse(
                .notFound,
                text: "expected /metrics, /healthz, /readyz, /status, or on a Unix socket /report or /picture\n")
        }
    }

    /// Answers a request about the journal; nil for any other. Only a Unix socket answers, since the answers name files.
    private func journal(
        _ request: HTTPRequest, _ generation: Generation, _ snapshots: RecentSnapshot
    ) async -> HTTPResponse? {
        guard case .unix = address, request.method == "GET" else { return nil }
        let answer: [UInt8]
        do throws(JournalError) {
            switch request.path {
            case "/report":
                let failures = request.query("failures").flatMap(Int.init) ?? StatusReport.standardFailures
                answer = try await StatusReport(
                    generation.journal, answering: snapshots.current(),
                    failures: min(max(failures, 0), StatusReport.maximumServedFailures)
                ).json.bytes
            case "/picture":
                guard let path = request.query("hex").flatMap({ bytes(hexadecimal: $0) }) else {
                    return HTTPResponse(.badRequest, text: "expected /picture?hex=PATH, in hexadecimal digits\n")
                }
                let row = try await generation.journal.entry(of: RawPath(bytes: path))
                answer = (row?.record.exportJSON ?? .null).bytes
            case "/rows" where !isShared:
                let text = request.query("hex").flatMap { bytes(hexadecimal: $0) }
                guard let query = text.flatMap({ Journal.Query($0) }) else {
                    return HTTPResponse(.badRequest, text: "expected /rows?hex=QUERY, in hexadecimal digits\n")
                }
                answer = try await generation.journal.page(query).serialized
            default: return nil
            }
        } catch {
            return HTTPResponse(.serviceUnavailable, text: "\(error)\n")
        }
        return HTTPResponse(
            .ok, headers: ["Content-Type": "application/json"], body: .bytes(answer))
    }

    /// Carries out a control request, which is accepted on the Unix socket only.
    private func change(_ request: HTTPRequest, _ generation: Generation) async -> HTTPResponse {
        guard case .unix = address, !isShared else {
            return HTTPResponse(
                .methodNotAllowed, text: "GET or HEAD; control requests use the Unix socket in the state folder\n")
        }
        guard request.path == "/control" else { return HTTPResponse(.notFound, text: "expected /control\n") }
        guard let wanted = DaemonRequest(parsing: request.body) else {
            return HTTPResponse(.badRequest, text: "expected {\"action\": \"pause\", \"folder\": …, \"message\": …}\n")
        }
        return HTTPResponse(
            .ok, headers: ["Content-Type": "application/json"],
            body: .bytes(Array(await generation.answer(wanted).json.serialized.utf8)))
    }

    private func health(_ isGood: Bool, _ reason: String) -> HTTPResponse {
        HTTPResponse(isGood ? .ok : .serviceUnavailable, text: isGood ? "ok\n" : reason + "\n")
    }
}

extension JSONValue {
    fileprivate var bytes: [UInt8] { Array(serialized.utf8) }
}
