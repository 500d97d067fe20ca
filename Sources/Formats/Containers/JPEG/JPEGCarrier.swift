/// The content of a metadata segment, identified by its marker and the signature at the start of its payload.
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
    /// JUMBF boxes in APP11, which include C2PA content credentials.
    case jumbf = "JUMBF"
    /// Photoshop image resources in APP13.
    case photoshop = "Photoshop"
    /// `Adobe` in APP14: the colour transform.
    case adobe = "Adobe"
    /// Anything else.
    case other = ""

    /// The signature at the start of the payload; empty for ``other``.
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

    /// Quirk: a tool overwrites the first four bytes of the XMP signature with `XMP\0`; readers still accept the
    /// packet.
    package static let overwrittenXMPSignature = Array("XMP\0://ns.adobe.com/xap/1.0/\0".utf8)

    /// The marker of the segments with this content; nil for ``other``.
    package var marker: UInt8? {
        switch self {
        case .jfif, .jfxx: JPEGMarker.app0
        case .exif, .xmp, .extendedXMP: JPEGMarker.app1
        case .mpf, .icc, .gainMap: JPEGMarker.app2
        case .jumbf: JPEGMarker.app11
        case .photoshop: JPEGMarker.app13
        case .adobe: JPEGMarker.app14
        case .other: nil
        }
    }

    private static let byMarker: [UInt8: [JPEGCarrier]] = Dictionary(
        grouping: [
            .jfif, .jfxx, .exif, .xmp, .extendedXMP, .mpf, .icc, .gainMap, .jumbf, .photoshop, .adobe,
        ]) { $0.marker ?? 0 }

    /// The content of a segment with the given marker and payload.
    package init(marker: UInt8, payload: ArraySlice<UInt8>) {
        let candidates = Self.byMarker[marker] ?? []
        self = candidates.first { payload.starts(with: $0.signature) } ?? .other
        // Some writers put another byte in place of the second NUL of `Exif\0\0`; readers accept that.
        if self == .other, marker == JPEGMarker.app1, payload.count > 6, payload.starts(with: Array("Exif\0".utf8)) {
            self = .exif
        }
    }

    /// Returns the name of a segment: `APP1 Exif`, `COM`.
    package func name(marker: UInt8) -> String {
        self == .other ? JPEGMarker.name(marker) : JPEGMarker.name(marker) + " " + rawValue
    }
}
