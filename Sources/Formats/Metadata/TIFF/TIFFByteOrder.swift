internal import UprightBase

/// The byte order of numbers in a TIFF block (TIFF 6.0, section 2).
public enum TIFFByteOrder: Sendable, Hashable, Codable {
    /// `II`: the least significant byte comes first.
    case littleEndian
    /// `MM`: the most significant byte comes first.
    case bigEndian

    /// Returns the number that at most eight bytes represent.
    package func integer(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        switch self {
        case .bigEndian: bytes.bigEndianInteger
        case .littleEndian: bytes.littleEndianInteger
        }
    }

    /// Returns the low `count` bytes of a number, in this order: the inverse of ``integer(_:)``.
    package func bytes(_ value: UInt64, count: Int) -> [UInt8] {
        let little = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
        return self == .littleEndian ? little : little.reversed()
    }
}
