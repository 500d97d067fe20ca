/// The name of an XML element or attribute: a namespace and a local name.
public struct XMPName: Sendable, Codable, CustomStringConvertible {
    /// The namespace's URI; empty if the name has none.
    public let namespace: String
    /// The name within the namespace.
    public let local: String
    /// The prefix to declare for a namespace that has no usual one; nil for `ns`. Names that differ only in it are equal.
    package let suggestedPrefix: String?

    /// Creates a name in a namespace.
    public init(_ namespace: XMPNamespace, _ local: String) {
        self.namespace = namespace.uri
        self.local = local
        suggestedPrefix = namespace.prefix
    }

    /// Creates a name in the namespace with the given URI.
    public init(uri: String, local: String) {
        self.namespace = uri
        self.local = local
        suggestedPrefix = nil
    }

    /// The name with its usual prefix: `tiff:Orientation`.
    public var description: String {
        guard let prefix = XMPNamespace.prefix(of: namespace) else { return "{\(namespace)}\(local)" }
        return "\(prefix):\(local)"
    }
}

extension XMPName: Hashable {
    /// Whether two names have the same namespace and local name.
    public static func == (first: XMPName, second: XMPName) -> Bool {
        first.local == second.local && first.namespace == second.namespace
    }

    /// Hashes the namespace and the local name.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(namespace)
        hasher.combine(local)
    }
}
