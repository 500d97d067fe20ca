internal import Foundation
internal import UprightBase
package import UprightFiles
package import UprightConfiguration
package import UprightEngine

/// Sends requests to a running daemon.
package enum DaemonClient {
    /// The reply from the daemon's address.
    package enum Reply<Value: Sendable>: Sendable {
        /// The daemon's answer.
        case answer(Value)
        /// A process listens, but gives no valid answer: it hangs, or is another program or version.
        case silence
        /// No process listens.
        case absence
    }

    /// The daemon's state; nil if there is no valid answer.
    package static func snapshot(at address: StatusConfiguration.Address) async -> GenerationSnapshot? {
        guard case .answer(let snapshot) = await state(at: address) else { return nil }
        return snapshot
    }

    /// The daemon of a configuration, and a socket at which it says what it knows of files: its own, or the shared one if only
    /// that can be opened; nil if there is no valid answer.
    package static func daemon(
        of configuration: Configuration
    ) async -> (address: StatusConfiguration.Address, snapshot: GenerationSnapshot)? {
        // At a port, it names no files.
        guard let control = configuration.status.control else { return nil }
        for address in [control, .unix(path: SharedSocket.path)] {
            // It may be the daemon of another configuration.
            if let snapshot = await snapshot(at: address), snapshot.state == configuration.state {
                return (address, snapshot)
            }
        }
        return nil
    }

    /// The daemon's state.
    package static func state(at address: StatusConfiguration.Address) async -> Reply<GenerationSnapshot> {
        await ask("GET", "/status", [], address) { body in
            do { return try JSONDecoder().decode(GenerationSnapshot.self, from: Data(body)) } catch { return nil }
        }
    }

    /// The report of the daemon at a socket.
    package static func report(at address: StatusConfiguration.Address, failures: Int) async -> Reply<StatusReport> {
        await ask("GET", "/report?failures=\(failures)", [], address) { StatusReport(parsing: $0) }
    }

    /// What happened to a file, by the daemon at a socket; an answer of nil if it has no record of it.
    package static func fate(
        of path: RawPath, at address: StatusConfiguration.Address
    ) async -> Reply<PictureFate?> {
        // As hexadecimal digits, since a path need not be UTF-8.
        let digits = hexadecimal(path.bytes)
        return await ask("GET", "/picture?hex=\(digits)", [], address) { body in
            do {
                let value = try JSONValue(parsing: body)
                if case .null = value { return .some(nil) }
                return .some(PictureFate(value))
            } catch { return nil }
        }
    }

    /// Rows of the journal, by the daemon at a socket.
    package static func page(
        _ query: Journal.Query, at address: StatusConfiguration.Address
    ) async throws(JournalError) -> Journal.Page {
        let reply = await ask("GET", "/rows?hex=\(hexadecimal(query.serialized))", [], address) { Journal.Page($0) }
        guard case .answer(let page) = reply else { throw JournalError(.unanswered, path: "", message: "") }
        return page
    }

    /// Sends a control request to the daemon.
    package static func send(
        _ request: DaemonRequest, to address: StatusConfiguration.Address
    ) async -> Reply<DaemonRequest.Answer> {
        await ask("POST", "/control", request.serialized, address) { DaemonRequest.Answer(parsing: $0) }
    }

    private static func ask<Value: Sendable>(
        _ method: String, _ path: String, _ body: [UInt8], _ address: StatusConfiguration.Address,
        read: @escaping @Sendable ([UInt8]) -> Value?
    ) async -> Reply<Value> {
        guard let connection = LoopbackConnection(address) else { return .absence }
        return await withTaskGroup(of: Reply<Value>.self) { group in
            group.addTask {
                guard let answer = await connection.exchange(method, path, body: body),
                    let value = read([UInt8](answer))
                else { return .silence }
                return .answer(value)
            }
            group.addTask {
                do { try await Task.sleep(for: .seconds(5)) } catch { return .silence }
                return .silence
            }
            defer { group.cancelAll() }
            return await group.next() ?? .silence
        }
    }
}
