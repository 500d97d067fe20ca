/// Converts a packet's XML elements to XMP's data model.
package struct XMPReading {
    let packet: XMPPacket

    package init(packet: XMPPacket) { self.packet = packet }

    private static let value = XMPName(.rdf, "value")
    private static let syntaxAttributes: Set<String> = [
        "about", "ID", "nodeID", "datatype", "parseType", "resource", "aboutEach", "aboutEachPrefix", "bagID", "type",
    ]

    /// The elements that contain the packet's properties.
    package var descriptions: [Int] {
        packet.elements.indices.filter { index in
            let element = packet.elements[index]
            guard element.name == XMPName(.rdf, "Description") else { return false }
            return element.parent.map { packet.elements[$0].name == XMPName(.rdf, "RDF") } ?? true
        }
    }

    /// Returns the properties in an element's attributes and children.
    func fields(of index: Int) -> [XMPProperty] { attributeFields(of: index) + elementFields(of: index) }

    private func attributeFields(of index: Int) -> [XMPProperty] {
        packet.elements[index].attributes.filter(isProperty).map { XMPProperty($0.name, XMPNode(.simple($0.value))) }
    }

    private func elementFields(of index: Int) -> [XMPProperty] {
        packet.elements[index].children.map { XMPProperty(packet.elements[$0].name, node(of: $0)) }
    }

    /// Whether an attribute is a property rather than RDF or XML syntax.
    private func isProperty(_ attribute: XMPElement.Attribute) -> Bool {
        switch attribute.name.namespace {
        case XMPNamespace.xml.uri: false
        case XMPNamespace.rdf.uri: !Self.syntaxAttributes.contains(attribute.name.local)
        // Old writers omit the prefix of rdf:about.
        case "": false
        default: true
        }
    }

    /// Returns the value of a property element or of an array's item.
    func node(of index: Int) -> XMPNode {
        var node = content(of: index)
        if let language = packet.elements[index].attribute(XMPName(.xml, "lang"))?.value {
            node.qualifiers.insert(XMPProperty(XMPName(.xml, "lang"), XMPNode(.simple(language))), at: 0)
        }
        return node
    }

    private func content(of index: Int) -> XMPNode {
        let element = packet.elements[index]
        switch element.attribute(XMPName(.rdf, "parseType"))?.value {
        case "Resource": return structure(fields(of: index))
        case "Literal": return XMPNode(.simple(element.text))
        default: break
        }
        if let resource = element.attribute(XMPName(.rdf, "resource"))?.value, element.children.isEmpty {
            return XMPNode(.simple(resource), qualifiers: attributeFields(of: index))
        }
        guard let first = element.children.first else {
            let fields = attributeFields(of: index)
            return fields.isEmpty ? XMPNode(.simple(element.text)) : structure(fields)
        }
        let child = packet.elements[first]
        if child.name.namespace == XMPNamespace.rdf.uri {
            if let kind = XMPNode.ArrayKind(rawValue: child.name.local) {
                return XMPNode(.array(kind, child.children.map(node)))
            }
            if child.name.local == "Description" {
                return structure(attributeFields(of: index) + fields(of: first))
            }
        }
        // Several children, or one that is not an RDF node: fields without the enclosing element.
        return structure(fields(of: index))
    }

    /// Returns a structure, or its `rdf:value` with the other fields as qualifiers if it has one.
    private func structure(_ fields: [XMPProperty]) -> XMPNode {
        guard let index = fields.firstIndex(where: { $0.name == Self.value }) else {
            return XMPNode(.structure(fields))
        }
        var node = fields[index].value
        node.qualifiers += fields.enumerated().filter { $0.offset != index }.map(\.element)
        return node
    }

    /// The prefixes that the packet declares, by namespace; the first one counts.
    var prefixes: [String: String] {
        var prefixes: [String: String] = [:]
        for element in packet.elements {
            for (prefix, uri) in XMPDeclarations.all(in: packet.text[element.startTag]) where prefixes[uri] == nil {
                prefixes[uri] = prefix
            }
        }
        return prefixes
    }
}
