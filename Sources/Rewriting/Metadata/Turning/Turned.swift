/// A metadata block after a turn.
public struct Turned: Sendable, Hashable {
    /// The block; unchanged bytes if nothing had to change.
    public var bytes: [UInt8]
    /// The changes.
    public var changes: [Change]
    /// Warnings about what could not be read or moved.
    public var warnings: [String]
    /// Whether something that depends on the layout of the picture is kept as it was.
    public var needsOriginal = false

    /// Creates the result of a turn.
    public init(bytes: [UInt8], changes: [Change] = [], warnings: [String] = []) {
        self.bytes = bytes
        self.changes = changes
        self.warnings = warnings
    }

    /// Names a part that is kept as it was.
    mutating func keep(_ part: FixedPart, in carrier: String) {
        needsOriginal = true
        warnings.append("\(carrier): \(part.warning)")
    }
}

/// What a turn of metadata tells about itself, and about the pictures that are embedded in them.
protocol TurnRecord {
    var warnings: [String] { get set }
    var needsOriginal: Bool { get set }
}

extension Turned: TurnRecord {}
extension ExifTurnEditor: TurnRecord {}
extension XMPTurnEditor: TurnRecord {}

extension TurnRecord {
    /// Takes the warnings of an embedded picture over, and returns its bytes.
    mutating func adopt(_ inner: Turned, of what: String) -> [UInt8] {
        warnings += inner.warnings.map { "in the \(what): \($0)" }
        needsOriginal = needsOriginal || inner.needsOriginal
        return inner.bytes
    }
}
