internal import CUprightExpat

/// Runs expat over a packet's text, and notes where each element lies.
final class XMPParser {
    /// Separates a name's namespace from its local name. No XML name can hold it.
    private static let separator: UInt8 = 1

    private let text: [UInt8]
    private let parser: XML_Parser
    private var elements: [XMPElement] = []
    private var open: [Int] = []
    private var failure: XMPError?

    /// The elements of a packet, in document order.
    static func elements(of text: [UInt8]) throws(XMPError) -> [XMPElement] {
        let (elements, damage) = try recovered(from: text)
        if let damage { throw damage }
        return elements
    }

    /// The elements that a packet has before it stops to be XML, and why it stops there; nil where it is well-formed.
    ///
    /// A property that the damage is in is left out.
    static func recovered(from text: [UInt8]) throws(XMPError) -> (elements: [XMPElement], damage: XMPError?) {
        guard let parser = XML_ParserCreateNS("UTF-8", XML_Char(separator)) else { throw .noMemory }
        defer { XML_ParserFree(parser) }
        let reader = XMPParser(text: text, parser: parser)
        return try reader.read()
    }

    private init(text: [UInt8], parser: XML_Parser) {
        self.text = text
        self.parser = parser
    }

    private func read() throws(XMPError) -> (elements: [XMPElement], damage: XMPError?) {
        XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        XML_SetElementHandler(
            parser,
            { data, name, attributes in XMPParser.from(data)?.start(name, attributes) },
            { data, _ in XMPParser.from(data)?.end() })
        XML_SetCharacterDataHandler(parser) { data, characters, count in
            XMPParser.from(data)?.characters(characters, Int(count))
        }
        XML_SetStartDoctypeDeclHandler(parser) { data, _, _, _, _ in XMPParser.from(data)?.documentType() }
        let status = text.withUnsafeBytes { buffer in
            XML_Parse(
                parser, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(clamping: buffer.count), 1)
        }
        if let failure { throw failure }
        // Junk after the root element (NULs, mostly) does not matter.
        if status == XML_STATUS_ERROR, !open.isEmpty || elements.isEmpty {
            let reason = XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) } ?? "an unknown error"
            let damage = XMPError.malformed(reason: reason, offset: position)
            if elements.isEmpty { throw damage }
            leaveOutUnfinished()
            return (elements, damage)
        }
        return (elements, nil)
    }

    /// Takes the property that was being read out of the description that holds it.
    private func leaveOutUnfinished() {
        let structural = [XMPName(.rdf, "RDF"), XMPName(.rdf, "Description")]
        // The root, whatever it is called, RDF and the description are mostly unfinished too: they stay.
        for index in open.dropFirst() where !structural.contains(elements[index].name) {
            if let parent = elements[index].parent { elements[parent].children.removeAll { $0 == index } }
            return
        }
    }

    private static func from(_ data: UnsafeMutableRawPointer?) -> XMPParser? {
        data.map { Unmanaged<XMPParser>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Where the event that expat reports begins.
    private var position: Int { min(max(Int(XML_GetCurrentByteIndex(parser)), 0), text.count) }

    /// Where the event that expat reports ends.
    private var endPosition: Int { min(position + max(Int(XML_GetCurrentByteCount(parser)), 0), text.count) }

    private func stop(_ error: XMPError) {
        failure = failure ?? error
        XML_StopParser(parser, XML_Bool(XML_FALSE))
    }

    private func documentType() { stop(.documentType(offset: position)) }

    private func start(
        _ name: UnsafePointer<XML_Char>?, _ attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?
    ) {
        guard open.count < XMPPacket.depthLimit else {
            return stop(.tooDeep(limit: XMPPacket.depthLimit, offset: position))
        }
        guard elements.count < XMPPacket.elementLimit else {
            return stop(.tooManyElements(limit: XMPPacket.elementLimit, offset: position))
        }
        let tag = position..<endPosition
        let index = elements.count
        if let parent = open.last { elements[parent].children.append(index) }
        elements.append(
            XMPElement(
                name: Self.name(name), parent: open.last, attributes: self.attributes(attributes, in: tag),
                startTag: tag, closesItself: text[tag].suffix(2).elementsEqual([0x2F, 0x3E]),
                content: tag.upperBound..<tag.upperBound, range: tag))
        open.append(index)
    }

    private func end() {
        guard let index = open.popLast() else { return }
        // A tag that closes itself is reported as an end at the place of its own start or end.
        guard !elements[index].closesItself else { return }
        let contentEnd = max(position, elements[index].startTag.upperBound)
        elements[index].content = elements[index].startTag.upperBound..<contentEnd
        elements[index].range = elements[index].startTag.lowerBound..<max(endPosition, contentEnd)
    }

    private func characters(_ characters: UnsafePointer<XML_Char>?, _ count: Int) {
        guard let index = open.last, let characters else { return }
        let bytes = UnsafeRawBufferPointer(start: characters, count: count)
        elements[index].text += String(decoding: bytes, as: UTF8.self)
    }

    private static func name(_ characters: UnsafePointer<XML_Char>?) -> XMPName {
        guard let characters else { return XMPName(uri: "", local: "") }
        let parts = String(cString: characters).split(separator: Character("\u{1}"), maxSplits: 1)
        guard parts.count == 2 else { return XMPName(uri: "", local: parts.first.map(String.init) ?? "") }
        return XMPName(uri: String(parts[0]), local: String(parts[1]))
    }

    /// Pairs the attributes that expat names with their places in the tag. Both lists have the tag's order; expat's
    /// leaves namespace declarations out.
    private func attributes(
        _ list: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?, in tag: Range<Int>
    ) -> [XMPElement.Attribute] {
        guard var next = list else { return [] }
        var attributes: [XMPElement.Attribute] = []
        for place in XMPTagScanner.attributes(in: text, tag: tag) {
            guard let name = next.pointee, let value = next.successor().pointee else { break }
            attributes.append(
                XMPElement.Attribute(
                    name: Self.name(name), value: String(cString: value), valueRange: place.value, range: place.whole))
            next = next.advanced(by: 2)
        }
        return attributes
    }
}
