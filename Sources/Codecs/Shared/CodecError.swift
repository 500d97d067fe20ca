/// Why a codec cannot read or write the data of a picture.
package struct CodecError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of failure.
    package enum Kind: Sendable, Hashable {
        /// The data cannot be decoded.
        case undecodable
        /// The picture cannot be encoded.
        case unencodable
        /// The data is valid, but uses a feature that is not supported.
        case unsupported
        /// An allocation failed, or the picture is larger than any memory.
        case outOfMemory
        /// The output grew past its limit.
        case tooLarge
    }

    /// The kind of failure.
    package let kind: Kind
    /// What was expected and found, and where.
    package let description: String

    /// Creates an error with what was expected and found, and where.
    package init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }
}
