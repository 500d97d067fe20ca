public import UprightEditing

/// A file after edits of its metadata.
public struct EditedFile: Sendable, Hashable {
    /// The file's bytes: those of the source where nothing had to change.
    public var bytes: [UInt8]
    /// Each thing that was changed; empty where the bytes are the source's.
    public var changes: [Change]
    /// What the user should know.
    public var warnings: [String]
}

extension EditedFile {
    /// What the user should know where the file carries C2PA content credentials.
    static let credentialsWarning =
        "the file carries content credentials (C2PA) that sign the original; they are kept, and do not fit the edited file"

    /// What the user should know where a further carrier of a block cannot be edited as the first one was.
    static func furtherWarning(_ what: String, at byte: Int, _ error: MetadataEditError) -> String {
        "a further \(what) at byte \(byte) cannot be edited: \(error): kept as it is"
    }
}
