/// What has to be durable before a record of it may be written.
public enum Delivery: Sendable {
    /// A new file: synced, named, its folder synced.
    case publish(AtomicFile, as: [UInt8], replacing: Bool)
    /// A file that stands under its name already, made by who knows whom: it and its folder are synced.
    case confirm(OpenFile, in: OpenFolder)
    /// Nothing: only the record is to be written.
    case none

    /// Why a delivery was not made.
    public enum Failure: Error, Sendable, Hashable {
        /// A file stands under the name already.
        case exists(RawPath)
        /// A file-system call failed; what was written is discarded and has to be made anew from the source.
        case file(FileError)
        /// The record could not be written, for this reason. The file stands.
        case record(String)
    }
}
