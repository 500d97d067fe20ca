public import UprightGeometry

/// What a carrier of orientation says.
public struct OrientationReading: Sendable, Hashable {
    /// The number as it is stored.
    public let raw: Int
    /// Where it stands: `exif.Orientation`, `xmp.tiff:Orientation`.
    public let carrier: String

    /// A reading of a number in a carrier.
    public init(raw: Int, carrier: String) {
        self.raw = raw
        self.carrier = carrier
    }

    /// The orientation that the number stands for; nil outside of 1...8, where it means "unknown".
    public var orientation: Orientation? { Orientation(rawValue: raw) }

    /// Reads `Orientation` from a TIFF block (without the `Exif\0\0` before it), by ``OrientationPrecedence/directories``
    /// and ``OrientationPrecedence/types``: the first value in 1...8; else the first number.
    ///
    /// - Returns: nil where the block cannot be read or has none.
    public static func exif(_ tiff: [UInt8]) -> OrientationReading? {
        guard let block = try? TIFFBlock(parsing: tiff) else { return nil }
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

    /// Reads `tiff:Orientation`, as an attribute or as an element, from an XMP packet, damaged or not.
    ///
    /// - Returns: nil where the packet has none.
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
    /// How reports name the `Orientation` of a directory: `Orientation` in IFD0, `GPS.Orientation`.
    package var orientationName: String { self == .primary ? "Orientation" : "\(name).Orientation" }
}
