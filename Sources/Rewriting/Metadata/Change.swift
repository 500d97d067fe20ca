/// One thing that was changed in a file, for the report.
public struct Change: Sendable, Hashable, Codable {
    /// What was changed.
    public var subject: ChangeSubject
    /// The value it had, as text.
    public var from: String
    /// The value it has now, as text.
    public var to: String

    /// What was changed, as reports name it: `exif.Orientation`, `jfif.Density`, `pixels`.
    public var what: String { subject.description }

    /// A change of a subject from one value to another.
    public init(_ subject: ChangeSubject, from: String, to: String) {
        self.subject = subject
        self.from = from
        self.to = to
    }
}
