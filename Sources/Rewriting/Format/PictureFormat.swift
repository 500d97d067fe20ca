package import UprightBase
package import UprightFormats
package import UprightCodecs

/// A format of picture files. ``PictureFormats`` lists all of them; nothing else names a format.
package protocol PictureFormat: Sendable {
    /// A file of the format.
    associatedtype Document: PictureDocument

    /// What identifies the files of the format.
    var description: FormatDescription { get }

    /// Reads the structure of a file.
    func document(of bytes: [UInt8]) throws(FormatError) -> Document

    /// Reads what the container says of its picture, and extracts the metadata blocks. A file whose picture cannot be
    /// read still has metadata.
    func properties(of bytes: [UInt8]) throws(ImagePropertiesError) -> ContainerProperties

    /// Decodes a picture that is small enough for a thumbnail of the given edge; of an animation, the first frame.
    ///
    /// - Parameters:
    ///   - edge: the largest side in pixels; a smaller picture keeps its size.
    ///   - maximumPixels: pictures with more pixels are refused before they are decoded.
    func smallPicture(of bytes: [UInt8], edge: Int, maximumPixels: Int) throws(CodecError) -> SmallPicture

    /// The frames of an animation, without decoding them; nil if the file has only one picture. Default: nil.
    func animation(in bytes: [UInt8]) throws(FormatError) -> CodedAnimation?

    /// Adds what an upright file shows to a digest: what no turn without loss, no other metadata and no other way to code the
    /// same picture changes.
    ///
    /// - Returns: whether the whole picture could be read.
    func addPicture(of bytes: [UInt8], to digest: inout PictureHashing) -> Bool

    /// The orientation that viewers take from the container, whatever the metadata say. Default: nil, viewers follow them.
    func containerOrientation(of bytes: [UInt8]) -> Orientation?

    /// Looks for the end of a file, without decoding anything: a file that is still being written lacks it.
    ///
    /// - Returns: what is missing, `the IEND chunk`; nil if the end was found. More bytes may follow it.
    func missingEnd<Window: ByteWindow>(in window: inout Window) throws(Window.Failure) -> String?

    /// Reads the parts of a large file that a document looks at, if it copies all others as they are
    /// (``PictureDocument/patch()``). Default: nil, a document looks at all of it.
    func sparse<Source: ByteSource>(_ source: Source) throws(Source.Failure) -> SparseBytes?

    /// Whether pictures of the format can be decoded. Default: true.
    var isDecoded: Bool { get }

    /// Whether the next picture can use the large memory of the last one (``ByteBuffer/keepMemory(upTo:)``). Default: false.
    var reusesMemory: Bool { get }

    /// Whether a file without any known signature can be of the format. Default: false.
    func admits(unidentified bytes: [UInt8]) -> Bool

    /// Reads the blocks of metadata, the parts of the picture and everything else that a file holds, so that every byte that can
    /// say something belongs to one; nil if the file cannot be read.
    func blocks(of bytes: [UInt8]) -> [PictureBlock]?
}

extension PictureFormat {
    func document(reading bytes: [UInt8]) throws(ImagePropertiesError) -> Document {
        do throws(FormatError) { return try document(of: bytes) } catch { throw .structure(error.description) }
    }
    package func animation(in bytes: [UInt8]) throws(FormatError) -> CodedAnimation? { nil }
    package func containerOrientation(of bytes: [UInt8]) -> Orientation? { nil }
    package func sparse<Source: ByteSource>(_ source: Source) throws(Source.Failure) -> SparseBytes? { nil }
    package var isDecoded: Bool { true }
    package var reusesMemory: Bool { false }
    package func admits(unidentified bytes: [UInt8]) -> Bool { false }
}
