package import UprightFormats

/// An XMP namespace that users declare, in a message.
package struct XMPNamespaceDeclaration: Sendable, Hashable, Codable {
    package var prefix: String
    package var uri: String

    package init(_ namespace: XMPNamespace) { (prefix, uri) = (namespace.prefix, namespace.uri) }

    package var namespace: XMPNamespace { XMPNamespace(uri: uri, prefix: prefix) }
}
