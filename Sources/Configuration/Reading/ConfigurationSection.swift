internal import UprightBase
package import Yams

/// A mapping of the configuration file, with typed access to its keys.
///
/// Reading does not stop at the first problem: an invalid value is noted with its line and replaced by the default, so
/// one run reports every problem of a file.
package struct ConfigurationSection {
    /// The section's own key with its parents, `folders[0]`; empty for the whole file.
    package let path: String
    /// The line on which the section starts; nil if it is not in the file.
    package let line: Int?
    package let context: ConfigurationContext
    let members: [(key: String, line: Int?, node: Node)]

    /// Creates the section of a mapping. Keys that are not in `keys` are noted as problems.
    package init(_ node: Node, path: String, keys: [String], context: ConfigurationContext) {
        self.path = path
        line = node.mark?.line
        self.context = context
        var members: [(String, Int?, Node)] = []
        if case .mapping(let mapping) = node {
            for (keyNode, value) in mapping {
                guard let key = keyNode.scalar?.string else {
                    context.report(keyNode.mark?.line, path, expected: "a key that is a word", found: describe(keyNode))
                    continue
                }
                let full = path.isEmpty ? key : "\(path).\(key)"
                if key == "<<" {
                    context.report(
                        keyNode.mark?.line, full, expected: "keys and values", found: "a merge key",
                        suggestion: "write the keys out")
                } else if keys.contains(key) {
                    members.append((key, keyNode.mark?.line, value))
                    context.lines.record(full, keyNode.mark?.line)
                    for (index, entry) in (value.sequence.map(Array.init) ?? []).enumerated() {
                        context.lines.record("\(full)[\(index)]", entry.mark?.line)
                    }
                } else {
                    context.report(
                        keyNode.mark?.line, full,
                        expected: keys.isEmpty ? "no keys here" : "one of \(keys.joined(separator: ", "))",
                        found: "an unknown key", suggestion: Suggestion.nearest(to: key, in: keys))
                }
            }
        } else if !isNull(node) {
            context.report(line, path, expected: "keys and values", found: describe(node))
        }
        self.members = members
    }

    /// Creates a section whose keys were checked when it was first read.
    package init(notesOn node: Node, path: String, context: ConfigurationContext) {
        self.path = path
        line = node.mark?.line
        self.context = context
        members = (node.mapping.map(Array.init) ?? []).compactMap { key, value in
            key.scalar.map { ($0.string, key.mark?.line, value) }
        }
    }

    /// Whether the section contains the key.
    package func has(_ key: String) -> Bool { member(key) != nil }

    /// Reports a problem with the value of a key.
    package func report(_ key: String, expected: String, found: String, suggestion: String = "") {
        context.report(
            member(key)?.line ?? line, fullName(key), expected: expected, found: found, suggestion: suggestion)
    }

    /// Reports a problem with the value of a key by a message that says what was expected and found.
    package func report(_ key: String, message: String) {
        context.report(member(key)?.line ?? line, fullName(key), expected: "", found: "", message: message)
    }

    package func member(_ key: String) -> (key: String, line: Int?, node: Node)? {
        members.first { $0.key == key }
    }

    package func fullName(_ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

    /// Whether the key's value is this word.
    package func scalarIs(_ key: String, _ word: String) -> Bool {
        member(key)?.node.scalar?.string == word
    }

    /// Whether the key's value is an empty list.
    package func isEmptyList(_ key: String) -> Bool {
        member(key)?.node.sequence?.isEmpty == true
    }

    /// The text of a key's scalar; nil if the key is absent or if its value is not a scalar, which is noted as a problem.
    func scalar(_ key: String, expected: String) -> String? {
        guard let member = member(key) else { return nil }
        guard let scalar = member.node.scalar, !isNull(member.node) else {
            report(key, expected: expected, found: describe(member.node))
            return nil
        }
        return scalar.string
    }
}

/// Whether a node is null: `key:` alone, `~` or `null`.
package func isNull(_ node: Node) -> Bool {
    guard let scalar = node.scalar, scalar.style == .plain || scalar.style == .any else { return false }
    return ["", "~", "null", "Null", "NULL"].contains(scalar.string)
}

extension Node {
    /// The value of a key that is not there.
    package static var absent: Node { Node("", Tag(.null, .basic)) }
}

/// Describes a node for the "found" part of a message.
package func describe(_ node: Node) -> String {
    switch node {
    case .scalar(let scalar): isNull(node) ? "nothing" : "\"\(scalar.string)\""
    case .mapping(let mapping): mapping.isEmpty ? "an empty mapping" : "a mapping"
    case .sequence(let sequence): sequence.isEmpty ? "an empty list" : "a list"
    case .alias: "an alias"
    }
}
