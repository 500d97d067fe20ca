internal import UprightMetadata

extension XMPNode {
    /// Whether there is nothing in it but space.
    var isBlank: Bool {
        switch content {
        case .simple(let text): text.allSatisfy(\.isWhitespace)
        case .structure(let fields): fields.allSatisfy { $0.value.isBlank }
        case .array(_, let items): items.allSatisfy(\.isBlank)
        }
    }

    /// A structure, or a list of one, with some of its fields set; a field that is set to nothing is removed. The other
    /// fields, and the other elements of a list, stay.
    ///
    /// - Parameter onlyBlanks: whether fields that are there and not blank stay.
    /// - Returns: nil where nothing is left.
    static func setting(_ fields: [XMPProperty], in node: XMPNode?, onlyBlanks: Bool) -> XMPNode? {
        var items = node.map(\.items) ?? []
        var structure: XMPNode
        if let first = items.first, case .structure = first.content {
            structure = items.removeFirst()
        } else {
            // What is no structure is replaced.
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

    /// A text in the form of the value that it replaces: in an alternative by language, it is the default one.
    private func formed(like old: XMPNode) -> XMPNode {
        guard let text, case .array(.alt, var items) = old.content else { return self }
        let place = items.firstIndex { $0.language == "x-default" } ?? items.indices.first
        guard let place else { return self }
        items[place].content = .simple(text)
        return XMPNode(.array(.alt, items), qualifiers: old.qualifiers)
    }
}
