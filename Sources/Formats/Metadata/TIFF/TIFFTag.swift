/// The number of a tag, with the names of Exif 3.0 and TIFF 6.0. The constants here depend on the layout of the
/// picture, or lead to tags and data that do.
public struct TIFFTag: RawRepresentable, Sendable, Hashable {
    /// The tag's number.
    public let rawValue: UInt16

    /// Creates the tag with the given number.
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// The orientation of the stored picture, in a page's directory.
    public static let orientation = TIFFTag(rawValue: 0x0112)
    /// The number of columns, in a page's directory.
    public static let imageWidth = TIFFTag(rawValue: 0x0100)
    /// The number of rows, in a page's directory.
    public static let imageLength = TIFFTag(rawValue: 0x0101)
    /// The number of bits per component.
    public static let bitsPerSample = TIFFTag(rawValue: 0x0102)
    /// The compression of the strips: 1 none, 6 JPEG.
    public static let compression = TIFFTag(rawValue: 0x0103)
    /// The colour space of the components: 2 RGB, 6 YCbCr.
    public static let photometricInterpretation = TIFFTag(rawValue: 0x0106)
    /// The offsets of the strips.
    public static let stripOffsets = TIFFTag(rawValue: 0x0111)
    /// The number of components per pixel.
    public static let samplesPerPixel = TIFFTag(rawValue: 0x0115)
    /// The number of rows per strip.
    public static let rowsPerStrip = TIFFTag(rawValue: 0x0116)
    /// The number of bytes in each strip.
    public static let stripByteCounts = TIFFTag(rawValue: 0x0117)
    /// Pixels per unit along the rows.
    public static let xResolution = TIFFTag(rawValue: 0x011A)
    /// Pixels per unit along the columns.
    public static let yResolution = TIFFTag(rawValue: 0x011B)
    /// Whether components are stored pixel by pixel (1) or plane by plane (2).
    public static let planarConfiguration = TIFFTag(rawValue: 0x011C)
    /// The offsets of the tiles.
    public static let tileOffsets = TIFFTag(rawValue: 0x0144)
    /// The offsets of further directories.
    public static let subIFDs = TIFFTag(rawValue: 0x014A)
    /// The offset of the JPEG thumbnail.
    public static let jpegInterchangeFormat = TIFFTag(rawValue: 0x0201)
    /// The length of the JPEG thumbnail in bytes.
    public static let jpegInterchangeFormatLength = TIFFTag(rawValue: 0x0202)
    /// The sampling of chroma, horizontal and vertical.
    public static let yCbCrSubSampling = TIFFTag(rawValue: 0x0212)
    /// The offset of the Exif directory.
    public static let exifIFD = TIFFTag(rawValue: 0x8769)
    /// The offset of the GPS directory.
    public static let gpsIFD = TIFFTag(rawValue: 0x8825)
    /// The width of the picture, in the interoperability directory.
    public static let relatedImageWidth = TIFFTag(rawValue: 0x1001)
    /// The height of the picture, in the interoperability directory.
    public static let relatedImageLength = TIFFTag(rawValue: 0x1002)
    /// The offset of the interoperability directory.
    public static let interoperabilityIFD = TIFFTag(rawValue: 0xA005)
    /// The maker note: data in the camera maker's own format.
    public static let makerNote = TIFFTag(rawValue: 0x927C)
    /// The area of the main subject: a point, a circle or a rectangle, in pixels.
    public static let subjectArea = TIFFTag(rawValue: 0x9214)
    /// The number of valid columns.
    public static let pixelXDimension = TIFFTag(rawValue: 0xA002)
    /// The number of valid rows.
    public static let pixelYDimension = TIFFTag(rawValue: 0xA003)
    /// Pixels per unit of the focal plane, along the rows.
    public static let focalPlaneXResolution = TIFFTag(rawValue: 0xA20E)
    /// Pixels per unit of the focal plane, along the columns.
    public static let focalPlaneYResolution = TIFFTag(rawValue: 0xA20F)
    /// The location of the main subject: a point, in pixels.
    public static let subjectLocation = TIFFTag(rawValue: 0xA214)
}
