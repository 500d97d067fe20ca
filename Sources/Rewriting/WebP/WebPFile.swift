internal import UprightBase
internal import UprightFormats

/// The structure of a WebP file: a RIFF header, chunks, and the bytes after them. Source: RFC 9649, section 2.
struct WebPFile {
    /// A chunk: a code of four characters, a length (32 bits, little-endian), the payload, and a byte of padding if the
    /// length is odd.
    struct Chunk: Sendable, Hashable {
        /// The code, `VP8X`, `EXIF`, `XMP `; see ``code(of:)``.
        var code: String
        /// The whole chunk with its padding.
        var range: Range<Int>
        var payload: Range<Int>

        /// Returns a code as text, one character for each byte, whatever it is.
        static func code(of bytes: some Sequence<UInt8>) -> String {
            var scalars = String.UnicodeScalarView()
            for byte in bytes { scalars.append(UnicodeScalar(byte)) }
            return String(scalars)
        }

        /// Returns the four bytes of a code: the inverse of ``code(of:)``.
        static func bytes(ofCode code: String) -> [UInt8] {
            code.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
        }

        /// Returns a chunk with its padding.
        static func serialized(_ code: String, _ payload: some Collection<UInt8>) -> [UInt8] {
            bytes(ofCode: code) + UInt32(truncatingIfNeeded: payload.count).littleEndianBytes + payload
                + (payload.count & 1 == 1 ? [0] : [])
        }
    }

    /// The length of the RIFF header: `RIFF`, the length of what follows, `WEBP`.
    static let headerLength = 12

    /// The chunks in file order.
    let chunks: [Chunk]
    /// The bytes after the last chunk.
    let trailer: Range<Int>
    /// What the chunks say of the picture.
    let picture: WebPPicture
    /// Descriptions of damage.
    let warnings: [String]

    /// Reads the structure of a file.
    ///
    /// - Throws: if the header or the picture's own header is missing or unreadable.
    init(parsing bytes: [UInt8]) throws(FormatError) {
        guard bytes.count >= Self.headerLength, bytes.contains(Array("RIFF".utf8), at: 0),
            bytes.contains(Array("WEBP".utf8), at: 8)
        else { throw FormatError("expected RIFF and WEBP at byte 0, found \(bytes.count) other bytes") }
        let declared = Int(bytes[4..<8].littleEndianInteger)
        var warnings: [String] = []
        // The declared length counts from byte 8.
        let end = min(bytes.count, declared + 8)
        if declared + 8 > bytes.count {
            warnings.append("expected \(declared + 8) bytes by the RIFF header, found \(bytes.count)")
        }
        let scan = WebPChunkScan(Self.headerLength..<max(Self.headerLength, end), in: bytes)
        warnings += scan.warnings
        chunks = scan.chunks
        trailer = scan.end..<bytes.count
        self.warnings = warnings
        picture = try WebPPicture(of: chunks, in: bytes)
    }

    /// Returns a file of its own with the chunks of one picture.
    static func still(_ chunks: [Chunk], of size: Size, in bytes: [UInt8]) -> [UInt8] {
        still(chunks.map { ($0.code, bytes[$0.payload]) }, of: size)
    }

    static func still(_ chunks: [(code: String, payload: ArraySlice<UInt8>)], of size: Size) -> [UInt8] {
        var body = Array("WEBP".utf8)
        if chunks.contains(where: { $0.code == "ALPH" }) {
            var header = [UInt8](repeating: 0, count: 10)
            header[0] = WebPPicture.Flag.alpha
            WebPPicture.set(size, in: &header)
            body += Chunk.serialized("VP8X", header)
        }
        for chunk in chunks { body += Chunk.serialized(chunk.code, chunk.payload) }
        return Chunk.bytes(ofCode: "RIFF") + UInt32(truncatingIfNeeded: body.count).littleEndianBytes + body
    }

    /// Whether the background of an animation is transparent (`ANIM`, RFC 9649, section 2.7.1.1: blue, green, red, alpha).
    func hasTransparentBackground(in bytes: [UInt8]) -> Bool {
        chunks("ANIM").first.map { $0.payload.count >= 4 && bytes[$0.payload.lowerBound + 3] == 0 } ?? false
    }

    func chunks(_ code: String) -> [Chunk] { chunks.filter { $0.code == code } }
}
