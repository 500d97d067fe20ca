/// Numbers that the encoder and the decoder of GIF's variant of LZW share.
///
/// Source: GIF89a, appendix F.
enum LZW {
    /// The longest code, in bits.
    static let mostBits = 12
    /// How many codes there can be.
    static let mostCodes = 1 << mostBits
}
