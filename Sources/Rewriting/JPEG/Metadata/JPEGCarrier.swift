internal import UprightContainers
internal import UprightEditing

/// What a metadata segment carries, told by its marker and the signature that its payload begins with.
package enum JPEGCarrier: String, Sendable, Hashable {
    /// `JFIF\0` in APP0.
    case jfif = "JFIF"
    /// `JFXX\0` in APP0.
    case jfxx = "JFXX"
    /// `Exif\0\0` in APP1.
    case exif = "Exif"
    /// The standard XMP packet in APP1.
    case xmp = "XMP"
    /// A piece of the extended XMP packet in APP1.
    case extendedXMP = "Extended XMP"
    /// `MPF\0` in APP2.
    case mpf = "MPF"
    /// `ICC_PROFILE\0` in APP2.
    case icc = "ICC"
    /// ISO 21496-1 gain map metadata in APP2.
    case gainMap = "ISO 21496-1"
    /// JUMBF boxes in APP11, C2PA content credentials among them.
    case jumbf = "JUMBF"
    /// Photoshop image resources in APP13.
    case photoshop = "Photoshop"
    /// `Adobe` in APP14: the colour transform.
    case adobe = "Adobe"
    /// Anything else.
    case other = ""

    /// The signature at the head of the payload; empty for ``other``.
    package var signature: [UInt8] {
        switch self {
        case .jfif: Array("JFIF\0".utf8)
        case .jfxx: Array("JFXX\0".utf8)
        case .exif: Array("Exif\0\0".utf8)
        case .xmp: Array("http://ns.adobe.com/xap/1.0/\0".utf8)
        case .extendedXMP: Array("http://ns.adobe.com/xmp/extension/\0".utf8)
        case .mpf: Array("MPF\0".utf8)
        case .icc: Array("ICC_PROFILE\0".utf8)
        case .gainMap: Array("urn:iso:std:iso:ts:21496:-1\0".utf8)
        case .jumbf: Array("JP".utf8)
        case .photoshop: Array("Photoshop 3.0\0".utf8)
        case .adobe: Array("Adobe".utf8)
        case .other: []
        }
    }

    private static let byMarker: [UInt8: [JPEGCarrier]] = [
        0xE0: [.jfif, .jfxx], 0xE1: [.exif, .xmp, .extendedXMP], 0xE2: [.mpf, .icc, .gainMap], 0xEB: [.jumbf],
        0xED: [.photoshop], 0xEE: [.adobe],
    ]

    /// What a segment with the given marker and payload carries.
    package init(marker: UInt8, payload: ArraySlice<UInt8>) {
        let candidates = Self.byMarker[marker] ?? []
        self = candidates.first { payload.starts(with: $0.signature) } ?? .other
        // Some writers leave the second NUL of `Exif\0\0` as another byte; readers accept that.
        if self == .other, marker == 0xE1, payload.count > 6, payload.starts(with: Array("Exif\0".utf8)) {
            self = .exif
        }
    }

    /// The name of a part for the account: `APP1 Exif`, `COM`.
    func partName(marker: UInt8) -> PartName {
        let name = JPEGMarker.name(marker)
        return PartName(self == .other ? name : name + " " + rawValue, carrier: carrier)
    }

    /// The carrier of metadata that edits are made in.
    private var carrier: ChangeSubject.Carrier? {
        switch self {
        case .exif: .exif
        case .xmp, .extendedXMP: .xmp
        case .photoshop: .iptc
        default: nil
        }
    }
}
