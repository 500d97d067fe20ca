/// How one colour component of a picture was turned.
public struct ComponentTurn: Sendable, Hashable, Codable {
    /// Whether anything was lost.
    public enum Turn: String, Sendable, Hashable, Codable {
        /// Every coefficient or sample is kept.
        case exact
        /// Coefficients changed. Samples were recomputed and quantized again with the same table; in a damaged picture,
        /// a decoder's estimates of missing coefficients were stored, or coefficients that no encoder can write were
        /// limited; in a TIFF, decoders interpolate between other strips; a picture
        /// that is predicted from pixel to pixel was coded again with its quantizer, with consent.
        case requantized
    }

    /// The component's identifier: in JPEG the id in the frame header; 0 for all samples of a PNG or GIF.
    public var id: Int
    /// How it was turned.
    public var turn: Turn

    /// Creates the turn of the component with the given identifier.
    public init(id: Int, turn: Turn) {
        self.id = id
        self.turn = turn
    }
}
