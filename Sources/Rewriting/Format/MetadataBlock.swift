internal import UprightFormats

/// A block of metadata in a container, as the plans left it.
struct MetadataBlock: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
        case exif, xmp
        /// Photoshop's image resources, with IPTC data sets in one of them.
        case photoshop
        /// IPTC data sets by themselves.
        case iptc
    }

    let kind: Kind
    /// The part of the file that holds it: the index of a chunk, a block or a segment, the number of an item.
    let part: Int
    /// What it is called in messages: `EXIF chunk`.
    let name: String
    /// What warnings about its turn begin with. Default: nothing.
    var label = ""
    /// Where it is in the file.
    let offset: Int
    /// The bytes before the block, which stay as they are: `Exif\0\0` or nothing.
    var prefix: [UInt8] = []
    var bytes: [UInt8]
    /// Whether it describes the picture, and not another item of the file.
    var isPrimary = true
    /// The hexadecimal text of a PNG that holds it; nil for bytes as they are.
    var profile: PNGRawProfile?

    /// What the part holds; nothing if nothing is left of the block.
    var payload: [UInt8] { bytes.isEmpty ? [] : prefix + bytes }

    /// The carrier of orientation that it is; nil if it can hold none.
    private var carrier: OrientationCarrier? {
        switch kind {
        case .exif: profile == nil ? .exif : .rawProfile
        case .xmp: .xmp
        case .photoshop, .iptc: nil
        }
    }

    private var orientation: OrientationReading? { kind == .exif ? .exif(bytes) : .xmp(bytes) }

    /// Decides which orientation of a file's blocks counts; of Exif blocks of a kind, only the first can.
    static func precedence(_ blocks: [MetadataBlock]) -> OrientationPrecedence {
        var seen: Set<OrientationCarrier> = []
        return OrientationPrecedence(
            blocks.compactMap { block in
                guard var carrier = block.carrier else { return nil }
                if !seen.insert(carrier).inserted, carrier != .xmp { carrier = .furtherExif }
                return block.orientation.map { (carrier, $0) }
            })
    }
}

extension MetadataTurn {
    /// Turns a block of any kind. Data sets of IPTC say nothing of places in the picture.
    func turned(_ block: MetadataBlock) -> Turned {
        switch block.kind {
        case .exif: exif(block.bytes)
        case .xmp: xmp(block.bytes)
        case .photoshop: photoshop(block.bytes)
        case .iptc: Turned(bytes: block.bytes)
        }
    }
}

extension TIFFBlock {
    /// The maker of the camera in an Exif block; nil if it names none.
    static func make(of exif: [UInt8]?) -> String? {
        guard let exif, let block = try? TIFFBlock(parsing: exif), let entry = block.entry(.make, in: .primary) else {
            return nil
        }
        return block.text(entry).map { String(decoding: $0, as: UTF8.self) }
    }
}
