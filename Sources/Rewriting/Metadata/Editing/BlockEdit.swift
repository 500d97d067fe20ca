/// A block after edits.
package struct BlockEdit: Sendable {
    /// The block's bytes; empty where nothing is left of it.
    package var bytes: [UInt8]
    /// Each thing that was changed; empty where the bytes are as they were.
    package var changes: [Change] = []
    /// What the user should know.
    package var warnings: [String] = []
}
