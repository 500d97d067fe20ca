internal import UprightFormats
internal import UprightBase

/// A digest of what a file shows (``PictureDigest``), to which a format adds its picture.
package struct PictureHashing {
    private var sha256 = SHA256()
    /// The digests of the first page, of the first two and so on, if the format has pages.
    private(set) var beginnings: [String] = []

    /// Begins the digest of a picture of a type: pictures of two formats are never the same.
    init(_ type: ImageType) { add(Array("upright picture 1 \(type.rawValue)\n".utf8)) }

    /// The digest in hexadecimal digits.
    var hexadecimal: String { UprightBase.hexadecimal(sha256.finalized()) }

    mutating func endPage() { if beginnings.count < Self.mostPages { beginnings.append(hexadecimal) } }

    /// No more digests of beginnings are kept.
    private static let mostPages = 1_000

    mutating func add(_ bytes: some Collection<UInt8>) {
        if bytes.withContiguousStorageIfAvailable({ sha256.update(UnsafeRawBufferPointer($0)) }) == nil {
            Array(bytes).withUnsafeBytes { sha256.update($0) }
        }
    }

    mutating func add(_ bytes: UnsafeRawBufferPointer) { sha256.update(bytes) }

    /// Adds numbers. Each is eight bytes, so that no two lists of them look the same.
    mutating func add(_ numbers: Int...) {
        for number in numbers { withUnsafeBytes(of: Int64(number).littleEndian) { sha256.update($0) } }
    }
}
