internal import UprightContainers
package import UprightEditing
package import UprightGeometry

/// One rewriting of a JPEG file: what becomes of each segment, of the image data and of what follows the picture.
///
/// Turning and editing are two plans for it, made one after the other; each finds the segments as the one before left
/// them. The file is put together once, by ``assembled()``.
package struct JPEGRewrite {
    /// A metadata segment of the output.
    struct Segment {
        /// The segment of the source in whose place this one stands, or behind which it was put.
        let origin: Int
        let marker: UInt8
        var payload: [UInt8]

        var carrier: JPEGCarrier { JPEGCarrier(marker: marker, payload: payload[...]) }
    }

    /// The most bytes that a segment's payload can have: its length has 16 bits and counts itself.
    package static let payloadLimit = 65_533

    /// The file that is rewritten.
    package let source: JPEGSource
    /// The metadata segments of the output, in its order.
    var segments: [Segment]
    /// Why segments of the source are left out, by their place among the file's segments.
    var dropped: [Int: String] = [:]
    /// What follows the picture.
    private(set) var following: MultiPictureTurn
    /// The image data that replaces the source's; nil for the source's, byte for byte.
    private var image: (any JPEGImageData)?
    /// The size that the picture has in the output.
    private(set) var size: Size
    /// What the turn has changed.
    private var turnChanges: [Change] = []
    /// What the edits have changed.
    var editChanges: [Change] = []
    /// What the user should know of the plans.
    package internal(set) var warnings: [String] = []

    /// A rewriting that changes nothing yet.
    package init(of source: JPEGSource) {
        self.source = source
        segments = source.metadata.segments.map { Segment(origin: $0.index, marker: $0.marker, payload: $0.payload) }
        following = MultiPicture(of: source).kept()
        size = source.file.frameHeader.size
    }

    /// Turns the metadata, and the pictures behind the primary one.
    ///
    /// A turn by `.up` neutralizes the carriers of orientation and moves nothing.
    ///
    /// - Parameter includesFollowing: whether what follows the picture is turned with it.
    package mutating func turn(by turn: MetadataTurn, includesFollowing: Bool = true) {
        var metadata = source.metadata.turned(by: turn)
        if includesFollowing {
            following = MultiPicture(of: source).turned(by: turn)
            following.updateContainer(in: &metadata)
        }
        replace(metadata.segments)
        turnChanges += metadata.changes + following.changes
        warnings += metadata.warnings + following.warnings
    }

    /// Puts other image data in the place of the source's.
    package mutating func replaceImage(with image: any JPEGImageData, turnedBy turn: PictureTurn) {
        self.image = image
        size = turn.uprightSize
        turnChanges.insert(
            Change(.pixels, from: "orientation \(turn.orientation.rawValue)", to: "orientation 1"), at: 0)
    }

    /// Whether the output differs from the source.
    package var isChanged: Bool {
        image != nil || !following.isUnchanged
            || !segments.elementsEqual(source.metadata.segments) { $0.origin == $1.index && $0.payload == $1.payload }
    }

    /// Everything that the plans have changed; `pointed`, what followed from it, stands between turn and edits.
    func changes(_ pointed: [Change]) -> [Change] { turnChanges + pointed + editChanges }

    /// The image data that replaces the source's.
    var newImage: (any JPEGImageData)? { image }

    /// Replaces segments, by their place in ``segments``.
    mutating func replace(_ replacements: [Int: SegmentReplacement], byOrigin: Bool = true) {
        segments = segments.enumerated().flatMap { place, segment -> [Segment] in
            switch replacements[byOrigin ? segment.origin : place] {
            case nil: return [segment]
            case .payloads(let payloads)?:
                return payloads.map { Segment(origin: segment.origin, marker: segment.marker, payload: $0) }
            case .dropped(let reason)?:
                dropped[segment.origin] = reason
                return []
            }
        }
    }
}
