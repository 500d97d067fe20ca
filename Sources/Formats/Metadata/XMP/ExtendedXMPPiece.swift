internal import UprightBase

/// A piece of an XMP packet that is too large for one segment.
///
/// It consists of the signature, 32 hexadecimal digits (the MD5 of the whole packet), the length of the whole packet,
/// the offset of the piece in it, and the piece's bytes.
///
/// Source: XMP specification, part 3, 1.1.3.1.
package enum ExtendedXMPPiece {
    /// The number of bytes before those of the packet.
    package static let headLength = JPEGCarrier.extendedXMP.signature.count + 32 + 4 + 4

    /// Returns the name of a packet with the given bytes.
    package static func name(of packet: [UInt8]) -> [UInt8] { Array(hexadecimal(MD5.hash(packet)).uppercased().utf8) }

    /// Returns the payload of the segment that carries part of a packet.
    package static func payload(_ part: Range<Int>, of packet: [UInt8], named name: [UInt8]) -> [UInt8] {
        func long(_ value: Int) -> [UInt8] { TIFFByteOrder.bigEndian.bytes(UInt64(value), count: 4) }
        return JPEGCarrier.extendedXMP.signature + name + long(packet.count) + long(part.lowerBound) + packet[part]
    }
}
