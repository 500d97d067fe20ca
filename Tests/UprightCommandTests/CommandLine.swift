import Foundation
import TestSupport

/// Runs the built command.
func upright(_ arguments: String..., environment: [String: String] = [:], in folder: URL? = nil) throws -> Command {
    try upright(arguments, environment: environment, in: folder)
}

/// Runs the built command.
func upright(_ arguments: [String], environment: [String: String] = [:], in folder: URL? = nil) throws -> Command {
    try Command.run(Command.built("upright").path(), arguments, environment: environment, in: folder)
}

/// The objects in lines of JSON.
func objects(_ text: String) throws -> [[String: Any]] {
    try text.split(separator: "\n").compactMap {
        try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
    }
}

extension TemporaryFolder {
    /// Copies a fixture into the folder.
    @discardableResult
    func place(_ fixture: String, as relative: String) throws -> [UInt8] {
        let content = try [UInt8](Data(contentsOf: Fixture.folder.appending(path: fixture)))
        try write(content, to: relative)
        return content
    }
}
