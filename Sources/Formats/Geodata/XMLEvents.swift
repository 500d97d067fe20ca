internal import UprightXML

/// Hands out the elements of a document with their attributes and text; namespaces are told apart by their URI.
enum XMLEvents {
    /// An element that begins or has ended.
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

    /// Receives the elements of a document.
    protocol Handler: AnyObject {
        func began(_ element: Element)
        func ended(_ element: Element)
    }

    private final class Elements: XMLHandler {
        /// A file that nests deeper than this is no track and no sidecar.
        static let deepest = 256
        /// The most bytes of text that an element of a track or sidecar means something with.
        static let longestText = 4096

        let handler: any Handler
        var open: [Element] = []
        var isStopped = false

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
    static func parse(_ bytes: [UInt8], _ handler: any Handler) throws(Failure) {
        do throws(XMLFailure) {
            guard try XMLReader.read(bytes, Elements(handler)) else {
                throw XMLFailure(line: 0, offset: 0, reason: "elements more than \(Elements.deepest) deep")
            }
        } catch {
            throw Failure(line: error.line, reason: error.reason)
        }
    }
}
