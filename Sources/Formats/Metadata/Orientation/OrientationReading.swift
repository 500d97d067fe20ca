public import UprightBase

/// The value of a carrier of orientation.
public struct OrientationReading: Sendable, Hashable {
    /// The stored number.
    public let raw: Int
    /// The name of the carrier: `exif.Orientation`, `xmp.tiff:Orientation`.
    public let carrier: String

    /// Creates a reading of a number in a carrier.
    public init(raw: Int, carrier: String) {
        self.raw = raw
        self.carrier = carrier
    }

    /// The orientation of the number; nil outside of 1...8, where it means "unknown".
    public var orientation: Orientation? { Orientation(rawValue: raw) }

    /// Reads `Orientation` from a TIFF block (without the `Exif\0\0` before it), by
    /// ``OrientationPrecedence/directories`` and ``OrientationPrecedence/types``: the first value in 1...8, or else the
    /// first number.
    ///
    /// - Returns: nil if the block is unreadable or has no orientation.
    public static func exif(_ tiff: [UInt8]) -> OrientationReading? {
        (try? TIFFBlock(parsing: tiff)).flatMap { .exif($0) }
    }

    /// Reads `Orientation` from the directories of a TIFF block.
    static func exif(_ block: TIFFBlock) -> OrientationReading? {
        let readings = OrientationPrecedence.directories.flatMap { kind in
            (block.directory(kind)?.entries ?? []).compactMap { entry -> OrientationReading? in
                guard entry.tag == TIFFTag.orientation.rawValue, OrientationPrecedence.types.contains(entry.type),
                    let raw = block.orientation(entry), block.rationals(entry)?.first?.denominator ?? 1 == 1
                else { return nil }
                return OrientationReading(raw: raw, carrier: "exif.\(kind.orientationName)")
            }
        }
        return readings.first { $0.orientation != nil } ?? readings.first
    }

    /// Reads `tiff:Orientation`, an attribute or an element, from an XMP packet, damaged or not.
    ///
    /// - Returns: nil if the packet has none.
    public static func xmp(_ packet: [UInt8]) -> OrientationReading? {
        let readings = orientations(ofXMP: packet).map { OrientationReading(raw: $0, carrier: "xmp.tiff:Orientation") }
        return readings.first { $0.orientation != nil } ?? readings.first
    }

    private static func orientations(ofXMP packet: [UInt8]) -> [Int] {
        do {
            let packet = try XMPPacket(parsing: packet)
            return packet.properties(XMPName(.tiff, "Orientation")).compactMap { field in
                packet.trimmedValue(of: field).flatMap { Int($0) }
            }
        } catch {
            return DamagedXMP(packet).orientations
        }
    }
}

extension TIFFDirectory.Kind {
    /// The name of a directory's `Orientation` in reports: `Orientation` in IFD0, `GPS.Orientation`.
    package var orientationName: String { self == .primary ? "Orientation" : "\(name).Orientation" }
}
