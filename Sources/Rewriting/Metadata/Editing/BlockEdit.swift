/// A block after edits.
package struct BlockEdit: Sendable {
    /// The block's bytes; empty if nothing is left of it.
    package var bytes: [UInt8]
    /// The changes; empty if the bytes did not change.
    package var changes: [Change] = []
    /// Warnings for the user.
    package var warnings: [String] = []
}
