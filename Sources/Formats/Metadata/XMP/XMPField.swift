/// A property of an XMP packet, or a field of a structure: an attribute or an element.
public struct XMPField: Sendable, Hashable {
    /// Where a field's value stands.
    public enum Form: Sendable, Hashable {
        /// In an attribute: the element and the place in its list.
        case attribute(element: Int, Int)
        /// In an element of its own.
        case element(Int)
    }

    /// The field's name.
    public let name: XMPName
    /// Where its value stands.
    public let form: Form
}
