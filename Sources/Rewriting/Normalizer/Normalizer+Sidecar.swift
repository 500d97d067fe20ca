public import UprightBase
internal import UprightFormats

extension Normalizer {
    /// Turns the XMP of a sidecar with its picture, as the packet in the picture itself is turned.
    ///
    /// The sidecar of a picture that was not turned keeps its bytes. If it gives an orientation anyway, a warning says
    /// so: readers of sidecars turn the picture by it. A turn by hand (``NormalizationOptions/furtherTurn``) for which the pixels
    /// stayed is added to it.
    ///
    /// - Parameter turn: the turn of the picture.
    public func turned(sidecar packet: [UInt8], by turn: PictureTurn) -> Turned {
        if turn.orientation != .up {
            let embedded = EmbeddedJPEGTurn(options: options, parallelism: parallelism).turn()
            return MetadataTurn(turn, embedded: embedded).xmp(packet)
        }
        var turned = Turned(bytes: packet)
        guard let stated = OrientationReading.xmp(packet)?.orientation else { return turned }
        if options.furtherTurn != .up {
            var metadata = MetadataTurn(turn) { jpeg, _ in Turned(bytes: jpeg) }
            (metadata.labelled, metadata.byHand) = (stated, options.furtherTurn)
            return metadata.xmp(packet)
        }
        if stated != .up {
            turned.warnings.append(
                "xmp: tiff:Orientation is \(stated.rawValue), but the picture was not turned; kept unchanged")
        }
        return turned
    }
}
