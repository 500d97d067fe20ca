package import UprightFormats

/// An XMP namespace that users declare, in a message.
package struct XMPNamespaceDeclaration: Sendable, Hashable, Codable {
    /// The prefix.
    package var prefix: String
    /// The URI.
    package var uri: String

    package init(_ namespace: XMPNamespace) { (prefix, uri) = (namespace.prefix, namespace.uri) }

    /// The namespace.
    package var namespace: XMPNamespace { XMPNamespace(uri: uri, prefix: prefix) }
}
