extension XMPName {
    /// Creates a name from a usual prefix and a local name: `photoshop:City`; nil if the prefix is unknown or the local
    /// name is not an XML name.
    public init?(qualified: some StringProtocol) { self.init(qualified: qualified, namespaces: []) }

    /// - Parameter namespaces: further namespaces, whose prefixes come before the usual ones.
    package init?(qualified: some StringProtocol, namespaces: [XMPNamespace]) {
        let parts = qualified.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        let prefix = String(parts[0])
        guard let namespace = namespaces.first(where: { $0.prefix == prefix }) ?? XMPPrefixes.namespace(prefix),
            Self.isXMLName(parts[1])
        else { return nil }
        self.init(namespace, String(parts[1]))
    }

    /// The prefix of the namespace: the usual one, or else the suggested one.
    package var prefix: String? { XMPPrefixes.prefix(of: namespace) ?? suggestedPrefix }

    /// The name with its namespace's usual prefix, or with the namespace in braces if it has none.
    public var qualified: String {
        prefix.map { "\($0):\(local)" } ?? "{\(namespace)}\(local)"
    }

    /// Whether a text is a valid local name (the ASCII part of XML 1.0, production 4, and everything beyond ASCII).
    package static func isXMLName(_ text: some StringProtocol) -> Bool {
        guard let first = text.unicodeScalars.first else { return false }
        func isStart(_ scalar: Unicode.Scalar) -> Bool {
            scalar.value >= 0xC0 || scalar == "_" || ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
        }
        return isStart(first)
            && text.unicodeScalars.allSatisfy { isStart($0) || $0 == "-" || $0 == "." || ("0"..."9").contains($0) }
    }
}
