/// The name of an element or attribute: its namespace and what it is called there.
package struct XMLName: Sendable, Hashable {
    /// The namespace; empty where there is none.
    package var uri: String
    /// The name within the namespace.
    package var local: String
}
