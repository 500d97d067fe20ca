package import UprightGeometry

extension MetadataTurn {
    /// Returns the orientation of a picture stored alongside this one, a preview or a gain map; see
    /// ``orientation(ofThumbnail:own:jpeg:)``.
    package func orientation(ofEmbedded size: Size, own: Orientation?) -> Orientation {
        orientation(ofThumbnail: size, own: own, jpeg: nil)
    }

    /// Returns the orientation of an embedded thumbnail.
    ///
    /// A thumbnail usually has the orientation of the stored picture, whatever its own tag says: tools that set the
    /// picture's orientation leave the thumbnail's unchanged. The candidates are, in this order: a tag of its own other
    /// than 1, the picture's orientation, and upright. Only those that give the thumbnail the shape of the upright
    /// picture count. If several do, and the thumbnail's tag or shape contradicts the picture's orientation,
    /// ``compare`` decides by the pixels if it can. Otherwise the first one wins. If none does, the picture's
    /// orientation counts.
    func orientation(ofThumbnail size: Size, own: Orientation?, jpeg: [UInt8]?) -> Orientation {
        var candidates: [Orientation] = []
        if let own, own != .up { candidates.append(own) }
        candidates.append(turn.orientation)
        if !candidates.contains(.up) { candidates.append(.up) }
        let fitting = candidates.filter { fits(size.turned(by: $0)) }
        guard let first = fitting.first else { return turn.orientation }
        let contested = own != nil && own != turn.orientation || first != turn.orientation
        if contested, fitting.count > 1, let jpeg, let compare, let seen = compare(jpeg, fitting) { return seen }
        return first
    }

    /// Whether a thumbnail of this size, once upright, is landscape or portrait like the upright picture.
    private func fits(_ size: Size) -> Bool {
        let picture = turn.uprightSize
        let square = size.width == size.height || picture.width == picture.height
        return square || (size.width > size.height) == (picture.width > picture.height)
    }
}
