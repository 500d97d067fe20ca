/// The metadata blocks of a file, extracted from its container.
public struct EmbeddedMetadata: Sendable {
    /// The first readable Exif block, without the `Exif\0\0` before it.
    public var exif: [UInt8]? { exifBlock?.bytes }
    /// The same, with its directories.
    private(set) var exifBlock: TIFFBlock?
    /// The XMP packet.
    public internal(set) var xmp: [UInt8]?
    /// The extended XMP packet, if the standard packet names one.
    public internal(set) var extendedXMP: [UInt8]?
    /// The Photoshop image resources.
    public internal(set) var photoshop: [UInt8]?
    /// The IPTC blocks; usually one.
    public internal(set) var iptc: [[UInt8]] = []
    /// The ICC profile.
    public internal(set) var icc: [UInt8]?
    /// The carrier of orientation that the Exif block is.
    var exifCarrier = OrientationCarrier.exif
    /// The carrier of orientation that the XMP packet is.
    var xmpCarrier = OrientationCarrier.xmp
    /// Descriptions of what could not be extracted.
    public internal(set) var warnings: [String] = []

    /// The maximum size in bytes of a file's metadata once inflated.
    package static let inflationLimit = 64 << 20

    init() {}

    /// The blocks of a container that holds each kind as it is.
    ///
    /// - Parameter exif: the Exif block, readable or not.
    package init(
        exif: [UInt8]?, xmp: [UInt8]?, icc: [UInt8]?, photoshop: [UInt8]? = nil, iptc: [UInt8]? = nil
    ) {
        self.init()
        self.xmp = xmp
        self.icc = icc
        if let iptc { self.iptc = [iptc] }
        if let photoshop { add(photoshop: photoshop) }
        if let exif { add(exif: exif, at: 0) }
    }

    /// The reading that decides the orientation, by ``OrientationPrecedence``; nil if no carrier that counts gives one.
    public var orientation: OrientationReading? {
        let readings: [(carrier: OrientationCarrier, read: () -> OrientationReading?)] = [
            (exifCarrier, { exifBlock.flatMap { .exif($0) } }), (xmpCarrier, { xmp.flatMap { .xmp($0) } }),
            (.extendedXMP, { extendedXMP.flatMap { .xmp($0) } }),
        ]
        return OrientationPrecedence.counting(readings)
    }

    /// The blocks of a JPEG file's segments.
    init(of segments: [JPEGSegment], in bytes: [UInt8]) {
        self.init(
            of: segments.map { JPEGPayload(marker: $0.marker, offset: $0.range.lowerBound, bytes: bytes[$0.payload]) })
    }

    /// A segment of a JPEG file with its payload, wherever the bytes are stored.
    package struct JPEGPayload {
        /// The marker's second byte.
        let marker: UInt8
        /// The offset of the segment in its file, for warnings.
        let offset: Int
        let bytes: ArraySlice<UInt8>

        /// Creates a segment with the given payload.
        package init(marker: UInt8, offset: Int, bytes: ArraySlice<UInt8>) {
            self.marker = marker
            self.offset = offset
            self.bytes = bytes
        }
    }

    /// The blocks of the given segments of a JPEG file.
    package init(of segments: [JPEGPayload]) {
        self.init()
        var photoshopParts: [UInt8] = []
        var profiles: [Int: ArraySlice<UInt8>] = [:]
        var profileCount = 0
        var extended: [(guid: [UInt8], total: Int, offset: Int, data: ArraySlice<UInt8>)] = []
        var isBehindScan = false
        var blocks = 0
        var continuation: [UInt8] = []
        for segment in segments {
            isBehindScan = isBehindScan || segment.marker == JPEGMarker.sos
            let payload = segment.bytes
            func after(_ signature: [UInt8]) -> ArraySlice<UInt8>? {
                payload.starts(with: signature) ? payload.dropFirst(signature.count) : nil
            }
            switch segment.marker {
            case JPEGMarker.app1:
                // The standard requires a NUL as the sixth byte; some writers use 0xFF.
                if let rest = after(Array(JPEGCarrier.exif.signature.dropLast())), rest.count > 1 {
                    let block = rest.dropFirst()
                    if exifBlock != nil, !Self.isBlock(block) {
                        // A block of more than a segment goes on in the next one.
                        continuation += block
                        break
                    }
                    if exif == nil { exifCarrier = isBehindScan ? .behindScan : blocks > 0 ? .furtherExif : .exif }
                    blocks += 1
                    add(exif: Array(block), at: segment.offset)
                } else if let packet = after(JPEGCarrier.xmp.signature) ?? after(JPEGCarrier.overwrittenXMPSignature) {
                    if xmp == nil, isBehindScan { xmpCarrier = .behindScan }
                    xmp = xmp ?? Array(packet)
                } else if let rest = after(JPEGCarrier.extendedXMP.signature), rest.count >= 40 {
                    let order = TIFFByteOrder.bigEndian
                    let head = rest.startIndex + 32
                    extended.append(
                        (
                            Array(rest.prefix(32)), Int(order.integer(rest[head..<head + 4])),
                            Int(order.integer(rest[head + 4..<head + 8])), rest.dropFirst(40)
                        ))
                }
            case JPEGMarker.app2:
                if let rest = after(JPEGCarrier.icc.signature), rest.count > 2 {
                    profiles[Int(rest[rest.startIndex])] = rest.dropFirst(2)
                    profileCount = Int(rest[rest.startIndex + 1])
                }
            case JPEGMarker.app13:
                if let rest = after(JPEGCarrier.photoshop.signature) { photoshopParts += rest }
            default: break
            }
        }
        if let first = exif, !continuation.isEmpty {
            exifBlock = (try? TIFFBlock(parsing: first + continuation)) ?? exifBlock
        }
        if !photoshopParts.isEmpty { add(photoshop: photoshopParts) }
        let parts = profiles.keys.sorted()
        if !parts.isEmpty {
            if parts.count < profileCount {
                warnings.append("ICC profile: expected \(profileCount) segments, found \(parts.count)")
            }
            icc = parts.flatMap { profiles[$0] ?? [] }
        }
        add(extended: extended)
    }

    /// Whether bytes begin as an Exif block does, with a byte order.
    private static func isBlock(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.starts(with: Array("II".utf8)) || bytes.starts(with: Array("MM".utf8))
    }

    mutating func add(exif block: [UInt8], at offset: Int) {
        if exif != nil {
            warnings.append("another Exif block at byte \(offset) is ignored: only the first one counts")
            return
        }
        do throws(FormatError) {
            exifBlock = try TIFFBlock(parsing: block)
        } catch {
            warnings.append("Exif block at byte \(offset): \(error)")
        }
    }

    mutating func add(photoshop block: [UInt8]) {
        photoshop = block
        iptc += PhotoshopResources(parsing: block).resources.filter { $0.id == PhotoshopResources.iptc }.map(\.data)
    }

    private mutating func add(extended: [(guid: [UInt8], total: Int, offset: Int, data: ArraySlice<UInt8>)]) {
        guard let first = extended.first else { return }
        let named = xmp.flatMap { try? XMPMetadata(parsing: $0) }?["xmpNote:HasExtendedXMP"]?.text
        let guid = named.map { Array($0.utf8) } ?? first.guid
        let pieces = extended.filter { $0.guid == guid }.sorted { $0.offset < $1.offset }
        var packet: [UInt8] = []
        for piece in pieces where piece.offset == packet.count { packet += piece.data }
        if named == nil || pieces.isEmpty || packet.count != pieces.first?.total {
            warnings.append(
                "Extended XMP: expected \(pieces.first?.total ?? first.total) bytes, found \(packet.count)"
                    + (named == nil ? ", which the XMP packet does not name" : ""))
        }
        if !packet.isEmpty, named != nil { extendedXMP = packet }
    }
}
