/// A change to a file, for the report.
public struct Change: Sendable, Hashable, Codable {
    /// What was changed.
    public var subject: ChangeSubject
    /// The old value, as text.
    public var from: String
    /// The new value, as text.
    public var to: String

    /// The name of what was changed, as in reports: `exif.Orientation`, `jfif.Density`, `pixels`.
    public var what: String { subject.description }

    /// Creates a change of a subject from one value to another.
    public init(_ subject: ChangeSubject, from: String, to: String) {
        self.subject = subject
        self.from = from
        self.to = to
    }
}

extension Change: CustomStringConvertible {
    /// What was changed, and both values: `exif.Orientation: 6 → 1`.
    public var description: String { "\(what): \(from) → \(to)" }
}
