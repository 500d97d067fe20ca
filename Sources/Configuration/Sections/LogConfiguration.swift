/// What is logged to standard error and how.
public struct LogConfiguration: Sendable, Hashable {
    /// The least that is logged.
    public enum Level: String, Sendable, Hashable, CaseIterable {
        /// Every decision, ignored files too.
        case debug
        /// Every file that is worked on.
        case info
        /// What works but should be looked at.
        case warning
        /// What failed.
        case error
    }

    /// The form of a line.
    public enum Format: String, Sendable, Hashable, CaseIterable {
        /// A line for people; under systemd with the priority prefix that the journal understands.
        case text
        /// One JSON object a line.
        case json
    }

    /// The least that is logged (`log.level`). Default: `info`.
    public var level = Level.info
    /// The form of a line (`log.format`). Default: `text`.
    public var format = Format.text

    /// The defaults.
    public init() {}
}
