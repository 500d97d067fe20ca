package import UprightBase
package import UprightFormats

/// A file of a format, and the plan of its changes: turning and editing change the plan, ``assemble(releasing:_:)``
/// writes the file once.
package protocol PictureDocument {
    /// Damage in the structure.
    var damage: [String] { get }
    /// Warnings about the file as it was read: the damage, then what else is wrong.
    var warnings: [String] { get }
    /// The orientation that counts, by ``OrientationPrecedence``; nil if no carrier gives one.
    var orientation: OrientationReading? { get }
    /// The size of the picture as stored, in pixels.
    var size: Size { get }
    /// The size of the picture as decoders show it that ignore Exif's orientation. Default: ``size``.
    var decodedSize: Size { get }
    /// The number of frames; 1 for a still picture.
    var frameCount: Int { get }
    /// How the picture can be turned by an orientation.
    func turnability(by orientation: Orientation) -> Turnability

    /// Decides by the options how the picture is to be turned, before ``turnability`` is asked. Default: by the orientation
    /// that counts, and the further turn.
    mutating func orientationToApply(_ options: NormalizationOptions) -> Orientation

    /// The sizes of what is decoded for a turn, or to find damage. Default: the picture's.
    var decodedSizes: [Size] { get }

    /// Rejects a picture that exceeds the limits or that no decoder accepts, and then reads what is left to read.
    mutating func prepare(within limits: Limits) throws(PictureRefusal)

    /// Checks that a picture that is not turned can be decoded, as thoroughly as the options ask.
    ///
    /// - Returns: the damage found.
    func checkPicture(_ options: NormalizationOptions) throws(PictureRefusal) -> [String]

    /// Finds the orientation of a thumbnail by comparing it with the picture. Default: none.
    func comparison(turnedBy orientation: Orientation) -> MetadataTurn.Comparison?

    /// Plans the turn of the metadata. A turn by `.up` neutralizes the carriers of orientation and moves nothing.
    mutating func turnMetadata(by turn: MetadataTurn) throws(PictureRefusal)

    /// Plans a new orientation in place of a turn: carriers of orientation are set to ``MetadataTurn/label``, and Exif gets one
    /// if nothing carries it.
    mutating func label(by turn: MetadataTurn) throws(PictureRefusal)

    /// Which programs show the picture as it is stored, whatever its orientation is; nil if nearly none do. Default: nil.
    var labelWarning: String? { get }

    /// Plans the turn of the picture, after that of the metadata.
    ///
    /// - Returns: the damage found, if the picture is already decoded here.
    mutating func turnPicture(by turn: PictureTurn, _ work: PictureTurnWork) throws(PictureRefusal) -> [String]

    /// Plans edits of the metadata, after the turn.
    mutating func edit(_ edits: [MetadataEdit]) throws(MetadataEditError)

    /// What the file announces and does not have, so that more of it may arrive; nil if nothing is missing. Default: nil.
    var missingData: String? { get }
    /// Whether the source holds something that the output only repeats in a form that is no longer valid
    /// (``NormalizationReport/needsOriginal``).
    var needsOriginal: Bool { get }
    /// Whether the output differs from the source.
    var isChanged: Bool { get }
    var planWarnings: [String] { get }
    /// What the plans do with each part of the source, if the picture is not turned.
    var account: [PartAccount] { get }

    /// Writes the file by the plan.
    ///
    /// - Parameter source: the file. A document that no longer needs it may set it to an empty array, so that source and
    ///   output are not in memory together, and calls `reading` of the work with all of it.
    mutating func assemble(
        releasing source: inout [UInt8], _ work: PictureTurnWork
    ) throws(PictureRefusal) -> AssembledPicture

    /// Returns the changes of the source that make the output, if most of the source is copied as it is: an alternative to
    /// ``assemble(releasing:_:)`` and ``verify(_:_:)`` for a source of which only some parts were read
    /// (``PictureFormat/sparse(_:)``). Default: nil.
    func patch() throws(PictureRefusal) -> PicturePatch?

    /// Checks an assembled file against the plan. Comes last, after everything that changes the file.
    func verify(_ output: AssembledPicture, _ options: NormalizationOptions) throws(PictureRefusal)

    /// The parts of the file with their names, without gaps from its first byte to its last. Default: those of the account.
    var parts: [(name: String, range: Range<Int>)] { get }
}

extension PictureDocument {
    package var decodedSize: Size { size }
    func geometry(turnedBy orientation: Orientation) -> PictureGeometry {
        PictureGeometry(size: decodedSize, frames: frameCount, orientation: orientation)
    }
    package var frameCount: Int { 1 }
    package var parts: [(name: String, range: Range<Int>)] {
        account.map { ($0.part.description, $0.offset..<$0.offset + $0.length) }
    }
    package var decodedSizes: [Size] { [size] }
    package var missingData: String? { nil }
    package func patch() throws(PictureRefusal) -> PicturePatch? { nil }
    package func orientationToApply(_ options: NormalizationOptions) -> Orientation {
        options.orientation(orientation?.orientation)
    }
    package func comparison(turnedBy orientation: Orientation) -> MetadataTurn.Comparison? { nil }
    package var labelWarning: String? { nil }
    package mutating func label(by turn: MetadataTurn) throws(PictureRefusal) {
        try turnMetadata(by: turn)
        guard turn.label != .up else { return }
        let value = UInt16(truncatingIfNeeded: turn.label.rawValue)
        let edit = MetadataEdit(.setExif(TagID(.primary, .orientation), .short([value])), when: .whereBlank)
        do throws(MetadataEditError) { try self.edit([edit]) } catch { throw .edit(error) }
    }
}

/// What the turn of a picture needs besides the picture.
package struct PictureTurnWork: Sendable {
    /// The options of the normalizer.
    package let options: NormalizationOptions
    /// The threads that share the work.
    package let parallelism: Parallelism
    /// Is called with all parts of the source in order, by one thread at a time, if a document releases it.
    package let reading: @Sendable (UnsafeRawBufferPointer) -> Void

    package static let onlyEdits = PictureTurnWork(options: NormalizationOptions(), parallelism: .none) { _ in }
}

/// An assembled file.
package struct AssembledPicture {
    /// The file.
    package var bytes: [UInt8]
    package var changes: [Change] = []
    /// What happened to each part of the source.
    package var parts: [PartAccount] = []
    /// How each component was turned; empty if nothing was.
    package var components: [ComponentTurn] = []
    /// The damage that was found when the picture was decoded.
    package var damage: [String] = []
}
