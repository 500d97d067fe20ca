public import UprightConfiguration
internal import Foundation

/// Asks a running daemon how it stands.
public enum DaemonClient {
    /// The daemon's answer at an address; nil where none listens there, or it gives no sense.
    public static func snapshot(at address: StatusConfiguration.Address) async -> GenerationSnapshot? {
        guard let body = await get("/status", at: address) else { return nil }
        do { return try JSONDecoder().decode(GenerationSnapshot.self, from: body) } catch {
            // Another version's answer, or another program's: as good as none.
            return nil
        }
    }

    private static func get(_ path: String, at address: StatusConfiguration.Address) async -> Data? {
        await withTaskGroup(of: Data?.self) { group in
            group.addTask { await exchange(path, address) }
            group.addTask {
                // A daemon that does not answer in time is told of as one that is not there.
                do { try await Task.sleep(for: .seconds(5)) } catch { return nil }
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
    }

    private static func exchange(_ path: String, _ address: StatusConfiguration.Address) async -> Data? {
        guard let connection = LoopbackConnection(address) else { return nil }
        return await connection.get(path)
    }
}
