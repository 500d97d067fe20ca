internal import UprightBase
internal import UprightCodecs
internal import UprightFormats

extension JPEGSource {
    /// Rejects a picture that exceeds the limits, before anything is decoded.
    func check(_ limits: Limits) throws(PictureRefusal) {
        if let excess = limits.excess(of: file.frameHeader.size) { throw .limit(excess) }
        let scans = file.scans.count
        if scans > limits.scans {
            throw .limit("\(scans) scans exceed the limit of \(limits.scans) (limits.scans)")
        }
    }
}

extension JPEGDocument {
    /// Checks that a picture that needs no turn can be decoded.
    ///
    /// Decoding costs more than everything else done to an upright file, so it runs only if the structure is damaged,
    /// if damage is to be rejected, or if pixels are to be verified. The tables and scan headers are always checked.
    /// Pictures without a decoder here (arithmetic lossless, hierarchical) are copied unchecked.
    ///
    /// - Returns: the decoder's warnings.
    package func checkPicture(_ options: NormalizationOptions) throws(PictureRefusal) -> [String] {
        let picture = source
        let isSuspect = options.decodesUpright(
            isDamaged: !damage.isEmpty || ZeroBlocks.isPresent(in: picture.bytes, picture.scanData))
        guard picture.reasonNotToTurn == nil else { return [] }
        if picture.file.frameHeader.process == .lossless {
            guard isSuspect else { return [] }
            do {
                _ = try picture.losslessPicture()
                return []
            } catch {
                // The file is copied unchanged; the warning reports what cannot be read.
                return [error.description]
            }
        }
        try picture.checkTables()
        return isSuspect ? try picture.decoded().warnings : []
    }
}
