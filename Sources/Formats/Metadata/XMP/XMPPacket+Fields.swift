extension XMPPacket {
    private static let description = XMPName(.rdf, "Description")

    /// The properties of all `rdf:Description` elements, as attributes and as elements, in document order.
    public var properties: [XMPField] {
        elements.indices.filter { elements[$0].name == Self.description && isTopLevel($0) }.flatMap(ownFields)
    }

    /// Returns the properties with the given name.
    public func properties(_ name: XMPName) -> [XMPField] { properties.filter { $0.name == name } }

    /// Returns the fields of a structure in any form: attributes of the element, child elements, or an inner
    /// `rdf:Description`.
    public func fields(of field: XMPField) -> [XMPField] {
        guard case .element(let index) = field.form else { return [] }
        let nodes = elements[index].children.filter { elements[$0].name == Self.description }
        return ownFields(of: index).filter { $0.name != Self.description } + nodes.flatMap(ownFields)
    }

    /// Returns the fields of a structure with the given name.
    public func fields(_ name: XMPName, of field: XMPField) -> [XMPField] {
        fields(of: field).filter { $0.name == name }
    }

    /// Returns the items of an array (`rdf:Bag`, `rdf:Seq`, `rdf:Alt`); empty for other fields.
    public func items(of field: XMPField) -> [XMPField] {
        guard case .element(let index) = field.form else { return [] }
        let arrays = elements[index].children.filter {
            elements[$0].name.namespace == XMPNamespace.rdf.uri
                && ["Bag", "Seq", "Alt"].contains(elements[$0].name.local)
        }
        let item = XMPName(.rdf, "li")
        return arrays.flatMap { elements[$0].children }.filter { elements[$0].name == item }.map {
            XMPField(name: item, form: .element($0))
        }
    }

    /// Returns the text of a simple value: that of an attribute, of an element, or of the `rdf:value` in it.
    public func value(of field: XMPField) -> String? { simple(field)?.value }

    /// Returns the text of a simple value without the white space around it.
    public func trimmedValue(of field: XMPField) -> String? {
        value(of: field).map { value in
            let bytes = Array(value.utf8)
            let start = bytes.firstIndex { !XMPTagScanner.isSpace($0) } ?? bytes.count
            let end = bytes.lastIndex { !XMPTagScanner.isSpace($0) } ?? start - 1
            return start <= end ? String(decoding: bytes[start...end], as: UTF8.self) : ""
        }
    }

    /// Returns the range of a simple value in the packet's text, and whether it is in quotes.
    package func location(of field: XMPField) -> (range: Range<Int>, isAttribute: Bool)? {
        simple(field).map { ($0.range, $0.isAttribute) }
    }

    private func simple(_ field: XMPField) -> (value: String, range: Range<Int>, isAttribute: Bool)? {
        switch field.form {
        case .attribute(let element, let index):
            let attribute = elements[element].attributes[index]
            return (attribute.value, attribute.valueRange, true)
        case .element(let index):
            let element = elements[index]
            if element.children.isEmpty {
                let value = XMPName(.rdf, "value")
                if let attribute = element.attribute(value) { return (attribute.value, attribute.valueRange, true) }
                return element.closesItself ? nil : (element.text, element.content, false)
            }
            let value = XMPName(.rdf, "value")
            return fields(of: field).first { $0.name == value }.flatMap(simple)
        }
    }

    /// Returns the attributes and children of an element, except for RDF's and XML's own attributes.
    private func ownFields(of index: Int) -> [XMPField] {
        let element = elements[index]
        let reserved = [XMPNamespace.rdf.uri, XMPNamespace.xml.uri, ""]
        let value = XMPName(.rdf, "value")
        let attributes = element.attributes.indices.filter {
            !reserved.contains(element.attributes[$0].name.namespace) || element.attributes[$0].name == value
        }.map { XMPField(name: element.attributes[$0].name, form: .attribute(element: index, $0)) }
        return attributes + element.children.map { XMPField(name: elements[$0].name, form: .element($0)) }
    }

    private func isTopLevel(_ index: Int) -> Bool {
        elements[index].parent.map { elements[$0].name == XMPName(.rdf, "RDF") } ?? true
    }
}
