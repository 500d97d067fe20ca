public import UprightGeometry
public import UprightContainers

/// Everything a JPEG, PNG or GIF file says about itself and its picture.
///
/// ``dictionary`` has the keys of ImageIO (`CGImageSourceCopyPropertiesAtIndex`); ``exif``, ``tiff``, ``gps``, ``iptc``
/// and ``xmp`` give the same in Swift's types. Nothing is decoded but metadata.
public struct ImageProperties: Sendable {
    /// The type that the content has.
    public let type: ImageType
    /// The picture's size as it is stored, in pixels; nil where ``pictureError`` says why it cannot be read.
    public let size: Size?
    /// Bits a sample; nil where the size is.
    public let depth: Int?
    /// The colour model, as ImageIO names it: `RGB`, `Gray`, `CMYK`; nil where the size is.
    public let colorModel: String?
    /// Why there is no picture that can be read; nil for a picture. The metadata are there all the same.
    public let pictureError: ImagePropertiesError?
    /// Whether the pixels carry alpha; nil where the format has no word for it.
    public let hasAlpha: Bool?
    /// How many frames there are; 1 for a still picture.
    public let frameCount: Int
    /// The blocks of metadata that the file holds.
    public let metadata: EmbeddedMetadata
    /// The tags of the Exif block; nil where there is none.
    public let exifMetadata: ExifMetadata?
    /// The XMP properties, those of the extended packet included; nil where there are none.
    public let xmp: XMPMetadata?
    /// The IPTC data sets; nil where there are none.
    public let iptc: IPTCBlock?
    /// The ICC profile; nil where there is none.
    public let profile: ICCProfile?
    /// What could not be read, and why.
    public let warnings: [String]

    let handlers: TagHandlers
    let containerProperties: [String: PropertyValue]

    /// What the Exif IFD says.
    public var exif: ExifProperties { ExifProperties(exifMetadata) }
    /// What IFD0 says.
    public var tiff: TIFFProperties { TIFFProperties(exifMetadata) }
    /// What the GPS IFD says; nil where there is none.
    public var gps: GPSProperties? { GPSProperties(exifMetadata) }
    /// How the stored picture lies, by ``OrientationPrecedence``; nil where nothing that counts says it.
    public var orientation: Orientation? { metadata.orientation?.orientation }

    /// Reads a file's properties.
    ///
    /// Damage is no error: what can be read is there, ``warnings`` says what is not, and ``pictureError`` why there is
    /// no picture.
    ///
    /// - Parameters:
    ///   - bytes: the whole file.
    ///   - handlers: who reads tags whose bytes only their definition explains.
    public init(reading bytes: [UInt8], handlers: TagHandlers = .standard) throws(ImagePropertiesError) {
        let type = ImageType.identify(bytes)
        let parts: ContainerProperties
        switch type {
        case .jpeg: parts = try ContainerProperties(jpeg: bytes)
        case .png: parts = try ContainerProperties(png: bytes)
        case .gif: parts = try ContainerProperties(gif: bytes)
        default: throw .type(type)
        }
        self.type = type
        self.handlers = handlers
        size = parts.picture?.size
        depth = parts.picture?.depth
        colorModel = parts.picture?.colorModel
        hasAlpha = parts.picture?.hasAlpha
        pictureError = parts.pictureError
        frameCount = parts.frameCount
        metadata = parts.metadata
        containerProperties = parts.dictionaries
        var warnings = parts.warnings + parts.metadata.warnings
        exifMetadata = parts.metadata.exif.flatMap { bytes in
            // The block was parsed before it was taken out of the file.
            (try? TIFFBlock(parsing: bytes)).map { ExifMetadata($0) }
        }
        warnings += exifMetadata?.warnings ?? []
        var packets: [XMPMetadata] = []
        for (name, packet) in [("XMP", parts.metadata.xmp), ("Extended XMP", parts.metadata.extendedXMP)] {
            guard let packet else { continue }
            do throws(XMPError) {
                let (read, damage) = try XMPMetadata.recovered(from: packet)
                packets.append(read)
                if let damage { warnings.append("\(name): \(damage); what stands before is read") }
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
