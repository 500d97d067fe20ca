/// An XMP property: a name and a value.
public struct XMPProperty: Sendable, Hashable, Codable {
    /// The name.
    public var name: XMPName
    /// The value.
    public var value: XMPNode

    /// Creates a property with a value.
    public init(_ name: XMPName, _ value: XMPNode) {
        self.name = name
        self.value = value
    }
}
