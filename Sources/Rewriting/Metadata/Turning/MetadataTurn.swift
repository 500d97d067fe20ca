public import UprightFormats
public import UprightBase

/// Turns metadata with its picture: moves everything that depends on the layout of the picture, and sets every carrier
/// of orientation to 1.
///
/// A turn by `.up` moves nothing but still neutralizes, for example if Exif says 1 and XMP says 6.
public struct MetadataTurn: Sendable {
    /// Turns a JPEG embedded in metadata: takes its bytes and orientation, and returns the upright JPEG, with warnings of what
    /// is in it and cannot be turned.
    public typealias EmbeddedTurn =
        @Sendable (_ jpeg: [UInt8], _ orientation: Orientation) throws(FormatError) -> Turned

    /// Finds the orientation that makes an embedded JPEG look like the upright picture; nil if it cannot tell.
    public typealias Comparison = @Sendable (_ jpeg: [UInt8], _ candidates: [Orientation]) -> Orientation?

    /// The turn of the picture that the metadata describes.
    public let turn: PictureTurn
    package let embedded: EmbeddedTurn
    package let compare: Comparison?
    /// Whether orientations outside of 1...8 are set to 1, too.
    package let setsInvalidOrientations: Bool
    /// What the user adds to the turn that the picture's orientation asks for. Default: nothing.
    package var byHand = Orientation.up
    /// The orientation of the stored picture, if it is labelled and not turned: nothing moves (``turn`` is by `.up`), and each
    /// carrier of orientation is set to what its picture has after the turn by hand. Default: nil.
    package var labelled: Orientation?

    /// Creates a turn of metadata.
    ///
    /// - Parameters:
    ///   - turn: the turn of the picture that the metadata describes.
    ///   - embedded: turns thumbnails that are JPEGs.
    ///   - compare: finds a thumbnail's orientation if its tags and shape do not decide it. Default: none.
    ///   - setsInvalidOrientations: whether orientations outside of 1...8 are set to 1, too. Default: they are kept.
    public init(
        _ turn: PictureTurn, embedded: @escaping EmbeddedTurn, compare: Comparison? = nil,
        setsInvalidOrientations: Bool = false
    ) {
        self.turn = turn
        self.embedded = embedded
        self.compare = compare
        self.setsInvalidOrientations = setsInvalidOrientations
    }

    /// The turn that the picture's own orientation asks for.
    package var own: PictureTurn {
        PictureTurn(labelled ?? turn.orientation.followed(by: byHand.inverse), of: turn.storedSize)
    }

    /// What the carriers of the picture's orientation are set to.
    package var label: Orientation { labelled?.followed(by: byHand) ?? .up }

    /// Whether neither the picture nor anything embedded in it has to be turned.
    package var movesNothing: Bool { turn.orientation == .up && (byHand == .up || labelled != nil) }
}
