internal import Foundation
internal import UprightEngine
internal import UprightFiles

/// Which drop folders somebody has paused: `paused.json` in the state folder, so that a pause outlives the daemon.
actor PausedFolders {
    private let path: RawPath
    private(set) var reasons: [String: PauseReason]

    private static let mostBytes = 1 << 20

    /// What the file in a state folder says; nothing where there is none.
    ///
    /// - Returns: the folders, and what is wrong with the file where it cannot be understood.
    static func reading(state: RawPath) -> (folders: PausedFolders, warning: String?) {
        let path = state.appending("paused.json")
        do throws(FileError) {
            let bytes = try FileStore.read(path, limit: mostBytes)
            do {
                let reasons = try JSONDecoder().decode([String: PauseReason].self, from: Data(bytes))
                return (PausedFolders(path, reasons), nil)
            } catch {
                let warning =
                    "\(path) is not what upright pause writes; no folder is paused by it: upright pause does it again"
                return (PausedFolders(path, [:]), warning)
            }
        } catch {
            return (
                PausedFolders(path, [:]), error.isAbsence ? nil : "which folders are paused cannot be read: \(error)"
            )
        }
    }

    private init(_ path: RawPath, _ reasons: [String: PauseReason]) {
        self.path = path
        self.reasons = reasons
    }

    /// Notes that folders are paused, or with nil that they are not. It is on the disk when this returns.
    func set(_ reason: PauseReason?, for folders: [String]) throws {
        var reasons = reasons
        for folder in folders { reasons[folder] = reason }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        try FileStore.write([UInt8](try encoder.encode(reasons)), to: path)
        self.reasons = reasons
    }
}
