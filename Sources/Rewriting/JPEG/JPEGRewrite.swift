internal import UprightFormats
package import UprightBase

/// One rewrite of a JPEG file: what happens to each segment, to the image data and to the bytes after the picture.
///
/// Turning and editing are two plans, applied one after the other; each sees the segments as the one before left them.
/// ``assembled()`` builds the file once, after all plans.
package struct JPEGRewrite: BlockContainer {
    /// A metadata segment of the output.
    struct Segment {
        /// The index of the source segment that this one replaces or follows.
        let origin: Int
        let marker: UInt8
        var payload: [UInt8]

        var carrier: JPEGCarrier { JPEGCarrier(marker: marker, payload: payload[...]) }
    }

    /// The maximum length of a segment's payload in bytes: the 16-bit length field counts itself.
    package static let payloadLimit = 65_533

    /// The file that is rewritten.
    package let source: JPEGSource
    /// The metadata segments of the output, in order.
    var segments: [Segment]
    /// Why segments of the source are left out, by segment index.
    var dropped: [Int: String] = [:]
    /// Whether the picture's own segments are written in their canonical form (``CanonicalJPEG``).
    var isTidied = false
    /// The bytes after the picture.
    var following: MultiPictureTurn
    /// The image data that replaces the source's; nil to copy the source's byte for byte.
    private var image: (any JPEGImageData)?
    /// The size of the picture in the output.
    private(set) var size: Size
    /// What the turn changed.
    private var turnChanges: [Change] = []
    /// What the edits changed.
    var editChanges: [Change] = []
    /// Warnings from the plans.
    package internal(set) var planWarnings: [String] = []
    var keepsLayout = false
    /// What replaces the segments of edited blocks, by their index in ``segments``, and a new one, until all are edited.
    var planned: [Int: SegmentReplacement] = [:]
    var addition: (carrier: JPEGCarrier, payload: [UInt8])?

    /// Creates a rewrite that changes nothing yet.
    package init(of source: JPEGSource) {
        self.source = source
        segments = source.metadata.segments.map { Segment(origin: $0.index, marker: $0.marker, payload: $0.payload) }
        following = MultiPicture(of: source).kept()
        size = source.file.frameHeader.size
    }

    /// Turns the metadata and the pictures after the primary one.
    ///
    /// A turn by `.up` neutralizes the carriers of orientation and moves nothing.
    ///
    /// - Parameter includesFollowing: whether the pictures after the primary one are turned with it.
    package mutating func turn(by turn: MetadataTurn, includesFollowing: Bool = true) {
        var metadata = source.metadata.turned(by: turn)
        if includesFollowing {
            following = MultiPicture(of: source).turned(by: turn)
            following.updateContainer(in: &metadata)
        }
        replace(metadata.segments)
        turnChanges += metadata.changes + following.changes
        planWarnings += metadata.warnings + following.warnings
        keepsLayout = metadata.needsOriginal || following.needsOriginal
    }

    /// Replaces the source's image data.
    package mutating func replaceImage(with image: any JPEGImageData, turnedBy turn: PictureTurn) {
        self.image = image
        size = turn.uprightSize
        turnChanges.insert(
            Change(.pixels, from: "orientation \(turn.orientation.rawValue)", to: "orientation 1"), at: 0)
    }

    /// Replaces the source's image data by the same picture, coded anew.
    mutating func recode(as image: any JPEGImageData) { self.image = image }

    /// Whether the output differs from the source.
    package var isChanged: Bool {
        image != nil || isTidied || !following.isUnchanged
            || !segments.elementsEqual(source.metadata.segments) { $0.origin == $1.index && $0.payload == $1.payload }
    }

    /// Whether the source holds something that is not valid for the output: content credentials, which sign the source,
    /// or what depends on the layout of the picture and is not turned.
    package var needsOriginal: Bool {
        keepsLayout || isChanged && source.metadata.segments.contains { $0.carrier == .jumbf }
    }

    /// Returns everything that the plans changed. `pointed`, the offsets corrected in consequence, comes between the
    /// changes of the turn and those of the edits.
    func allChanges(_ pointed: [Change]) -> [Change] { turnChanges + pointed + editChanges }

    var changes: [Change] {
        get { editChanges }
        set { editChanges = newValue }
    }

    /// The image data that replaces the source's.
    var newImage: (any JPEGImageData)? { image }

    /// Replaces segments, by their index in ``segments`` or by their origin.
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
