internal import UprightFormats

/// Writes values as RDF: one element per property, with declarations of the namespaces that it needs.
struct XMPSerialization {
    /// The prefixes that are declared where the text goes, by namespace.
    let declared: [String: String]
    /// The prefix of RDF there.
    let rdf: String

    /// Returns the element of a property, indented by `indent` spaces, without a line break before or after.
    func element(_ name: XMPName, _ node: XMPNode, indent: Int) -> String {
        var serializer = self.used(name, node)
        return serializer.text(name, node, indent: indent)
    }

    private func used(_ name: XMPName, _ node: XMPNode) -> Writer {
        var names: [XMPName] = []
        func collect(_ name: XMPName) {
            let uri = name.namespace
            if uri != XMPNamespace.xml.uri, uri != XMPNamespace.rdf.uri, !names.contains(where: { $0.namespace == uri })
            {
                names.append(name)
            }
        }
        func visit(_ node: XMPNode) {
            for qualifier in node.qualifiers {
                collect(qualifier.name)
                visit(qualifier.value)
            }
            switch node.content {
            case .simple: break
            case .structure(let fields):
                for field in fields {
                    collect(field.name)
                    visit(field.value)
                }
            case .array(_, let items): items.forEach(visit)
            }
        }
        collect(name)
        visit(node)
        var prefixes = declared
        var declarations = ""
        var taken = Set(declared.values)
        for name in names where prefixes[name.namespace] == nil || prefixes[name.namespace] == "" {
            let uri = name.namespace
            let usual = name.prefix ?? "ns"
            var prefix = usual
            var number = 1
            while taken.contains(prefix) {
                number += 1
                prefix = usual + String(number)
            }
            taken.insert(prefix)
            prefixes[uri] = prefix
            declarations += " xmlns:\(prefix)=\"\(Self.escaped(uri))\""
        }
        return Writer(prefixes: prefixes, rdf: rdf, declarations: declarations)
    }

    private static func escaped(_ text: String) -> String { String(decoding: XMPEdit.escaped(text), as: UTF8.self) }

    private struct Writer {
        let prefixes: [String: String]
        let rdf: String
        /// Declarations for the outermost element; empty after they are written.
        var declarations: String

        private func tag(_ name: XMPName) -> String {
            switch name.namespace {
            case XMPNamespace.rdf.uri: "\(rdf):\(name.local)"
            case XMPNamespace.xml.uri: "xml:\(name.local)"
            default: prefixes[name.namespace].map { "\($0):\(name.local)" } ?? name.local
            }
        }

        mutating func text(_ name: XMPName, _ node: XMPNode, indent: Int) -> String {
            let space = String(repeating: " ", count: indent)
            var attributes = declarations
            declarations = ""
            let language = node.qualifiers.first { $0.name == XMPName(.xml, "lang") }?.value.text
            if let language { attributes += " xml:lang=\"\(XMPSerialization.escaped(language))\"" }
            let others = node.qualifiers.filter { $0.name.namespace != XMPNamespace.xml.uri }
            let tag = tag(name)
            if !others.isEmpty {
                // A value with qualifiers becomes a resource with the value in rdf:value.
                var inner = text(XMPName(.rdf, "value"), XMPNode(node.content), indent: indent + 1) + "\n"
                for qualifier in others { inner += text(qualifier.name, qualifier.value, indent: indent + 1) + "\n" }
                return "\(space)<\(tag)\(attributes) \(rdf):parseType=\"Resource\">\n\(inner)\(space)</\(tag)>"
            }
            switch node.content {
            case .simple(let text):
                return "\(space)<\(tag)\(attributes)>\(XMPSerialization.escaped(text))</\(tag)>"
            case .structure(let fields)
            where name.namespace == XMPNamespace.container.uri && fields.allSatisfy(\.isPlain):
                // Readers of containers look for attributes alone (Ultra HDR image format 1.0).
                for field in fields {
                    attributes += " \(self.tag(field.name))=\"\(XMPSerialization.escaped(field.value.text ?? ""))\""
                }
                return "\(space)<\(tag)\(attributes)/>"
            case .structure(let fields):
                var inner = ""
                for field in fields { inner += text(field.name, field.value, indent: indent + 1) + "\n" }
                return "\(space)<\(tag)\(attributes) \(rdf):parseType=\"Resource\">\n\(inner)\(space)</\(tag)>"
            case .array(let kind, let items):
                var inner = "\(space) <\(rdf):\(kind.rawValue)>\n"
                for item in items { inner += text(XMPName(.rdf, "li"), item, indent: indent + 2) + "\n" }
                inner += "\(space) </\(rdf):\(kind.rawValue)>\n"
                return "\(space)<\(tag)\(attributes)>\n\(inner)\(space)</\(tag)>"
            }
        }
    }
}

extension XMPProperty {
    /// Whether the value is a text alone.
    fileprivate var isPlain: Bool { value.text != nil && value.qualifiers.isEmpty }
}
