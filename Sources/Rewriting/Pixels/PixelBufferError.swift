/// Why a picture has no pixels.
public struct PixelBufferError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What was expected and found.
    public let description: String

    init(_ description: String) { self.description = description }
}
