/// The name of an XML element or attribute: a namespace and a local name.
public struct XMPName: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The namespace's URI; empty if the name has none.
    public let namespace: String
    /// The name within the namespace.
    public let local: String

    /// Creates a name in a namespace.
    public init(_ namespace: XMPNamespace, _ local: String) {
        self.namespace = namespace.uri
        self.local = local
    }

    /// Creates a name in the namespace with the given URI.
    public init(uri: String, local: String) {
        self.namespace = uri
        self.local = local
    }

    /// The name with its usual prefix: `tiff:Orientation`.
    public var description: String {
        guard let prefix = XMPNamespace.prefix(of: namespace) else { return "{\(namespace)}\(local)" }
        return "\(prefix):\(local)"
    }
}
