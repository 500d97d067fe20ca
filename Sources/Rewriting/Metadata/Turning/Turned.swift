/// A block of metadata after a turn.
public struct Turned: Sendable, Hashable {
    /// The block; the bytes that were given where nothing had to change.
    public var bytes: [UInt8]
    /// Each thing that was changed.
    public var changes: [Change]
    /// What could not be read or moved.
    public var warnings: [String]

    /// A block with what was changed in it.
    public init(bytes: [UInt8], changes: [Change] = [], warnings: [String] = []) {
        self.bytes = bytes
        self.changes = changes
        self.warnings = warnings
    }
}
