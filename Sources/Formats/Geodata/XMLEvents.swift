internal import CUprightExpat

/// Reads XML and hands out elements with their path of local names; namespaces are told apart by their URI.
struct XMLEvents {
    /// An element that has ended.
    struct Element {
        /// `URI local`, or the local name alone where there is no namespace.
        var name: String
        var attributes: [String: String]
        /// The text directly inside.
        var text: String
        /// The local name, without its namespace.
        var localName: Substring { name.split(separator: " ").last ?? "" }
    }

    /// What is wrong with a document.
    struct Failure: Error {
        var line: Int
        var reason: String
    }

    /// Receives the events of a document.
    protocol Handler: AnyObject {
        func began(_ element: Element)
        func ended(_ element: Element)
    }

    private final class State {
        let handler: any Handler
        var open: [Element] = []
        /// A file that nests deeper than this is no track and no sidecar.
        let deepest = 256
        var parser: XML_Parser?

        init(_ handler: any Handler) { self.handler = handler }
    }

    /// Parses a document. Entities from outside are never read; expat stops those that would blow up.
    static func parse(_ bytes: [UInt8], _ handler: any Handler) throws(Failure) {
        guard bytes.count <= Int(Int32.max), let parser = XML_ParserCreateNS(nil, CChar(UInt8(ascii: " "))) else {
            throw Failure(line: 0, reason: "the file is too large")
        }
        defer { XML_ParserFree(parser) }
        let state = State(handler)
        state.parser = parser
        XML_SetUserData(parser, Unmanaged.passUnretained(state).toOpaque())
        XML_SetElementHandler(
            parser,
            { data, name, attributes in
                guard let data, let name else { return }
                let state = Unmanaged<State>.fromOpaque(data).takeUnretainedValue()
                var element = Element(name: String(cString: name), attributes: [:], text: "")
                var at = 0
                while let attributes, let key = attributes[at], let value = attributes[at + 1] {
                    element.attributes[String(cString: key)] = String(cString: value)
                    at += 2
                }
                state.open.append(element)
                if state.open.count > state.deepest {
                    XML_StopParser(state.parser, XML_Bool(XML_FALSE))
                } else {
                    state.handler.began(element)
                }
            },
            { data, _ in
                guard let data else { return }
                let state = Unmanaged<State>.fromOpaque(data).takeUnretainedValue()
                if let element = state.open.popLast() { state.handler.ended(element) }
            })
        XML_SetCharacterDataHandler(
            parser,
            { data, text, count in
                guard let data, let text, count > 0 else { return }
                let state = Unmanaged<State>.fromOpaque(data).takeUnretainedValue()
                guard !state.open.isEmpty, state.open[state.open.count - 1].text.utf8.count < 4096 else { return }
                let bytes = UnsafeBufferPointer(start: text, count: Int(count)).map { UInt8(bitPattern: $0) }
                state.open[state.open.count - 1].text += String(decoding: bytes, as: UTF8.self)
            })
        let status = bytes.withUnsafeBufferPointer { buffer in
            buffer.withMemoryRebound(to: CChar.self) { XML_Parse(parser, $0.baseAddress, Int32($0.count), 1) }
        }
        guard status == XML_STATUS_OK else {
            let code = XML_GetErrorCode(parser)
            throw Failure(
                line: Int(XML_GetCurrentLineNumber(parser)),
                reason: XML_ErrorString(code).map { String(cString: $0) } ?? "not XML")
        }
        withExtendedLifetime(state) {}
    }
}
