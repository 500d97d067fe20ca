extension XMPMetadata {
    /// The properties by name with prefix, `photoshop:City`: text, numbers for fractions (`exif:FNumber`), arrays,
    /// dictionaries for structures, and dictionaries by language for language alternatives.
    ///
    /// A value with qualifiers other than a language is a dictionary: the value has the key `rdf:value`, and each
    /// qualifier its name.
    public var dictionary: [String: PropertyValue] { dictionary(of: properties) }

    /// Returns a name with the namespace's usual prefix, or with the packet's, or with the namespace in braces.
    public func key(_ name: XMPName) -> String {
        if let prefix = XMPPrefixes.prefix(of: name.namespace) { return prefix + ":" + name.local }
        if let prefix = prefixes[name.namespace], !prefix.isEmpty { return "\(prefix):\(name.local)" }
        return name.qualified
    }

    private func dictionary(of properties: [XMPProperty]) -> [String: PropertyValue] {
        Dictionary(properties.map { (key($0.name), value($0.value, of: $0.name)) }) { first, _ in first }
    }

    /// - Parameter name: the property, which the elements of its arrays share.
    private func value(_ node: XMPNode, of name: XMPName) -> PropertyValue {
        let qualifiers =
            node.qualifiers.isEmpty ? [] : node.qualifiers.filter { $0.name.namespace != XMPNamespace.xml.uri }
        let plain: PropertyValue
        switch node.content {
        case .simple(let text): plain = name.fraction(text).map { .real($0) } ?? .string(text)
        case .structure(let fields): plain = .dictionary(dictionary(of: fields))
        case .array(.alt, let items) where !items.isEmpty && items.allSatisfy { $0.language != nil }:
            plain = .dictionary(
                Dictionary(items.map { ($0.language ?? "", value($0, of: name)) }) { first, _ in first })
        case .array(_, let items): plain = .array(items.map { value($0, of: name) })
        }
        guard !qualifiers.isEmpty else { return plain }
        var qualified = dictionary(of: qualifiers)
        qualified["rdf:value"] = plain
        return .dictionary(qualified)
    }
}
