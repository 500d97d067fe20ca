internal import UprightXML

/// Reads a packet's text, and notes where each element lies.
final class XMPParser: XMLHandler {
    private let text: [UInt8]
    private var elements: [XMPElement] = []
    private var open: [Int] = []
    private var failure: XMPError?

    var isStopped: Bool { failure != nil }

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
        let parser = XMPParser(text: text)
        do throws(XMLFailure) {
            _ = try XMLReader.read(text, encoding: "UTF-8", parser)
        } catch {
            // Junk after the root element (NULs, mostly) does not matter.
            guard parser.open.isEmpty, !parser.elements.isEmpty else {
                let damage = XMPError.malformed(reason: error.reason, offset: error.offset)
                if parser.elements.isEmpty { throw damage }
                parser.leaveOutUnfinished()
                return (parser.elements, damage)
            }
        }
        if let failure = parser.failure { throw failure }
        return (parser.elements, nil)
    }

    private init(text: [UInt8]) { self.text = text }

    /// Takes the property that was being read out of the description that holds it.
    private func leaveOutUnfinished() {
        let structural = [XMPName(.rdf, "RDF"), XMPName(.rdf, "Description")]
        // The root, whatever it is called, RDF and the description are mostly unfinished too: they stay.
        for index in open.dropFirst() where !structural.contains(elements[index].name) {
            if let parent = elements[index].parent { elements[parent].children.removeAll { $0 == index } }
            return
        }
    }

    private func stop(_ error: XMPError) { failure = failure ?? error }

    func documentType(at offset: Int) { stop(.documentType(offset: offset)) }

    func began(_ name: XMLName, _ attributes: [(name: XMLName, value: String)], tag: Range<Int>) {
        guard open.count < XMPPacket.depthLimit else {
            return stop(.tooDeep(limit: XMPPacket.depthLimit, offset: tag.lowerBound))
        }
        guard elements.count < XMPPacket.elementLimit else {
            return stop(.tooManyElements(limit: XMPPacket.elementLimit, offset: tag.lowerBound))
        }
        let index = elements.count
        if let parent = open.last { elements[parent].children.append(index) }
        // Attributes are told in the tag's order, so that each goes with its place.
        let places = XMPTagScanner.attributes(in: text, tag: tag)
        elements.append(
            XMPElement(
                name: XMPName(name), parent: open.last,
                attributes: zip(places, attributes).map { place, attribute in
                    XMPElement.Attribute(
                        name: XMPName(attribute.name), value: attribute.value, valueRange: place.value,
                        range: place.whole)
                },
                startTag: tag, closesItself: text[tag].suffix(2).elementsEqual([0x2F, 0x3E]),
                content: tag.upperBound..<tag.upperBound, range: tag))
        open.append(index)
    }

    func ended(tag: Range<Int>) {
        guard let index = open.popLast() else { return }
        // A tag that closes itself is reported as an end at the place of its own start or end.
        guard !elements[index].closesItself else { return }
        let contentEnd = max(tag.lowerBound, elements[index].startTag.upperBound)
        elements[index].content = elements[index].startTag.upperBound..<contentEnd
        elements[index].range = elements[index].startTag.lowerBound..<max(tag.upperBound, contentEnd)
    }

    func characters(_ bytes: UnsafeRawBufferPointer) {
        guard let index = open.last else { return }
        elements[index].text += String(decoding: bytes, as: UTF8.self)
    }
}

extension XMPName {
    fileprivate init(_ name: XMLName) { self.init(uri: name.uri, local: name.local) }
}
