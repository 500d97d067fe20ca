/// A property of an XMP packet, or a field of a structure: an attribute or an element.
public struct XMPField: Sendable, Hashable {
    /// The place of a field's value.
    public enum Form: Sendable, Hashable {
        /// In an attribute: the element, and the index in its list of attributes.
        case attribute(element: Int, Int)
        /// In its own element.
        case element(Int)
    }

    /// The field's name.
    public let name: XMPName
    /// The place of the field's value.
    public let form: Form
}
