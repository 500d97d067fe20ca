internal import UprightAssembly
internal import UprightGeometry
internal import UprightCodecs
internal import UprightContainers

extension JPEGNormalization {
    /// Refuses, before anything is decoded, what is larger than the limits allow.
    func checkLimits(_ picture: JPEGSource) throws(JPEGRefusal) {
        let limits = options.limits
        let size = picture.file.frameHeader.size
        let side = max(size.width, size.height)
        if side > limits.side {
            throw .limit("\(side) pixels a side exceed the limit of \(limits.side) (limits.side)")
        }
        if size.width * size.height > limits.pixels {
            throw .limit(
                "\(size.width)×\(size.height) = \(size.width * size.height) pixels exceed the limit of "
                    + "\(limits.pixels) (limits.pixels)")
        }
        let scans = picture.file.scans.count
        if scans > limits.scans {
            throw .limit("\(scans) scans exceed the limit of \(limits.scans) (limits.scans)")
        }
    }

    /// Looks whether a picture that needs no turn can be decoded at all.
    ///
    /// Decoding costs more than everything else that is done to an upright file, so it is decoded only where there is
    /// reason to: its structure is damaged, or damage is to be rejected, or pixels are to be verified. Its tables and
    /// scan headers are looked at always. What has no decoder here (arithmetic lossless, hierarchical) is copied on trust.
    ///
    /// - Returns: what the decoder had to complain about.
    func checkWithoutTurning(_ picture: JPEGSource) throws(JPEGRefusal) -> [String] {
        guard picture.reasonNotToTurn == nil else { return [] }
        if picture.file.frameHeader.process == .lossless {
            guard isSuspect(picture) else { return [] }
            do {
                _ = try picture.losslessPicture()
                return []
            } catch {
                // It is copied as it is; what cannot be read of it is told.
                return [error.description]
            }
        }
        try picture.checkTables()
        return isSuspect(picture) ? try picture.decoded().warnings : []
    }

    private func isSuspect(_ picture: JPEGSource) -> Bool {
        !picture.file.warnings.isEmpty || options.damaged == .reject || options.verification == .pixels
    }

    /// Refuses a damaged picture where that is asked for.
    func acceptDamage(_ damage: [String]) throws(JPEGRefusal) {
        if options.damaged == .reject, !damage.isEmpty { throw .damaged(damage) }
    }
}
