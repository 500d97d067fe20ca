internal import UprightFormats

/// Edits an XMP packet by replacing ranges of its text: everything else stays byte for byte, and the packet's padding
/// absorbs added text.
struct XMPEditing {
    private(set) var packet: XMPPacket
    private(set) var changes: [Change] = []

    init(_ packet: XMPPacket) { self.packet = packet }

    /// A packet without properties, with padding for later edits in place (XMP part 1, 7.3.2).
    static let emptyPacket = packet(attributes: "")

    /// Returns a packet with attributes of the description, each after a space.
    static func packet(attributes: String) -> [UInt8] {
        let line = String(repeating: " ", count: 99) + "\n"
        return Array(
            """
            <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
            <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="upright">
             <rdf:RDF xmlns:rdf="\(XMPNamespace.rdf.uri)">
              <rdf:Description rdf:about=""\(attributes)>
              </rdf:Description>
             </rdf:RDF>
            </x:xmpmeta>
            \(String(repeating: line, count: 20))<?xpacket end="w"?>
            """.utf8)
    }

    /// The property's value; nil if the packet does not have it.
    subscript(name: XMPName) -> XMPNode? { XMPMetadata(packet)[name] }

    private mutating func replace(_ edits: [XMPEdit]) throws(MetadataEditError) {
        do throws(FormatError) {
            packet = try XMPPacket(parsing: packet.applying(edits))
        } catch {
            throw .damaged(block: "XMP", reason: "\(error)")
        }
    }

    func text(of node: XMPNode?) -> String {
        guard let node else { return "" }
        if let text = node.text { return text }
        switch node.content {
        case .simple(let text): return text
        case .array(_, let items): return items.map { text(of: $0) }.joined(separator: "; ")
        case .structure(let fields):
            return fields.map { "\($0.name.local)=\(text(of: $0.value))" }.joined(separator: ", ")
        }
    }

    /// Sets a property to a value.
    mutating func set(_ name: XMPName, _ node: XMPNode) throws(MetadataEditError) {
        let old = XMPMetadata(packet)[name]
        guard old != node else { return }
        let fields = packet.properties(name)
        if let field = fields.first, fields.count == 1, try setInPlace(field, from: old, to: node) {
            changes.append(Change(.xmp(name.qualified), from: text(of: old), to: text(of: node)))
            return
        }
        if !fields.isEmpty { try removeFields(fields) }
        try insert(name, node)
        changes.append(Change(.xmp(name.qualified), from: text(of: old), to: text(of: node)))
    }

    /// Sets a property to a simple value, written as an attribute of the first description, with its namespace declared
    /// there.
    mutating func setAttribute(_ name: XMPName, _ text: String) throws(MetadataEditError) {
        let old = XMPMetadata(packet)[name]
        let fields = packet.properties(name)
        if fields.count == 1, case .attribute = fields[0].form { return try set(name, XMPNode(.simple(text))) }
        if !fields.isEmpty { try removeFields(fields) }
        if XMPReading(packet: packet).descriptions.isEmpty { try insertDescription() }
        guard let index = XMPReading(packet: packet).descriptions.first else { return }
        let description = packet.elements[index]
        let own = XMPDeclarations.all(in: packet.text[description.startTag])
        var added = ""
        var prefix = own.first { $0.uri == name.namespace && !$0.prefix.isEmpty }?.prefix
        if prefix == nil {
            let usual = name.prefix ?? "ns"
            var number = 1
            var free = usual
            while own.contains(where: { $0.prefix == free }) {
                number += 1
                free = usual + String(number)
            }
            added = " xmlns:\(free)=\"\(String(decoding: XMPEdit.escaped(name.namespace), as: UTF8.self))\""
            prefix = free
        }
        let value = String(decoding: XMPEdit.escaped(text), as: UTF8.self)
        added += " \(prefix ?? "ns"):\(name.local)=\"\(value)\""
        var end = description.startTag.upperBound - (description.closesItself ? 2 : 1)
        while XMPTagScanner.isSpace(packet.text[end - 1]) { end -= 1 }
        try replace([XMPEdit(range: end..<end, text: Array(added.utf8))])
        if old != XMPNode(.simple(text)) {
            changes.append(Change(.xmp(name.qualified), from: self.text(of: old), to: text))
        }
    }

    /// Replaces only the text of a simple value or of the default language.
    private mutating func setInPlace(
        _ field: XMPField, from old: XMPNode?, to node: XMPNode
    ) throws(MetadataEditError) -> Bool {
        switch (old?.content, node.content) {
        case (.simple?, .simple(let text)):
            guard old?.qualifiers == node.qualifiers, let edit = packet.edit(field, to: text, keepsSpace: false) else {
                return false
            }
            try replace([edit])
            return true
        case (.array(.alt, let items)?, .array(.alt, let new)):
            guard new.count == 1, let text = new[0].text, new[0].language == "x-default",
                let index = items.firstIndex(where: { $0.language == "x-default" }),
                index < packet.items(of: field).count,
                let edit = packet.edit(packet.items(of: field)[index], to: text, keepsSpace: false)
            else { return false }
            try replace([edit])
            return true
        default: return false
        }
    }

    /// Removes a property if it is present.
    mutating func remove(_ name: XMPName) throws(MetadataEditError) {
        let fields = packet.properties(name)
        guard !fields.isEmpty else { return }
        changes.append(Change(.xmp(name.qualified), from: text(of: XMPMetadata(packet)[name]), to: ""))
        try removeFields(fields)
    }

    /// Removes the white space after the root element.
    mutating func removePadding() throws(MetadataEditError) {
        guard let root = packet.elements.first?.range.upperBound else { return }
        var end = root
        while end < packet.text.count, XMPTagScanner.isSpace(packet.text[end]) { end += 1 }
        guard end - root > 1 else { return }
        // Without the padding to absorb it, the edit makes the packet shorter.
        try replaceText(Array(packet.text[..<root]) + [0x0A] + packet.text[end...])
    }

    /// Takes a property from another packet, which does not count as a change.
    mutating func adopt(_ name: XMPName, _ node: XMPNode) throws(MetadataEditError) {
        let kept = changes
        try set(name, node)
        changes = kept
    }

    /// Removes a property that another packet has taken, which does not count as a change.
    mutating func giveAway(_ name: XMPName) throws(MetadataEditError) {
        let kept = changes
        try remove(name)
        changes = kept
    }

    private mutating func replaceText(_ text: [UInt8]) throws(MetadataEditError) {
        self = try Self.parsing(packet.encoding.encoded(text), changes: changes)
    }

    /// Returns an editing of a packet's bytes.
    static func parsing(_ bytes: [UInt8], changes: [Change] = []) throws(MetadataEditError) -> XMPEditing {
        do throws(FormatError) {
            var editing = XMPEditing(try XMPPacket(parsing: bytes))
            editing.changes = changes
            return editing
        } catch {
            throw .damaged(block: "XMP", reason: "\(error)")
        }
    }

    /// Removes attributes and elements with the white space before them.
    private mutating func removeFields(_ fields: [XMPField]) throws(MetadataEditError) {
        var edits: [XMPEdit] = []
        for field in fields {
            var range: Range<Int>
            switch field.form {
            case .attribute(let element, let index): range = packet.elements[element].attributes[index].range
            case .element(let index): range = packet.elements[index].range
            }
            while range.lowerBound > 0, XMPTagScanner.isSpace(packet.text[range.lowerBound - 1]) {
                range = range.lowerBound - 1..<range.upperBound
            }
            edits.append(XMPEdit(range: range, text: []))
        }
        try replace(edits)
    }

    /// Inserts a property at the end of the first description.
    private mutating func insert(_ name: XMPName, _ node: XMPNode) throws(MetadataEditError) {
        let reading = XMPReading(packet: packet)
        guard let index = reading.descriptions.first else {
            try insertDescription()
            return try insert(name, node)
        }
        let description = packet.elements[index]
        var declared: [String: String] = [:]
        var scope: Int? = index
        var hidden: Set<String> = []
        while let element = scope {
            for (prefix, uri) in XMPDeclarations.all(in: packet.text[packet.elements[element].startTag])
            where hidden.insert(prefix).inserted && !prefix.isEmpty {
                declared[uri] = declared[uri] ?? prefix
            }
            scope = packet.elements[element].parent
        }
        guard let rdf = declared[XMPNamespace.rdf.uri] else {
            throw .damaged(block: "XMP", reason: "the RDF namespace has no prefix")
        }
        let indent = indentation(of: description) + 1
        let text = XMPSerialization(declared: declared, rdf: rdf).element(name, node, indent: indent)
        let closing = String(repeating: " ", count: indent - 1)
        if description.closesItself {
            let tag = qualifiedName(of: description)
            let slash = description.startTag.upperBound - 2..<description.startTag.upperBound
            try replace([XMPEdit(range: slash, text: Array(">\n\(text)\n\(closing)</\(tag)>".utf8))])
        } else {
            var end = description.content.upperBound
            while end > description.content.lowerBound, XMPTagScanner.isSpace(packet.text[end - 1]) { end -= 1 }
            try replace([XMPEdit(range: end..<end, text: Array("\n\(text)".utf8))])
        }
    }

    private mutating func insertDescription() throws(MetadataEditError) {
        guard let rdf = packet.elements.first(where: { $0.name == XMPName(.rdf, "RDF") }) else {
            throw .damaged(block: "XMP", reason: "it has no rdf:RDF element")
        }
        let tag = qualifiedName(of: rdf)
        let prefix = tag.split(separator: ":").count == 2 ? "\(tag.split(separator: ":")[0]):" : ""
        let description = "<\(prefix)Description \(prefix.isEmpty ? "about" : "\(prefix)about")=\"\"/>"
        if rdf.closesItself {
            let slash = rdf.startTag.upperBound - 2..<rdf.startTag.upperBound
            try replace([XMPEdit(range: slash, text: Array(">\n  \(description)\n </\(tag)>".utf8))])
        } else {
            let end = rdf.content.upperBound
            try replace([XMPEdit(range: end..<end, text: Array("\(description)\n".utf8))])
        }
        if XMPReading(packet: packet).descriptions.isEmpty {
            throw .damaged(block: "XMP", reason: "no rdf:Description can be added to its rdf:RDF")
        }
    }

    /// Returns the name of an element as written, with its prefix.
    private func qualifiedName(of element: XMPElement) -> String {
        let name = packet.text[element.startTag].dropFirst().prefix {
            !XMPTagScanner.isSpace($0) && $0 != 0x3E && $0 != 0x2F
        }
        return String(decoding: name, as: UTF8.self)
    }

    /// Returns the number of spaces before an element on its line.
    private func indentation(of element: XMPElement) -> Int {
        var count = 0
        var position = element.startTag.lowerBound
        while position > 0, packet.text[position - 1] == 0x20, count < 40 {
            position -= 1
            count += 1
        }
        return count
    }
}
