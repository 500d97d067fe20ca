/// What a reference decoder had to say where it could not read a file.
package struct ReferenceError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The library's message.
    package let description: String
}
