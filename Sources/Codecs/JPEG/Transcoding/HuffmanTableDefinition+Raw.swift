internal import CUprightCodecs

extension HuffmanTableDefinition {
    /// The table as C sees it.
    var raw: jpeg_turn_table {
        var raw = jpeg_turn_table()
        withUnsafeMutableBytes(of: &raw.counts) { $0.copyBytes(from: counts.prefix(16)) }
        withUnsafeMutableBytes(of: &raw.symbols) { $0.copyBytes(from: symbols.prefix(256)) }
        return raw
    }
}
