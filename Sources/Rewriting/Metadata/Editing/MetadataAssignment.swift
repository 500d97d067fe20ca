package import UprightFormats

/// What users write to set an item or to change a list: `IPTC:City=Rome`, `XMP:dc:subject+=sea`, `XMP:dc:subject-=draft`.
package struct MetadataAssignment: Sendable, Hashable, Codable {
    /// What is done with the value.
    package enum Operator: String, Sendable, Hashable, Codable {
        /// Sets the item to the value; an empty value removes it. Several values of a name make a list.
        case set = "="
        /// Appends the value to a list that lacks it.
        case add = "+="
        /// Removes the value from a list.
        case remove = "-="
    }

    /// The name of the item.
    package var name: String
    /// What is done with the value.
    package var change: Operator
    package var value: String

    package init(_ name: String, _ change: Operator, _ value: String) {
        self.name = name
        self.change = change
        self.value = value
    }

    /// Parses an assignment; nil for a text without a name or without an equals sign.
    package init?(_ text: String) {
        guard let equals = text.firstIndex(of: "=") else { return nil }
        let change = text[..<equals].last.flatMap { Operator(rawValue: "\($0)=") } ?? .set
        let name = text[..<equals].dropLast(change == .set ? 0 : 1)
        guard !name.isEmpty else { return nil }
        self.init(String(name), change, String(text[text.index(after: equals)...]))
    }

    /// Returns the edits that make assignments: for each name one, in the order in which the names first occur.
    ///
    /// - Parameters:
    ///   - namespaces: XMP namespaces whose prefixes the names use, besides the usual ones.
    ///   - condition: when the edits are made.
    package static func edits(
        _ assignments: [MetadataAssignment], namespaces: [XMPNamespace] = [],
        when condition: MetadataEdit.Condition = .always
    ) throws(MetadataValueError) -> [MetadataEdit] {
        var names: [String] = []
        var grouped: [String: [MetadataAssignment]] = [:]
        for assignment in assignments {
            let key = assignment.name.lowercased()
            if grouped[key] == nil { names.append(key) }
            grouped[key, default: []].append(assignment)
        }
        var edits: [MetadataEdit] = []
        for key in names {
            edits.append(try edit(grouped[key] ?? [], namespaces).when(condition))
        }
        return edits
    }

    /// Returns the edit that makes the assignments to one name, one after the other.
    private static func edit(
        _ assignments: [MetadataAssignment], _ namespaces: [XMPNamespace]
    ) throws(MetadataValueError) -> MetadataEdit {
        let name = assignments.first?.name ?? ""
        let item = try MetadataName(name, namespaces: namespaces)
        var (removing, adding): ([String], [String]) = ([], [])
        for assignment in assignments where assignment.change != .set {
            removing.removeAll { $0 == assignment.value }
            adding.removeAll { $0 == assignment.value }
            if assignment.change == .add { adding.append(assignment.value) } else { removing.append(assignment.value) }
        }
        let values = assignments.filter { $0.change == .set }.map(\.value)
        let change =
            try values.count == assignments.count
            ? nil : MetadataEdit.changeList(item, called: name, removing: removing, adding: adding)
        if let change, values.isEmpty { return change }
        return try .set(
            item, called: name, to: MetadataEdit.changed(values, removing: removing, adding: adding))
    }
}
