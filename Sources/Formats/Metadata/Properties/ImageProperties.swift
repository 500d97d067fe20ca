public import UprightBase

/// The properties of a file and its picture.
///
/// ``dictionary`` has the keys of ImageIO (`CGImageSourceCopyPropertiesAtIndex`); ``exif``, ``tiff``, ``gps``, ``iptc``
/// and ``xmp`` give the same values as Swift types. Only metadata is decoded.
public struct ImageProperties: Sendable {
    /// The type of the content.
    public let type: ImageType
    /// The picture's size as stored, in pixels; nil if ``pictureError`` says why it cannot be read.
    public let size: Size?
    /// Bits per sample; nil if the size is nil.
    public let depth: Int?
    /// The colour model in ImageIO's terms: `RGB`, `Gray`, `CMYK`; nil if the size is nil.
    public let colorModel: String?
    /// Why there is no readable picture; nil if there is one. The metadata is present in both cases.
    public let pictureError: ImagePropertiesError?
    /// Whether the pixels have alpha; nil if the format does not define it.
    public let hasAlpha: Bool?
    /// The number of frames; 1 for a still picture.
    public let frameCount: Int
    /// The metadata blocks of the file.
    public let metadata: EmbeddedMetadata
    /// The tags of the Exif block; nil if there is none.
    public let exifMetadata: ExifMetadata?
    /// The XMP properties, including those of the extended packet; nil if there are none.
    public let xmp: XMPMetadata?
    /// The IPTC data sets; nil if there are none.
    public let iptc: IPTCBlock?
    /// The ICC profile; nil if there is none.
    public let profile: ICCProfile?
    /// Descriptions of the unreadable parts.
    public let warnings: [String]

    /// What the container says of the recording, outside of the Exif block; nil if it says nothing.
    package let recording: Recording?

    let handlers: TagHandlers
    let containerProperties: [String: PropertyValue]

    /// The values of the Exif IFD.
    public var exif: ExifProperties { ExifProperties(exifMetadata, handlers: handlers) }
    /// The values of IFD0.
    public var tiff: TIFFProperties { TIFFProperties(exifMetadata) }
    /// The values of the GPS IFD; nil if there is none.
    public var gps: GPSProperties? { GPSProperties(exifMetadata) }
    /// The orientation of the stored picture, by ``OrientationPrecedence``; nil if no carrier that counts gives one.
    public var orientation: Orientation? { recording?.orientation ?? metadata.orientation?.orientation }
    /// Where the file says that it was recorded: in its Exif block, otherwise in its boxes.
    public var coordinate: GPSCoordinate? { gps?.coordinate ?? recording?.coordinate }

    /// Creates the properties of a file from what its container says and holds.
    package init(_ parts: ContainerProperties, type: ImageType, handlers: TagHandlers) {
        self.type = type
        self.handlers = handlers
        size = parts.picture?.size
        depth = parts.picture?.depth
        colorModel = parts.picture?.colorModel
        hasAlpha = parts.picture?.hasAlpha
        pictureError = parts.pictureError
        frameCount = parts.frameCount
        recording = parts.recording
        metadata = parts.metadata
        containerProperties = parts.dictionaries
        var warnings = parts.warnings + parts.metadata.warnings
        exifMetadata = parts.metadata.exifBlock.map { ExifMetadata($0) }
        warnings += exifMetadata?.warnings ?? []
        var packets: [XMPMetadata] = []
        for (name, packet) in [("XMP", parts.metadata.xmp), ("Extended XMP", parts.metadata.extendedXMP)] {
            guard let packet else { continue }
            do throws(FormatError) {
                let (read, damage) = try XMPMetadata.recovered(from: packet)
                packets.append(read)
                if let damage { warnings.append("\(name): \(damage); only the part before it is read") }
            } catch {
                warnings.append("\(name): \(error)")
            }
        }
        if var merged = packets.first {
            for further in packets.dropFirst() {
                merged.properties += further.properties
                merged.prefixes.merge(further.prefixes) { first, _ in first }
            }
            xmp = merged
        } else {
            xmp = nil
        }
        iptc = parts.metadata.iptc.first.map { IPTCBlock(parsing: $0) }
        warnings += iptc?.warnings ?? []
        profile = parts.metadata.icc.flatMap { ICCProfile(parsing: $0) }
        self.warnings = warnings
    }
}
