public import UprightJSON
internal import Foundation

/// What is asked of a running daemon, over its Unix socket.
public struct DaemonRequest: Sendable, Hashable, Codable {
    /// What is to be done.
    public enum Action: String, Sendable, Hashable, Codable, CaseIterable {
        /// Begin no more pictures; what is in hand is finished. It lasts until `resume`, over restarts.
        case pause
        /// Go on.
        case resume
        /// Look at all files again.
        case rescan
    }

    /// What is to be done.
    public var action: Action
    /// The drop folder, as the configuration names it, absolute; nil for all.
    public var folder: String?
    /// Why, in the user's words.
    public var message: String?

    /// A request.
    public init(_ action: Action, folder: String? = nil, message: String? = nil) {
        self.action = action
        self.folder = folder
        self.message = message
    }

    /// What became of a request.
    public struct Answer: Sendable, Hashable, Codable {
        /// The drop folders that it was done to.
        public var folders: [String]
        /// Why it was not done; nil where it was.
        public var refusal: String?
    }

    /// A request as ``serialized`` gives it; nil for anything else.
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
    /// An answer as ``json`` gives it; nil for anything else.
    init?(parsing bytes: [UInt8]) {
        do { self = try JSONDecoder().decode(Self.self, from: Data(bytes)) } catch { return nil }
    }

    /// The answer as JSON.
    public var json: JSONValue {
        .object([
            ("folders", .array(folders.map(JSONValue.string))), ("refusal", refusal.map(JSONValue.string) ?? .null),
        ])
    }
}
