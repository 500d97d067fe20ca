package import UprightFormats

extension XMPNamespace {
    package init(declaring prefix: String, _ uri: String) throws(MetadataValueError) {
        guard XMPName.isXMLName(prefix), !prefix.lowercased().hasPrefix("xml") || prefix.hasPrefix("xmp") else {
            throw MetadataValueError(
                "expected a prefix of letters, digits, - and _ that starts with a letter, found \"\(prefix)\"")
        }
        if let known = XMPPrefixes.namespace(prefix), known.uri != uri {
            throw MetadataValueError("\(prefix) is the prefix of \(known.uri): choose another one")
        }
        guard uri.contains(":"), !uri.unicodeScalars.contains(where: { $0.value <= 0x20 || $0 == "<" || $0 == "\"" })
        else { throw MetadataValueError("expected a URI such as https://example.org/ns/1.0/, found \"\(uri)\"") }
        self.init(uri: uri, prefix: prefix)
    }
}
