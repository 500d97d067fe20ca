internal import UprightBase

/// Reads a packet's text and records the position of each element.
final class XMPParser: XMLHandler {
    private let text: [UInt8]
    private var elements: [XMPElement] = []
    private var open: [Int] = []
    private var failure: FormatError?

    var isStopped: Bool { failure != nil }

    /// Returns the elements of a packet, in document order.
    static func elements(of text: [UInt8]) throws(FormatError) -> [XMPElement] {
        let (elements, damage) = try recovered(from: text)
        if let damage { throw damage }
        return elements
    }

    /// Returns the elements of the well-formed part of a packet, and the error that ends it; nil if the whole packet is
    /// well-formed.
    ///
    /// A property that contains the error is left out.
    static func recovered(from text: [UInt8]) throws(FormatError) -> (elements: [XMPElement], damage: FormatError?) {
        let parser = XMPParser(text: text)
        do throws(XMLFailure) {
            _ = try XMLReader.read(text, encoding: "UTF-8", parser)
        } catch {
            // Other bytes after the root element (usually NULs) are harmless.
            guard parser.open.isEmpty, !parser.elements.isEmpty else {
                let damage = FormatError.malformed(reason: error.reason, offset: error.offset)
                if parser.elements.isEmpty { throw damage }
                parser.leaveOutUnfinished()
                return (parser.elements, damage)
            }
        }
        if let failure = parser.failure { throw failure }
        return (parser.elements, nil)
    }

    private init(text: [UInt8]) { self.text = text }

    /// Removes the property that contains the error from its description.
    private func leaveOutUnfinished() {
        let structural = [XMPName(.rdf, "RDF"), XMPName(.rdf, "Description")]
        // The root (whatever its name), RDF and the description are usually incomplete too, but they stay.
        for index in open.dropFirst() where !structural.contains(elements[index].name) {
            if let parent = elements[index].parent { elements[parent].children.removeAll { $0 == index } }
            return
        }
    }

    private func stop(_ error: FormatError) { failure = failure ?? error }

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
        // The attributes come in the order of the tag, so that each matches its position.
        let places = attributes.isEmpty ? [] : XMPTagScanner.attributes(in: text, tag: tag)
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
        // A tag that closes itself is reported as an end at its own start or end.
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
