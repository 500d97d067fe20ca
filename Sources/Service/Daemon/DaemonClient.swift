internal import Foundation
public import UprightConfiguration

/// Sends requests to a running daemon.
public enum DaemonClient {
    /// The reply from the daemon's address.
    public enum Reply<Value: Sendable>: Sendable {
        /// The daemon's answer.
        case answer(Value)
        /// A process listens, but gives no valid answer: it hangs, or is another program or version.
        case silence
        /// No process listens.
        case absence
    }

    /// The daemon's state; nil if there is no valid answer.
    public static func snapshot(at address: StatusConfiguration.Address) async -> GenerationSnapshot? {
        guard case .answer(let snapshot) = await state(at: address) else { return nil }
        return snapshot
    }

    /// The daemon's state.
    public static func state(at address: StatusConfiguration.Address) async -> Reply<GenerationSnapshot> {
        await ask("GET", "/status", [], address) { body in
            do { return try JSONDecoder().decode(GenerationSnapshot.self, from: Data(body)) } catch { return nil }
        }
    }

    /// Sends a control request to the daemon.
    public static func send(
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
