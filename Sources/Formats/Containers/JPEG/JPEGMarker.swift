/// The second byte of a JPEG marker, with the names of ITU-T T.81, table B.1.
public enum JPEGMarker {
    /// The first byte of every marker.
    public static let prefix: UInt8 = 0xFF
    /// The first bytes of a JPEG file: SOI and the prefix of the next marker.
    public static let start: [UInt8] = [prefix, soi, prefix]
    /// Temporary use in arithmetic coding; stands alone.
    public static let tem: UInt8 = 0x01
    /// Start of frame, baseline DCT. The other frames are `sof0 + n`.
    public static let sof0: UInt8 = 0xC0
    /// Start of frame, extended sequential DCT.
    public static let sof1: UInt8 = 0xC1
    /// Start of frame, progressive DCT.
    public static let sof2: UInt8 = 0xC2
    /// Start of frame, lossless.
    public static let sof3: UInt8 = 0xC3
    /// Start of frame, extended sequential DCT; the first marker with arithmetic coding.
    public static let sof9: UInt8 = 0xC9
    /// Define Huffman tables.
    public static let dht: UInt8 = 0xC4
    /// Reserved for extensions.
    public static let jpg: UInt8 = 0xC8
    /// Define arithmetic coding conditioning.
    public static let dac: UInt8 = 0xCC
    /// Restart 0, the first of eight; stands alone.
    public static let rst0: UInt8 = 0xD0
    /// Restart 7, the last; stands alone.
    public static let rst7: UInt8 = 0xD7
    /// Start of image; stands alone.
    public static let soi: UInt8 = 0xD8
    /// End of image; stands alone.
    public static let eoi: UInt8 = 0xD9
    /// Start of scan.
    public static let sos: UInt8 = 0xDA
    /// Define quantization tables.
    public static let dqt: UInt8 = 0xDB
    /// Define number of lines.
    public static let dnl: UInt8 = 0xDC
    /// Define restart interval.
    public static let dri: UInt8 = 0xDD
    /// Define hierarchical progression.
    public static let dhp: UInt8 = 0xDE
    /// Expand reference components.
    public static let exp: UInt8 = 0xDF
    /// Application segment 0, the first of sixteen.
    public static let app0: UInt8 = 0xE0
    /// Application segment 1: Exif and XMP.
    public static let app1: UInt8 = 0xE1
    /// Application segment 2: ICC profiles and the multi-picture index.
    public static let app2: UInt8 = 0xE2
    /// Application segment 6: GoPro telemetry.
    public static let app6: UInt8 = 0xE6
    /// Application segment 11: JUMBF.
    public static let app11: UInt8 = 0xEB
    /// Application segment 13: Photoshop image resources.
    public static let app13: UInt8 = 0xED
    /// Application segment 14: Adobe's colour transform.
    public static let app14: UInt8 = 0xEE
    /// Application segment 15, the last.
    public static let app15: UInt8 = 0xEF
    /// JPEG extension 0, the first of fourteen; reserved.
    public static let jpg0: UInt8 = 0xF0
    /// JPEG extension 13, the last.
    public static let jpg13: UInt8 = 0xFD
    /// Comment.
    public static let com: UInt8 = 0xFE

    /// Whether the marker has no length and no payload.
    public static func standsAlone(_ marker: UInt8) -> Bool {
        marker == tem || (rst0...eoi).contains(marker)
    }

    /// Whether the marker is a restart.
    public static func isRestart(_ marker: UInt8) -> Bool { (rst0...rst7).contains(marker) }

    /// The restart marker for a restart number; the markers repeat after eight.
    public static func restart(_ number: Int) -> UInt8 { rst0 + UInt8(truncatingIfNeeded: number & 7) }

    /// Whether the marker starts a frame (`SOF0` to `SOF15` without `DHT`, `JPG` and `DAC`).
    public static func startsFrame(_ marker: UInt8) -> Bool {
        (0xC0...0xCF).contains(marker) && marker != dht && marker != jpg && marker != dac
    }

    /// Whether the segment is an application segment or a comment, which a decoder of coefficients ignores.
    public static func isMetadata(_ marker: UInt8) -> Bool {
        (app0...app15).contains(marker) || marker == com
    }

    /// Whether the marker is reserved (ITU-T T.81, table B.1: RES and JPG): every decoder stops at it.
    package static func isReserved(_ marker: UInt8) -> Bool {
        (0x02...0xBF).contains(marker) || (jpg0...jpg13).contains(marker)
    }

    /// The marker's name in the standard: `APP1`, `SOF0`, `DQT`.
    public static func name(_ marker: UInt8) -> String {
        switch marker {
        case tem: "TEM"
        case dht: "DHT"
        case jpg: "JPG"
        case dac: "DAC"
        case 0xC0...0xCF: "SOF\(marker - sof0)"
        case rst0...rst7: "RST\(marker - rst0)"
        case soi: "SOI"
        case eoi: "EOI"
        case sos: "SOS"
        case dqt: "DQT"
        case dnl: "DNL"
        case dri: "DRI"
        case dhp: "DHP"
        case exp: "EXP"
        case app0...app15: "APP\(marker - app0)"
        case jpg0...jpg13: "JPG\(marker - jpg0)"
        case com: "COM"
        default: "RES" + String(marker, radix: 16, uppercase: true)
        }
    }
}
