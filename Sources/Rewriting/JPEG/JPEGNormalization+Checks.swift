internal import UprightAssembly
internal import UprightGeometry
internal import UprightCodecs
internal import UprightContainers

extension JPEGNormalization {
    /// Rejects a picture that exceeds the limits, before anything is decoded.
    func checkLimits(_ picture: JPEGSource) throws(JPEGRefusal) {
        let limits = options.limits
        if let excess = limits.excess(of: picture.file.frameHeader.size) { throw .limit(excess) }
        let scans = picture.file.scans.count
        if scans > limits.scans {
            throw .limit("\(scans) scans exceed the limit of \(limits.scans) (limits.scans)")
        }
    }

    /// Checks that a picture that needs no turn can be decoded.
    ///
    /// Decoding costs more than everything else done to an upright file, so it runs only if the structure is damaged,
    /// if damage is to be rejected, or if pixels are to be verified. The tables and scan headers are always checked.
    /// Pictures without a decoder here (arithmetic lossless, hierarchical) are copied unchecked.
    ///
    /// - Returns: the decoder's warnings.
    func checkWithoutTurning(_ picture: JPEGSource) throws(JPEGRefusal) -> [String] {
        guard picture.reasonNotToTurn == nil else { return [] }
        if picture.file.frameHeader.process == .lossless {
            guard isSuspect(picture) else { return [] }
            do {
                _ = try picture.losslessPicture()
                return []
            } catch {
                // The file is copied unchanged; the warning reports what cannot be read.
                return [error.description]
            }
        }
        try picture.checkTables()
        return isSuspect(picture) ? try picture.decoded().warnings : []
    }

    private func isSuspect(_ picture: JPEGSource) -> Bool {
        options.decodesUpright(
            isDamaged: !picture.file.warnings.isEmpty || ZeroBlocks.isPresent(in: picture.bytes, picture.scanData))
    }

    /// Rejects a damaged picture if the options ask for it, and otherwise reports that it may be incomplete.
    func acceptDamage(_ damage: [String], _ report: inout NormalizationReport) throws(JPEGRefusal) {
        if options.rejects(damage) { throw .damaged(damage) }
        report.incompleteness = damage.first
    }
}
