internal import UprightBytes

/// The order of the bytes of a number in a TIFF block (TIFF 6.0, section 2).
public enum TIFFByteOrder: Sendable, Hashable, Codable {
    /// `II`: the least significant byte comes first.
    case littleEndian
    /// `MM`: the most significant byte comes first.
    case bigEndian

    /// The number that the given bytes, at most eight, stand for.
    package func integer(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        switch self {
        case .bigEndian: bytes.bigEndianInteger
        case .littleEndian: bytes.littleEndianInteger
        }
    }

    /// The low `count` bytes of a number, in this order: the inverse of ``integer(_:)``.
    package func bytes(_ value: UInt64, count: Int) -> [UInt8] {
        let little = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
        return self == .littleEndian ? little : little.reversed()
    }
}
