public import UprightFiles

extension FolderIntake {
    /// The figures of an intake.
    public struct Figures: Sendable, Hashable {
        /// Files that have not settled yet.
        public var waiting = 0
        /// Files that have settled and were not returned yet.
        public var ready = 0
        /// How long the oldest of these files has been waiting.
        public var oldest: Duration?
        /// The folders that cannot be read.
        public var unreadable: [RawPath: FileError] = [:]
        /// The number of times that notifications were lost.
        public var overflows = 0
        /// The number of scans.
        public var scans = 0
    }
}
