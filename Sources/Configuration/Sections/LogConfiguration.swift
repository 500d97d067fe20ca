/// What is logged to standard error, and in what format.
package struct LogConfiguration: Sendable, Hashable {
    /// The least severe level that is logged.
    package enum Level: String, Sendable, Hashable, CaseIterable {
        /// Every decision, including ignored files.
        case debug
        /// Every processed file.
        case info
        /// Conditions that need attention although the work continues.
        case warning
        /// Failures.
        case error
    }

    /// The format of a line.
    package enum Format: String, Sendable, Hashable, CaseIterable {
        /// Plain text; under systemd with the priority prefix that its journal understands.
        case text
        /// One JSON object per line.
        case json
    }

    /// The least severe level that is logged (`log.level`). Default: `info`.
    package var level = Level.info
    /// The format of a line (`log.format`). Default: `text`.
    package var format = Format.text

    package init() {}
}
