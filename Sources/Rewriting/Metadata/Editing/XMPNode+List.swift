internal import UprightFormats

extension XMPNode {
    /// Returns a list after values are removed from it, and those that it lacks are appended; nil if it has no values
    /// left. A single value counts as a list of one. Items that stay keep their qualifiers.
    static func list(
        _ name: XMPName, _ value: XMPNode?, removing: [String], adding: [String]
    ) throws(MetadataEditError) -> XMPNode? {
        var items: [XMPNode] = []
        var kind: ArrayKind?
        switch value?.content {
        case nil: break
        case .simple(let text)?: items = text.isEmpty ? [] : [value].compactMap(\.self)
        case .array(let present, let all)?: (kind, items) = (present, all)
        case .structure?:
            throw .damaged(block: "XMP", reason: "\(name.qualified) is a structure, and a list is expected")
        }
        let present = items.map { $0.text ?? "" }
        let texts = MetadataEdit.changed(present, removing: removing, adding: adding)
        if texts == present { return value }
        if texts.isEmpty { return nil }
        let kept = items.filter { item in item.text.map(texts.contains) ?? true }
        let usual: ArrayKind = XMPForms.form(of: name) == .seq ? .seq : .bag
        let added = texts.dropFirst(kept.count).map { XMPNode(.simple($0)) }
        return XMPNode(.array(kind ?? usual, kept + added), qualifiers: kind == nil ? [] : value?.qualifiers ?? [])
    }
}
