internal import UprightMetadata

extension XMPEditing {
    /// Removes what the rules say, except for what later edits set.
    ///
    /// By ``StripProfile/location``, properties are removed from the text of the packet. Otherwise the properties that stay
    /// are written into a new packet: comments, processing instructions and unknown RDF go.
    mutating func strip(_ rules: StripRules, keeping later: Set<XMPName>) throws(MetadataEditError) {
        guard isStripped(by: rules) else { return }
        let properties = XMPMetadata(packet).properties
        guard rules.isStrict else {
            for property in properties where !later.contains(property.name) {
                if rules.removes(property.name) {
                    try remove(property.name)
                } else if let rest = rules.rest(of: property.value) {
                    try set(property.name, rest)
                }
            }
            return
        }
        var removed = changes
        for property in properties where rules.removes(property.name) {
            removed.append(Change(.xmp(property.name.qualified), from: shown(property.value), to: ""))
        }
        var fresh = try Self.parsing(Self.emptyPacket)
        for property in properties where !rules.removes(property.name) {
            try fresh.take(property.name, rules.rest(of: property.value) ?? property.value)
        }
        if removed.count == changes.count {
            removed.append(Change(.xmp("packet"), from: "what is not a property", to: ""))
        }
        self = try Self.parsing(fresh.packet.bytes, changes: removed)
    }

    /// Whether the rules remove anything from the packet.
    func isStripped(by rules: StripRules) -> Bool {
        let metadata = XMPMetadata(packet)
        if metadata.properties.contains(where: { rules.removes($0.name) || rules.rest(of: $0.value) != nil }) { return true }
        // A packet that a strict strip wrote is left as it is, so that stripping twice changes nothing.
        return rules.isStrict && metadata.toolkit != "upright"
    }
}

extension StripRules {
    /// Returns a value without the fields that the rules remove; nil if it has none.
    func rest(of node: XMPNode) -> XMPNode? {
        switch node.content {
        case .simple: return nil
        case .structure(let fields):
            let kept = fields.filter { !removesField($0.name) }.map { field in
                XMPProperty(field.name, rest(of: field.value) ?? field.value)
            }
            return kept == fields ? nil : XMPNode(.structure(kept), qualifiers: node.qualifiers)
        case .array(let kind, let items):
            let kept = items.map { rest(of: $0) ?? $0 }
            return kept == items ? nil : XMPNode(.array(kind, kept), qualifiers: node.qualifiers)
        }
    }
}
