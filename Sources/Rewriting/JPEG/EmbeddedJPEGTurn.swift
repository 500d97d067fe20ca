internal import UprightFormats
internal import UprightBase

/// Turns JPEGs that are embedded in other files: thumbnails, previews, gain maps.
struct EmbeddedJPEGTurn {
    let options: NormalizationOptions
    let parallelism: Parallelism

    /// Whether the pictures are labelled, and not turned.
    var isLabelled = false

    /// Returns a function that turns an embedded JPEG as its own file would be
    /// turned, but by the orientation of the picture that it belongs to.
    ///
    /// - Parameter depth: the number of embedded pictures around it; below the third, embedded pictures are not turned.
    func turn(depth: Int = 0) -> MetadataTurn.EmbeddedTurn {
        { [self] jpeg, orientation throws(FormatError) in
            guard depth < 3 else { throw FormatError("pictures are nested more than three deep") }
            do throws(PictureRefusal) {
                return try turnedEmbedded(jpeg, orientation, depth: depth)
            } catch {
                throw FormatError(error.description)
            }
        }
    }

    private func turnedEmbedded(
        _ jpeg: [UInt8], _ orientation: Orientation, depth: Int
    ) throws(PictureRefusal) -> Turned {
        let picture = try JPEGSource(checking: jpeg)
        try picture.check(options.limits)
        let turn = PictureTurn(isLabelled ? .up : orientation, of: picture.file.frameHeader.size)
        var rewrite = JPEGRewrite(of: picture)
        if turn.orientation != .up {
            if let reason = picture.reasonNotToTurn { throw .unsupported(reason) }
            let turned = try picture.turned(
                orientation, isEmbedded: true, limits: options.limits, parallelism: parallelism)
            if options.verification != .off, let difference = turned.difference { throw .verification(difference) }
            rewrite.replaceImage(with: turned.encoded, turnedBy: turn)
        }
        var metadata = MetadataTurn(
            turn, embedded: self.turn(depth: depth + 1), setsInvalidOrientations: options.invalidOrientation == .set)
        if isLabelled { metadata.labelled = orientation }
        rewrite.turn(by: metadata, includesFollowing: false)
        var result = Turned(bytes: rewrite.isChanged ? rewrite.assembled().bytes : jpeg, warnings: rewrite.planWarnings)
        result.needsOriginal = rewrite.needsOriginal
        return result
    }
}
