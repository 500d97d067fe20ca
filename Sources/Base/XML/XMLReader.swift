internal import CUprightExpat
internal import Glibc

/// Reads XML with expat. External entities are never read; expat stops entity expansion attacks.
package final class XMLReader {
    /// Separates the namespace from the local name. No XML name can contain it.
    private static let separator: XML_Char = 1

    private let count: Int
    private let parser: XML_Parser
    private let handler: any XMLHandler

    /// Reads a document.
    ///
    /// - Parameter encoding: the encoding, which overrides the declared one; nil for the declared one.
    /// - Returns: false if the handler stopped reading.
    /// - Throws: `XMLFailure` if the text is not valid XML, or is 2 GiB or longer. The handler has then received all
    ///   events before the error.
    package static func read(
        _ text: [UInt8], encoding: String? = nil, _ handler: any XMLHandler
    ) throws(XMLFailure) -> Bool {
        guard text.count <= Int(Int32.max), let parser = XML_ParserCreateNS(encoding, separator) else {
            throw XMLFailure(line: 0, offset: 0, reason: "2 GiB or more of text, or no memory to parse it")
        }
        defer { XML_ParserFree(parser) }
        let reader = XMLReader(count: text.count, parser: parser, handler: handler)
        return try withExtendedLifetime(reader) { () throws(XMLFailure) in try reader.read(text) }
    }

    private init(count: Int, parser: XML_Parser, handler: any XMLHandler) {
        self.count = count
        self.parser = parser
        self.handler = handler
    }

    private func read(_ text: [UInt8]) throws(XMLFailure) -> Bool {
        XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        XML_SetElementHandler(
            parser, { data, name, attributes in XMLReader.from(data)?.start(name, attributes) },
            { data, _ in XMLReader.from(data)?.end() })
        XML_SetCharacterDataHandler(parser) { data, characters, count in
            guard let reader = XMLReader.from(data), let characters else { return }
            reader.handler.characters(UnsafeRawBufferPointer(start: characters, count: Int(count)))
            reader.stopIfAsked()
        }
        XML_SetStartDoctypeDeclHandler(parser) { data, _, _, _, _ in
            guard let reader = XMLReader.from(data) else { return }
            reader.handler.documentType(at: reader.tag.lowerBound)
            reader.stopIfAsked()
        }
        let status = text.withUnsafeBytes { buffer in
            XML_Parse(parser, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(buffer.count), 1)
        }
        if handler.isStopped { return false }
        guard status == XML_STATUS_OK else {
            throw XMLFailure(
                line: Int(XML_GetCurrentLineNumber(parser)), offset: tag.lowerBound,
                reason: XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) } ?? "an unknown error")
        }
        return true
    }

    /// Returns the reader that an event is for; nil once the handler has stopped it, because expat still reports the
    /// end of an element that closes itself.
    private static func from(_ data: UnsafeMutableRawPointer?) -> XMLReader? {
        guard let reader = data.map({ Unmanaged<XMLReader>.fromOpaque($0).takeUnretainedValue() }) else { return nil }
        return reader.handler.isStopped ? nil : reader
    }

    private func stopIfAsked() {
        if handler.isStopped { XML_StopParser(parser, XML_Bool(XML_FALSE)) }
    }

    /// The range of the current event.
    private var tag: Range<Int> {
        let start = min(max(Int(XML_GetCurrentByteIndex(parser)), 0), count)
        return start..<min(start + max(Int(XML_GetCurrentByteCount(parser)), 0), count)
    }

    private func start(
        _ name: UnsafePointer<XML_Char>?, _ list: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?
    ) {
        var attributes: [(name: XMLName, value: String)] = []
        var next = list
        while let pair = next, let name = pair.pointee, let value = pair.successor().pointee {
            attributes.append((Self.name(name), String(cString: value)))
            next = pair.advanced(by: 2)
        }
        handler.began(name.map(Self.name) ?? XMLName(uri: "", local: ""), attributes, tag: tag)
        stopIfAsked()
    }

    private func end() {
        handler.ended(tag: tag)
        stopIfAsked()
    }

    private static func name(_ characters: UnsafePointer<XML_Char>) -> XMLName {
        guard let end = strchr(characters, CInt(separator)) else {
            return XMLName(uri: "", local: String(cString: characters))
        }
        let uri = UnsafeRawBufferPointer(start: characters, count: UnsafePointer(end) - characters)
        return XMLName(uri: String(decoding: uri, as: UTF8.self), local: String(cString: end + 1))
    }
}
