/// Why a lossless JPEG cannot be decoded.
package enum LosslessError: Error, Hashable, CustomStringConvertible {
    /// What it has is valid, but not known here.
    case unsupported(String)
    /// Its tables, scan headers or data are damaged.
    case damaged(String)

    package var description: String {
        switch self {
        case .unsupported(let what), .damaged(let what): what
        }
    }
}
