package import UprightBase
internal import Foundation

/// A control request to a running daemon, sent over its Unix socket.
package struct DaemonRequest: Sendable, Hashable, Codable {
    /// The action to take.
    package enum Action: String, Sendable, Hashable, Codable, CaseIterable {
        /// Finish the pictures in progress and start no more. The pause lasts until `resume`, across restarts.
        case pause
        /// End a pause.
        case resume
        /// Scan all files again.
        case rescan
        /// Reload the configuration.
        case reload
    }

    /// The action to take.
    package var action: Action
    /// The absolute path of the drop folder as in the configuration; nil for all.
    package var folder: String?
    /// The reason, in the user's words.
    package var message: String?

    package init(_ action: Action, folder: String? = nil, message: String? = nil) {
        self.action = action
        self.folder = folder
        self.message = message
    }

    /// The daemon's answer to a request.
    package struct Answer: Sendable, Hashable, Codable {
        /// The drop folders to which it was applied.
        package var folders: [String]
        /// Why it was refused; nil if it was not.
        package var refusal: String?
    }

    /// Parses ``serialized`` bytes; nil for anything else.
    init?(parsing bytes: [UInt8]) {
        do { self = try JSONDecoder().decode(Self.self, from: Data(bytes)) } catch { return nil }
    }

    /// The request as JSON.
    var serialized: [UInt8] {
        let members: [(String, JSONValue)] = [
            ("action", .string(action.rawValue)), ("folder", folder.map(JSONValue.string) ?? .null),
            ("message", message.map(JSONValue.string) ?? .null),
        ]
        return Array(JSONValue.object(members).serialized.utf8)
    }
}

extension DaemonRequest.Answer {
    /// Parses the bytes of ``json``; nil for anything else.
    init?(parsing bytes: [UInt8]) {
        do { self = try JSONDecoder().decode(Self.self, from: Data(bytes)) } catch { return nil }
    }

    package var json: JSONValue {
        .object([
            ("folders", .array(folders.map(JSONValue.string))), ("refusal", refusal.map(JSONValue.string) ?? .null),
        ])
    }
}
