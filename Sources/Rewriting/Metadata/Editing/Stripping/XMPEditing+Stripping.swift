internal import UprightFormats

extension XMPEditing {
    /// Removes what the rules say, except for what later edits set.
    ///
    /// By ``StripProfile/location``, properties are removed from the text of the packet. Otherwise the properties that stay
    /// are written into a new packet: comments, processing instructions and unknown RDF go.
    mutating func strip(_ rules: StripRules, keeping later: Set<XMPName>) throws(MetadataEditError) {
        guard let stripped = try stripped(by: rules, keeping: later) else { return }
        self = stripped
    }

    /// Whether the rules remove anything from the packet.
    func isStripped(by rules: StripRules) throws(MetadataEditError) -> Bool {
        try stripped(by: rules, keeping: []) != nil
    }

    /// Returns the packet without what the rules remove; nil if they remove nothing.
    private func stripped(
        by rules: StripRules, keeping later: Set<XMPName>
    ) throws(MetadataEditError) -> XMPEditing? {
        let properties = XMPMetadata(packet).properties
        let rest = properties.map { (property: $0, stays: rules.rest(of: $0)) }
        guard rules.isStrict else {
            var stripped = self
            for (property, stays) in rest where stays != property.value && !later.contains(property.name) {
                if let stays { try stripped.set(property.name, stays) } else { try stripped.remove(property.name) }
            }
            // Comments, and unknown RDF, can hold a position, too.
            let hasComment = stripped.packet.text.firstRange(of: "<!--".utf8) != nil
            if hasComment || PlaceWords.areIn(stripped.packet.text) {
                let fresh = try rewritten(rest, changes: stripped.changes)
                if hasComment || !PlaceWords.areIn(fresh.packet.text) { return fresh }
            }
            return stripped.changes.count == changes.count ? nil : stripped
        }
        var removed = changes
        for (property, stays) in rest where stays != property.value {
            let text = text(of: property.value)
            removed.append(Change(.xmp(property.name.qualified), from: text, to: stays.map { self.text(of: $0) } ?? ""))
        }
        let fresh = try rewritten(rest, changes: removed)
        // A packet that a strict strip wrote is left as it is, so that stripping twice changes nothing. Another can claim
        // the same toolkit.
        return removed.count == changes.count && fresh.isSame(as: packet) ? nil : fresh
    }

    /// Returns a new packet with the properties that stay.
    private func rewritten(
        _ rest: [(property: XMPProperty, stays: XMPNode?)], changes: [Change] = []
    ) throws(MetadataEditError) -> XMPEditing {
        // Readers of gain maps look for attributes alone (Ultra HDR image format 1.0).
        let gainMap = rest.filter {
            $0.property.name.namespace == StripTables.gainMap && $0.stays?.text != nil
                && $0.stays?.qualifiers.isEmpty == true
        }
        let attributes = gainMap.map { property, stays in
            " hdrgm:\(property.name.local)=\"" + String(decoding: XMPEdit.escaped(stays?.text ?? ""), as: UTF8.self)
                + "\""
        }.joined()
        let declaration = StripTables.gainMap.map { " xmlns:hdrgm=\"\($0)\"" } ?? ""
        var fresh = try Self.parsing(
            Self.packet(attributes: gainMap.isEmpty ? "" : declaration + attributes))
        for (property, stays) in rest where !gainMap.contains(where: { $0.property.name == property.name }) {
            if let stays { try fresh.adopt(property.name, stays) }
        }
        let own =
            changes.count == self.changes.count ? [Change(.xmp("packet"), from: "what is not a property", to: "")] : []
        return try Self.parsing(fresh.packet.bytes, changes: changes + own)
    }

    /// Whether a packet says the same in the same words; the padding counts as nothing.
    private func isSame(as other: XMPPacket) -> Bool {
        packet.text.filter { !XMPTagScanner.isSpace($0) } == other.text.filter { !XMPTagScanner.isSpace($0) }
    }
}

extension StripRules {
    /// Returns what stays of a property; nil if nothing does.
    func rest(of property: XMPProperty) -> XMPNode? {
        if keeps(property.name) { return property.value }
        if removes(property.name) { return nil }
        return rest(of: property.value, XMPContext(property.name, isStrict: isStrict))
    }

    /// What is known of a property in which a value is.
    private struct XMPContext {
        /// Whether texts can be positions: others are numbers that only look like it.
        let hasTexts: Bool
        /// Whether texts are captions, titles or keywords.
        let isCaption: Bool
        /// Whether all values are numbers or words of a schema, and anything else goes.
        let isExact: Bool

        init(_ name: XMPName, isStrict: Bool) {
            hasTexts = !StripTables.holdsNumbers(name)
            isCaption = StripTables.isCaption(name)
            isExact = isStrict && StripTables.rendering(name)
        }
    }

    /// Returns what stays of a value: not the fields and qualifiers that the rules remove, nor texts with a position, nor values
    /// that are removed elsewhere.
    private func rest(of node: XMPNode, _ context: XMPContext) -> XMPNode? {
        var rest = node
        rest.qualifiers = node.qualifiers.compactMap { qualifier in
            if qualifier.name.namespace == XMPNamespace.xml.uri {
                return !isStrict || StripTables.isLanguage(qualifier.value.text ?? "") ? qualifier : nil
            }
            if isStrict, !StripTables.rendering(qualifier.name) { return nil }
            return self.rest(field: qualifier, context)
        }
        switch node.content {
        case .simple(let text):
            if context.hasTexts, PlaceWords.areIn(text) { return nil }
            if context.isExact, !StripTables.isOfSchema(text) { return nil }
            if context.isCaption {
                guard let kept = caption(text) else { return nil }
                rest.content = .simple(kept)
            }
        case .structure(let fields):
            let kept = fields.compactMap { self.rest(field: $0, context) }
            if kept.isEmpty, !fields.isEmpty { return nil }
            rest.content = .structure(kept)
        case .array(let kind, let items):
            let kept = items.compactMap { self.rest(of: $0, context) }
            if kept.isEmpty, !items.isEmpty { return nil }
            rest.content = .array(kind, kept)
        }
        return rest
    }

    private func rest(field: XMPProperty, _ context: XMPContext) -> XMPProperty? {
        guard !removesField(field.name), !context.isExact || StripTables.isOfSchema(field.name),
            let value = rest(of: field.value, context)
        else { return nil }
        return XMPProperty(field.name, value)
    }
}
