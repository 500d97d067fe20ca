internal import Foundation
public import UprightConfiguration

/// Asks a running daemon.
public enum DaemonClient {
    /// What was found at the daemon's address.
    public enum Reply<Value: Sendable>: Sendable {
        /// Its answer.
        case answer(Value)
        /// Somebody listens, and gives no sense: it hangs, or is another program or version.
        case silence
        /// Nobody listens.
        case absence
    }

    /// The daemon's state; nil where none listens at the address, or it gives no sense.
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

    /// Asks the daemon to do something.
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
