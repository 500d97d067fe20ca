/// The name of an element or attribute: its namespace and its local name.
package struct XMLName: Sendable, Hashable {
    /// The namespace; empty if there is none.
    package var uri: String
    /// The name within the namespace.
    package var local: String
}
