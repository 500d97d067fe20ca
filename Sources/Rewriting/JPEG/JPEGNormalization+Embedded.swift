internal import UprightAssembly
internal import UprightContainers
internal import UprightEditing
internal import UprightGeometry

extension JPEGNormalization {
    /// Returns a function that turns a JPEG inside a JPEG (a thumbnail, a preview, a gain map) as its own file would be
    /// turned, but by the orientation of the picture that it belongs to.
    ///
    /// - Parameter depth: the number of embedded pictures around it; below the third, embedded pictures are not turned.
    func embeddedTurn(depth: Int = 0) -> MetadataTurn.EmbeddedTurn {
        { [self] jpeg, orientation throws(EmbeddedPictureError) in
            guard depth < 3 else { throw .unreadable("pictures are nested more than three deep") }
            do throws(JPEGRefusal) {
                return try turnedEmbedded(jpeg, orientation, depth: depth)
            } catch {
                throw .unreadable(error.description)
            }
        }
    }

    private func turnedEmbedded(
        _ jpeg: [UInt8], _ orientation: Orientation, depth: Int
    ) throws(JPEGRefusal) -> [UInt8] {
        let picture = try JPEGSource(checking: jpeg)
        try checkLimits(picture)
        let turn = PictureTurn(orientation, of: picture.file.frameHeader.size)
        var rewrite = JPEGRewrite(of: picture)
        if orientation != .up {
            if let reason = picture.reasonNotToTurn { throw .unsupported(reason) }
            let turned = try picture.turned(
                orientation, isEmbedded: true, limits: options.limits, parallelism: parallelism)
            if options.verification != .off, let difference = turned.difference { throw .verification(difference) }
            rewrite.replaceImage(with: turned.encoded, turnedBy: turn)
        }
        rewrite.turn(by: MetadataTurn(turn, embedded: embeddedTurn(depth: depth + 1)), includesFollowing: false)
        return rewrite.isChanged ? rewrite.assembled().bytes : jpeg
    }
}
