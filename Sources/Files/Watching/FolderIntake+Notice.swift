extension FolderIntake {
    /// An event that the owner of the intake should know about.
    package enum Notice: Sendable, Hashable {
        case ignored(RawPath, reason: String)
        /// Files have left the folder.
        case removed([RawPath])
        /// A file is not ready yet.
        case waiting(RawPath, FileStatus, reason: String)
        /// A file or folder could not be inspected.
        case failed(RawPath, FileError)
        /// A folder cannot be read; what is in it is not found until it can.
        case unreadable(RawPath, FileError)
        /// These folders can be read again, or are gone.
        case readable([RawPath])
        /// The rights of a folder have changed.
        case rights(RawPath)
        /// Notifications were lost; a scan follows.
        case overflow
        /// The folder is gone or cannot be opened; the intake keeps looking for it.
        case lost(FileError)
        /// The folder is watched, and all existing files have been reported.
        case watching
        /// No inotify watches are left: the folder is polled until there are.
        case polling(FileError)
        /// There are watches again: the folder is not polled any more.
        case notified
    }
}
