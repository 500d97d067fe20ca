/// A file after metadata edits.
public struct EditedFile: Sendable, Hashable {
    /// The file's bytes; the source's bytes if nothing changed.
    public var bytes: [UInt8]
    /// The changes; empty if the bytes are the source's.
    public var changes: [Change]
    /// Warnings for the user.
    public var warnings: [String]
}

extension EditedFile {
    /// The warning for a file that carries C2PA content credentials.
    static let credentialsWarning =
        "the file carries content credentials (C2PA) that sign the original; they are kept but no longer match the file"

    /// The warning for another carrier of a block that cannot be edited as the first one was.
    static func furtherWarning(_ what: String, at byte: Int, _ error: MetadataEditError) -> String {
        "another \(what) at byte \(byte) cannot be edited: \(error); kept unchanged"
    }
}
