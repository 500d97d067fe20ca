/// The loops that requantize a plane. All give the same result.
package enum RequantizingLoops: Sendable {
    /// Those for this processor.
    case fastest
    /// Those for any processor.
    case portable
    /// Those in Swift.
    case reference
}
