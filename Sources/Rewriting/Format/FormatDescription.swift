public import UprightFormats

/// What identifies the files of a format.
public struct FormatDescription: Sendable, Hashable {
    /// The uniform type identifier.
    public let type: ImageType
    /// The format's name, `JPEG`.
    public let name: String
    /// The extensions of its files, in lower case and without a dot, with the one for new files first.
    public let filenameExtensions: [String]
    /// The media types (RFC 6838), with the registered one first.
    public let mimeTypes: [String]
    /// The bytes by which a file is recognized: any of these.
    public let signatures: [FormatSignature]
    /// Whether a file can hold an animation.
    public let animates: Bool
    /// Whether a file can hold Exif metadata; if not, positions and times are written to XMP.
    public let holdsExif: Bool
    /// Whether a file without IPTC data can get some.
    public let holdsIPTC: Bool

    /// Creates a description.
    public init(
        type: ImageType, name: String, filenameExtensions: [String], mimeTypes: [String],
        signatures: [FormatSignature], animates: Bool, holdsExif: Bool = true, holdsIPTC: Bool = false
    ) {
        self.type = type
        self.name = name
        self.filenameExtensions = filenameExtensions
        self.mimeTypes = mimeTypes
        self.signatures = signatures
        self.animates = animates
        self.holdsExif = holdsExif
        self.holdsIPTC = holdsIPTC
    }

    /// Whether a file of the format can have the given extension (without a dot, in any case).
    public func accepts(filenameExtension: some StringProtocol) -> Bool {
        filenameExtensions.contains(filenameExtension.lowercased())
    }
}

/// The bytes at fixed offsets by which a file is recognized: all of these.
public struct FormatSignature: Sendable, Hashable {
    /// The bytes and their offsets from the start of the file.
    public let pieces: [Int: [UInt8]]

    /// Creates a signature of bytes at offsets.
    public init(_ pieces: [Int: [UInt8]]) { self.pieces = pieces }

    /// Creates a signature of bytes at the start of the file.
    public init(_ bytes: [UInt8]) { self.init([0: bytes]) }

    /// Whether a file starts with these bytes.
    ///
    /// - Parameter prefix: the first bytes of the file.
    public func matches(_ prefix: [UInt8]) -> Bool {
        pieces.allSatisfy { offset, bytes in prefix.count >= offset && prefix[offset...].starts(with: bytes) }
    }
}
