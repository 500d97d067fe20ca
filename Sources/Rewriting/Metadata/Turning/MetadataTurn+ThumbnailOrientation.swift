package import UprightGeometry

extension MetadataTurn {
    /// How a picture beside this one lies, a preview or a gain map: see ``orientation(ofThumbnail:own:jpeg:)``.
    package func orientation(ofEmbedded size: Size, own: Orientation?) -> Orientation {
        orientation(ofThumbnail: size, own: own, jpeg: nil)
    }

    /// How an embedded thumbnail lies.
    ///
    /// Usually it lies as the stored picture does, whatever its own tag says: tools that set the picture's orientation
    /// leave the thumbnail's. So what is asked first is what the pixels say, where ``compare`` can tell; then a tag of
    /// its own that says other than 1; then the picture's orientation; and of these only what gives the thumbnail the
    /// upright picture's shape. A thumbnail that has that shape already, and would lose it, is upright.
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

    /// Whether a thumbnail of this size, once upright, is as wide or as high as the upright picture is.
    private func fits(_ size: Size) -> Bool {
        let picture = turn.uprightSize
        let square = size.width == size.height || picture.width == picture.height
        return square || (size.width > size.height) == (picture.width > picture.height)
    }
}
