/// A reference decoder's error.
package struct ReferenceError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The library's message.
    package let description: String
}
