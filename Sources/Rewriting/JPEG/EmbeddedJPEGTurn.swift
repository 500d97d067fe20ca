internal import UprightContainers
internal import UprightEditing
internal import UprightGeometry
internal import UprightThreads

/// Turns JPEGs that are embedded in other files: thumbnails, previews, gain maps.
struct EmbeddedJPEGTurn {
    let options: NormalizationOptions
    let parallelism: Parallelism

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
    ) throws(PictureRefusal) -> [UInt8] {
        let picture = try JPEGSource(checking: jpeg)
        try picture.check(options.limits)
        let turn = PictureTurn(orientation, of: picture.file.frameHeader.size)
        var rewrite = JPEGRewrite(of: picture)
        if orientation != .up {
            if let reason = picture.reasonNotToTurn { throw .unsupported(reason) }
            let turned = try picture.turned(
                orientation, isEmbedded: true, limits: options.limits, parallelism: parallelism)
            if options.verification != .off, let difference = turned.difference { throw .verification(difference) }
            rewrite.replaceImage(with: turned.encoded, turnedBy: turn)
        }
        rewrite.turn(
            by: MetadataTurn(
                turn, embedded: self.turn(depth: depth + 1), setsInvalidOrientations: options.invalidOrientation == .set
            ),
            includesFollowing: false)
        return rewrite.isChanged ? rewrite.assembled().bytes : jpeg
    }
}
