/// Why a picture embedded in metadata could not be turned.
public enum EmbeddedPictureError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The picture cannot be decoded: what was expected, what was found and where.
    case unreadable(String)

    /// The reason, as text for users.
    public var description: String {
        switch self {
        case .unreadable(let reason): reason
        }
    }
}
