package import UprightBase
package import UprightFormats

/// A file of the HEIF family, and the plan of its changes.
///
/// No coded byte changes: item properties say how the picture is to be turned (`containerOnly`).
package struct HEIFDocument: PictureDocument, BlockContainer {
    let file: HEIFFile
    let source: [UInt8]
    /// The type of the file, for messages.
    let type: ImageType
    /// The picture; nil if no `meta` box describes one.
    let picture: HEIFPicture?
    /// The metadata blocks as the plans left them, with those of the primary item first.
    var blocks: [MetadataBlock]
    var plan = HEIFPlan()
    /// The changes that the plan makes.
    var changes: [Change] = []
    /// What the options say of Exif's orientation and the properties.
    var policy = NormalizationOptions.HEIFPolicy.agree
    /// Whether a turn by hand undoes the orientation that the metadata gives.
    var isCancelled = false
    /// Why the picture cannot be turned; nil if it can.
    var obstacle: String?
    let precedence: OrientationPrecedence
    private let blockWarnings: [String]
    package var planWarnings: [String] = []

    init(of file: HEIFFile, in source: [UInt8], type: ImageType) {
        (self.file, self.source, self.type) = (file, source, type)
        picture = file.meta.map { HEIFPicture($0) }
        (blocks, blockWarnings) = file.meta.map { HEIFMetadata.blocks(of: $0, in: source) } ?? ([], [])
        precedence = MetadataBlock.precedence(blocks.filter(\.isPrimary))
    }

    package var damage: [String] { file.warnings }
    package var warnings: [String] { file.warnings + blockWarnings + precedence.warnings }
    package var orientation: OrientationReading? { precedence.counting }
    package var size: Size { file.size }
    package var decodedSize: Size { size.turned(by: picture?.orientation ?? .up) }
    package func turnability(by orientation: Orientation) -> Turnability {
        obstacle.map { .copyOnly($0) } ?? .containerOnly
    }

    /// Content credentials in the source do not sign the output.
    package var needsOriginal: Bool { isChanged && file.hasCredentials(in: source) }
    package var isChanged: Bool { !plan.isEmpty }

    /// The metadata as it is in the file.
    var metadata: EmbeddedMetadata {
        func first(_ kind: MetadataBlock.Kind) -> [UInt8]? { blocks.first { $0.kind == kind }?.bytes }
        return EmbeddedMetadata(exif: first(.exif), xmp: first(.xmp), icc: profile)
    }

    /// The ICC profile of the primary item.
    private var profile: [UInt8]? {
        guard let meta = file.meta else { return nil }
        let profiles = meta.properties.properties(of: meta.primary).filter { property in
            property.type == "colr" && ["prof", "rICC"].contains(ISOBox.name(property.payload.prefix(4)))
        }
        return profiles.first.map { Array($0.payload.dropFirst(4)) }
    }

    /// Nothing is decoded.
    package var decodedSizes: [Size] { [] }

    package mutating func prepare(within limits: Limits) throws(PictureRefusal) {
        try limits.check(size)
        guard let meta = file.meta else { return }
        // Pictures can lie in `idat`.
        let length = meta.box.range.count - (meta.itemData?.count ?? 0)
        try limits.check(chunk: "meta", at: meta.box.range.lowerBound, count: length)
        for block in blocks {
            let name = meta.item(block.part)?.name ?? "item"
            try limits.check(chunk: name, at: block.offset, count: block.bytes.count)
        }
    }

    /// There is no decoder: the boxes were checked when the file was read.
    package func checkPicture(_ options: NormalizationOptions) -> [String] { [] }

    /// Notes a warning of a plan once.
    mutating func warn(_ warning: String) {
        if !planWarnings.contains(warning) { planWarnings.append(warning) }
    }

    /// Warns once if the plan changes a file with content credentials.
    mutating func noteCredentials() {
        if isChanged, file.hasCredentials(in: source) { warn(EditedFile.credentialsWarning) }
    }
}
