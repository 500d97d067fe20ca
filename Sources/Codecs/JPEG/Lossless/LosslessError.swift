/// The reason a lossless JPEG cannot be decoded.
package enum LosslessError: Error, Hashable, CustomStringConvertible {
    /// The file is valid but uses an unsupported feature.
    case unsupported(String)
    /// The tables, scan headers or data are damaged.
    case damaged(String)

    package var description: String {
        switch self {
        case .unsupported(let what), .damaged(let what): what
        }
    }
}
