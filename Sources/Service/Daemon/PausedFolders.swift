internal import Foundation
internal import UprightEngine
internal import UprightFiles

/// The drop folders that a user has paused, kept in `paused.json` in the state folder so that a pause outlives the daemon.
actor PausedFolders {
    private let path: RawPath
    private(set) var reasons: [String: PauseReason]

    private static let maximumBytes = 1 << 20

    /// Reads the file in a state folder. Without a file, no folder is paused.
    ///
    /// - Returns: The folders, and a warning if the file is invalid or cannot be read.
    static func reading(state: RawPath) -> (folders: PausedFolders, warning: String?) {
        let path = state.appending("paused.json")
        do throws(FileError) {
            let bytes = try FileStore.read(path, limit: maximumBytes)
            do {
                let reasons = try JSONDecoder().decode([String: PauseReason].self, from: Data(bytes))
                return (PausedFolders(path, reasons), nil)
            } catch {
                let warning =
                    "\(path) is not valid, so no folder is paused; run upright queue pause again"
                return (PausedFolders(path, [:]), warning)
            }
        } catch {
            return (
                PausedFolders(path, [:]), error.isAbsence ? nil : "the paused folders cannot be read: \(error)"
            )
        }
    }

    private init(_ path: RawPath, _ reasons: [String: PauseReason]) {
        self.path = path
        self.reasons = reasons
    }

    /// Records that folders are paused or, with nil, that they are not. The change is durable on return.
    func set(_ reason: PauseReason?, for folders: [String]) throws {
        var reasons = reasons
        for folder in folders { reasons[folder] = reason }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        try FileStore.write([UInt8](try encoder.encode(reasons)), to: path)
        self.reasons = reasons
    }
}
