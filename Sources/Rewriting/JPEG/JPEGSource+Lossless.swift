internal import UprightBase
internal import UprightCodecs
internal import UprightFormats

extension JPEGSource {
    /// The samples of a lossless JPEG.
    func losslessPicture() throws(PictureRefusal) -> LosslessPicture {
        do {
            return try LosslessPicture(decoding: file, in: bytes)
        } catch {
            guard error.kind == .unsupported else { throw .undecodable(error.description) }
            throw .unsupported("this lossless JPEG cannot be turned: \(error)")
        }
    }

    /// Turns a lossless JPEG (process 14) by moving and predicting its samples again; no sample changes.
    func turnedLosslessly(_ orientation: Orientation, limit: Int) throws(PictureRefusal) -> TurnedJPEG {
        let picture = try losslessPicture()
        if let index = picture.firstInexactPlane(orientation) {
            throw .unsupported(
                "component \(picture.planes[index].id) of this lossless JPEG ends within a sample, so a mirror cannot "
                    + "be exact; the file can be copied, but not turned")
        }
        do {
            return TurnedJPEG(
                encoded: try picture.turned(by: orientation).encoded(limit: limit),
                components: picture.planes.map { ComponentTurn(id: $0.id, turn: .exact) }, warnings: [])
        } catch {
            throw PictureRefusal(encoding: error)
        }
    }

    /// Returns how the output of a lossless JPEG differs from the turned source, in words; nil if it does not.
    func losslessDifference(
        from output: JPEGFile, in bytes: [UInt8], turnedBy orientation: Orientation
    ) throws(PictureRefusal) -> String? {
        let expected = try losslessPicture().turned(by: orientation)
        let found: LosslessPicture
        do {
            found = try LosslessPicture(decoding: output, in: bytes)
        } catch {
            throw .verification(error.description)
        }
        return found.hasSamples(of: expected) ? nil : "the samples differ"
    }
}
