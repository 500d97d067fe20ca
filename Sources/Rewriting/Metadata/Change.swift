/// One thing that was changed in a file, for the report.
public struct Change: Sendable, Hashable, Codable {
    /// What was changed, named as `carrier.tag`: `exif.Orientation`, `jfif.Density`, `pixels`.
    public var what: String
    /// The value it had, as text.
    public var from: String
    /// The value it has now, as text.
    public var to: String

    /// A change of `what` from one value to another.
    public init(_ what: String, from: String, to: String) {
        self.what = what
        self.from = from
        self.to = to
    }
}
