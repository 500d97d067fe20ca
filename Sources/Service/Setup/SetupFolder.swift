internal import Foundation
internal import UprightConfiguration
package import UprightFiles
internal import UprightBase

/// A drop folder that `upright setup` configures: its entry in the configuration, and what is needed to take it out again.
package struct SetupFolder: Sendable, Hashable, Codable {
    package var drop: String
    package var output: String
    /// What happens to originals: `keep`, `delete`, or the folder that they are moved to.
    package var originals: String
    /// What happens to files of unsupported types: a value of `others`.
    package var others: String
    /// The user who drops files and uses the outputs; nil for none.
    package var user: String?
    /// Whether the setup added the user to the service's group.
    package var joined = false

    package init(drop: String, output: String, originals: String, others: String, user: String?) {
        (self.drop, self.output, self.originals, self.others, self.user) = (drop, output, originals, others, user)
    }

    /// The folder that originals are moved to; nil if they are not.
    var originalsFolder: String? { originals.hasPrefix("/") ? originals : nil }

    /// The folders that the service needs to write.
    var paths: [String] { [drop, output] + [originalsFolder].compactMap(\.self) }
}

/// The entries of `upright setup` in the text of a configuration. Everything else in the text stays as it is.
package struct SetupText: Sendable, Hashable {
    /// The lines, without their ends.
    private var lines: [String]

    private static let begin = "# upright setup: begin "
    private static let end = "# upright setup: end"

    /// The text of a new configuration.
    package static let new = """
        # Written by upright setup. man upright-pipeline has every key.
        state: /var/lib/upright/state
        steps:
          - orient
        folders:

        """

    /// Takes the text of a configuration.
    package init(_ text: String) {
        lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    package var text: String { lines.joined(separator: "\n") }

    /// The folders that were set up, in the order of the text.
    package var folders: [SetupFolder] {
        lines.compactMap { line in
            let trimmed = line.drop { $0 == " " }
            guard trimmed.hasPrefix(Self.begin) else { return nil }
            // A line that was edited by hand is not one of these.
            return try? JSONDecoder().decode(SetupFolder.self, from: Data(trimmed.dropFirst(Self.begin.count).utf8))
        }
    }

    /// Takes out the entry of a drop folder.
    ///
    /// - Returns: the folder; nil if there is no such entry.
    @discardableResult
    package mutating func remove(_ drop: String) throws(OperationError) -> SetupFolder? {
        var removed: SetupFolder?
        var rest: [String] = []
        var isInside = false
        for line in lines {
            let trimmed = String(line.drop { $0 == " " })
            if let folder = SetupText(trimmed).folders.first, folder.drop == drop {
                (removed, isInside) = (folder, true)
                continue
            }
            if isInside {
                if trimmed.hasPrefix(Self.end) { isInside = false }
                continue
            }
            rest.append(line)
        }
        guard !isInside else {
            throw OperationError(
                "expected a line \"\(Self.end)\" after the entry of \(drop), found none; repair the file by hand")
        }
        lines = rest
        return removed
    }

    /// Adds the entry of a folder, in place of an earlier one.
    package mutating func add(_ folder: SetupFolder) throws(OperationError) {
        try remove(folder.drop)
        func isKey(_ line: String) -> Bool {
            let words = line.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).first ?? ""
            return ["folders:", "folders: []"].contains(words.trimmingCharacters(in: .whitespaces))
                && line.hasPrefix("f")
        }
        if let line = lines.first(where: { $0.hasPrefix("folders:") }), !isKey(line) {
            throw OperationError(
                "expected \"folders:\" with an entry on each line after it, found \"\(line)\"; add the folder by hand"
            )
        }
        if !lines.contains(where: isKey) {
            if lines.last == "" { lines.removeLast() }
            lines += ["folders:", ""]
        }
        guard let key = lines.firstIndex(where: isKey) else { return }
        if lines[key].hasPrefix("folders: []") { lines[key] = "folders:" }
        // The entries of a list have one indentation.
        let next = lines[(key + 1)...].first {
            $0.drop { $0 == " " }.hasPrefix("- ") || $0.first.map { $0 != " " && $0 != "#" } == true
        }
        let indent =
            next.flatMap { line in
                let start = line.prefix { $0 == " " }
                return line.dropFirst(start.count).hasPrefix("- ") ? String(start) : nil
            } ?? "  "
        lines.insert(contentsOf: try Self.entry(folder).map { indent + $0 }, at: key + 1)
    }

    private static func entry(_ folder: SetupFolder) throws(OperationError) -> [String] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let record: Data
        do { record = try encoder.encode(folder) } catch { throw OperationError("\(error)") }
        func quoted(_ text: String) -> String { JSONValue.string(text).serialized }
        var lines = [
            begin + String(decoding: record, as: UTF8.self), "- source: \(quoted(folder.drop))",
            "  output: \(quoted(folder.output))",
        ]
        if let originals = folder.originalsFolder {
            lines += ["  originals: move", "  originals-folder: \(quoted(originals))"]
        } else if folder.originals != "keep" {
            lines.append("  originals: \(folder.originals)")
        }
        if folder.others != "leave" { lines.append("  others: \(folder.others)") }
        return lines + [end]
    }
}
