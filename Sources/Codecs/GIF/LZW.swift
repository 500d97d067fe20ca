/// The limits that the encoder and the decoder of GIF's LZW variant share.
///
/// Source: GIF89a, appendix F.
enum LZW {
    /// The longest code, in bits.
    static let mostBits = 12
    /// The maximum number of codes.
    static let mostCodes = 1 << mostBits
}
