internal import UprightBase

/// Passes the elements of a document to a handler, with their attributes and text; names include the namespace URI.
enum XMLEvents {
    /// An element at its start or end.
    struct Element {
        /// `URI local`, or only the local name if there is no namespace.
        var name: String
        var attributes: [String: String]
        /// The text directly inside.
        var text: String
        /// The local name, without its namespace.
        var localName: Substring { name.split(separator: " ").last ?? "" }
    }

    /// Receives the elements of a document.
    protocol Handler: AnyObject {
        func began(_ element: Element)
        func ended(_ element: Element)
    }

    private final class Elements: XMLHandler {
        /// The deepest nesting: a file with more is not a track or a sidecar.
        static let deepest = 256
        /// The maximum length of an element's text in bytes; longer text has no meaning in a track or sidecar.
        static let longestText = 4096

        let handler: any Handler
        var open: [Element] = []
        var isStopped = false
        /// The offset of the element at which reading stopped.
        var end = 0

        init(_ handler: any Handler) { self.handler = handler }

        private static func text(_ name: XMLName) -> String {
            name.uri.isEmpty ? name.local : name.uri + " " + name.local
        }

        func began(_ name: XMLName, _ attributes: [(name: XMLName, value: String)], tag: Range<Int>) {
            let pairs = attributes.map { (Self.text($0.name), $0.value) }
            open.append(
                Element(
                    name: Self.text(name), attributes: Dictionary(pairs, uniquingKeysWith: { $1 }), text: ""))
            isStopped = open.count > Self.deepest
            if isStopped { end = tag.lowerBound }
            if !isStopped { handler.began(open[open.count - 1]) }
        }

        func ended(tag: Range<Int>) {
            if let element = open.popLast() { handler.ended(element) }
        }

        func characters(_ bytes: UnsafeRawBufferPointer) {
            guard !open.isEmpty, open[open.count - 1].text.utf8.count < Self.longestText else { return }
            open[open.count - 1].text += String(decoding: bytes, as: UTF8.self)
        }

        func documentType(at offset: Int) {}
    }

    /// Parses a document.
    static func parse(_ bytes: [UInt8], _ handler: any Handler) throws(XMLFailure) {
        let elements = Elements(handler)
        guard try XMLReader.read(bytes, elements) else {
            throw XMLFailure(
                line: 1 + bytes[..<elements.end].count { $0 == UInt8(ascii: "\n") }, offset: elements.end,
                reason: "elements nested more than \(Elements.deepest) deep")
        }
    }
}
