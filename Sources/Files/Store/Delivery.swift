/// A delivery that must be durable before its record is written.
package enum Delivery: Sendable {
    /// A new file: it is synced and renamed, and its folder is synced.
    case publish(AtomicFile, as: [UInt8], replacing: Bool)
    /// A file that already exists under its name, from an unknown writer: it and its folder are synced.
    case confirm(OpenFile, in: OpenFolder)
    /// No file: only the record is written.
    case none

    /// Why a delivery failed.
    package enum Failure: Error, Sendable, Hashable {
        /// A file with that name already exists, or the one that was to be replaced has changed. The written files are hidden, and
        /// can be delivered under other names.
        case exists(RawPath)
        /// A file-system call failed. The written file is discarded, and must be made again from the source.
        case file(FileError)
        /// The record could not be written, for this reason. The file exists.
        case record(String)
    }
}
