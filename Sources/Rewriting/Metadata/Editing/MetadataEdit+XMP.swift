public import UprightFormats

extension MetadataEdit {
    /// Sets an XMP property to text in the form that its schema defines: a simple value, a language alternative, or an
    /// array with one item.
    public static func xmp(_ name: XMPName, _ text: String) -> MetadataEdit { xmp(name, [text]) }

    /// Sets an XMP property to texts in the form that its schema defines: an array, or for one text a simple value or a
    /// language alternative.
    public static func xmp(_ name: XMPName, _ texts: [String]) -> MetadataEdit { xmp(name, texts, isList: false) }

    /// - Parameter isList: whether a property that is not in the schemas becomes an array, even with one text.
    static func xmp(_ name: XMPName, _ texts: [String], isList: Bool) -> MetadataEdit {
        let items = texts.map { XMPNode(.simple(name.stored($0))) }
        let language = XMPProperty(XMPName(.xml, "lang"), XMPNode(.simple("x-default")))
        let node: XMPNode
        switch (XMPForms.form(of: name), texts.count) {
        case (.alternative?, _):
            node = XMPNode(.array(.alt, items.prefix(1).map { XMPNode($0.content, qualifiers: [language]) }))
        case (.bag?, _): node = XMPNode(.array(.bag, items))
        case (.seq?, _): node = XMPNode(.array(.seq, items))
        case (nil, 1) where !isList: node = items[0]
        case (nil, _): node = XMPNode(.array(.bag, items))
        }
        return MetadataEdit(.setXMP(name, node))
    }
}
