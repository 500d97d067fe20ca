internal import UprightFormats

extension XMPNode {
    /// Whether the node contains only white space.
    var isBlank: Bool {
        switch content {
        case .simple(let text): text.allSatisfy(\.isWhitespace)
        case .structure(let fields): fields.allSatisfy { $0.value.isBlank }
        case .array(_, let items): items.allSatisfy(\.isBlank)
        }
    }

    /// Returns a structure, or a list of structures, with some fields of the first one set. A field with a blank value
    /// is removed. Other fields and other list elements stay.
    ///
    /// - Parameter onlyBlanks: whether to keep existing fields that are not blank.
    /// - Returns: nil if nothing is left.
    static func setting(_ fields: [XMPProperty], in node: XMPNode?, onlyBlanks: Bool) -> XMPNode? {
        var items = node.map(\.items) ?? []
        var structure: XMPNode
        if let first = items.first, case .structure = first.content {
            structure = items.removeFirst()
        } else {
            // A value that is not a structure is replaced.
            items = []
            structure = XMPNode(.structure([]))
        }
        var all = structure.fields
        for field in fields {
            let index = all.firstIndex { $0.name == field.name }
            if onlyBlanks, let index, !all[index].value.isBlank { continue }
            if field.value.isBlank {
                if !onlyBlanks { all.removeAll { $0.name == field.name } }
            } else if let index {
                all[index] = XMPProperty(field.name, field.value.formed(like: all[index].value))
            } else {
                all.append(field)
            }
        }
        structure.content = .structure(all)
        if all.isEmpty, items.isEmpty { return nil }
        let list = (all.isEmpty ? [] : [structure]) + items
        if case .array(let kind, _)? = node?.content {
            return XMPNode(.array(kind, list), qualifiers: node?.qualifiers ?? [])
        }
        return XMPNode(.array(.bag, list))
    }

    /// Returns a text in the form of the value that it replaces; in a language alternative, it becomes the default
    /// text.
    private func formed(like old: XMPNode) -> XMPNode {
        guard let text, case .array(.alt, var items) = old.content else { return self }
        let index = items.firstIndex { $0.language == "x-default" } ?? items.indices.first
        guard let index else { return self }
        items[index].content = .simple(text)
        return XMPNode(.array(.alt, items), qualifiers: old.qualifiers)
    }
}
