extension FolderIntake {
    /// The figures of an intake.
    package struct Figures: Sendable, Hashable {
        /// Files that have not settled yet.
        package var waiting = 0
        /// Files that have settled and were not returned yet.
        package var ready = 0
        /// How long the oldest of these files has been waiting.
        package var oldest: Duration?
        /// The folders that cannot be read.
        package var unreadable: [RawPath: FileError] = [:]
        /// The number of times that notifications were lost.
        package var overflows = 0
        package var scans = 0
    }
}
