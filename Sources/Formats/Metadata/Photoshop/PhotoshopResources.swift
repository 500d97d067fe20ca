/// Photoshop image resources: the blocks in a JPEG's APP13 segments or a PNG's raw profile.
///
/// Unchanged parts are written byte for byte: names, padding, and the bytes after the last readable resource.
///
/// Source: Adobe Photoshop File Formats Specification, "Image Resource Blocks".
public struct PhotoshopResources: Sendable, Hashable {
    /// A resource.
    public struct Resource: Sendable, Hashable {
        /// The first four bytes, usually `8BIM`.
        public let signature: [UInt8]
        /// The number that identifies the kind of data: 0x0404 is IPTC.
        public let id: UInt16
        /// The name with its length byte and padding, byte for byte.
        let name: [UInt8]
        /// The data; new data is padded to an even length.
        public var data: [UInt8] {
            didSet { padding = data.count % 2 == 1 ? [0] : [] }
        }
        /// The byte that pads the data to an even length, if present: some writers omit it at the end.
        private var padding: [UInt8]

        /// Creates a resource without a name.
        public init(id: UInt16, data: [UInt8]) {
            self.init(
                signature: Array("8BIM".utf8), id: id, name: [0, 0], data: data,
                padding: data.count % 2 == 1 ? [0] : [])
        }

        init(signature: [UInt8], id: UInt16, name: [UInt8], data: [UInt8], padding: [UInt8]) {
            self.signature = signature
            self.id = id
            self.name = name
            self.data = data
            self.padding = padding
        }

        package var serialized: [UInt8] {
            let order = TIFFByteOrder.bigEndian
            return signature + order.bytes(UInt64(id), count: 2) + name
                + order.bytes(UInt64(data.count), count: 4) + data + padding
        }
    }

    /// The resources in order.
    public var resources: [Resource] = []
    /// The bytes after the last readable resource.
    private var rest: [UInt8]
    /// Descriptions of the unreadable parts.
    public let warnings: [String]

    /// The number of the IPTC resource.
    public static let iptc: UInt16 = 0x0404
    /// The number of the IPTC digest, with which software detects changes by other programs.
    public static let iptcDigest: UInt16 = 0x0425

    package static let resolution: UInt16 = 0x03ED
    /// The number of the grid and guides resource.
    package static let guides: UInt16 = 0x0408
    /// The number of Photoshop 4's thumbnail, whose colours are in BGR order.
    package static let oldThumbnail: UInt16 = 0x0409
    package static let thumbnail: UInt16 = 0x040C
    package static let slices: UInt16 = 0x041A
    /// The numbers of saved paths.
    package static let paths: ClosedRange<UInt16> = 0x07D0...0x0BB6

    private static let signatures = ["8BIM", "8BPS", "PHUT", "AgHg", "DCSR", "MeSa"].map { Array($0.utf8) }

    /// Reads resources (the bytes after `Photoshop 3.0\0`) up to the first one that is truncated or invalid. The
    /// inverse of ``serialized``.
    public init(parsing bytes: [UInt8]) {
        var warnings: [String] = []
        var position = 0
        while position < bytes.count {
            guard position + 12 <= bytes.count, Self.signatures.contains(Array(bytes[position..<position + 4])) else {
                // Zeros after the last block are padding.
                if bytes[position...].contains(where: { $0 != 0 }) {
                    warnings.append("photoshop: expected a resource (8BIM) at offset \(position), found other bytes")
                }
                break
            }
            func number(_ range: Range<Int>) -> Int { Int(TIFFByteOrder.bigEndian.integer(bytes[range])) }
            let nameEnd = position + 6 + (Int(bytes[position + 6]) + 2) / 2 * 2
            guard nameEnd + 4 <= bytes.count else {
                warnings.append("photoshop: the resource at offset \(position) is cut off in its name")
                break
            }
            let length = number(nameEnd..<nameEnd + 4)
            let start = nameEnd + 4
            guard length <= bytes.count - start else {
                warnings.append(
                    "photoshop: the resource at offset \(position) is cut off: expected \(length) bytes, "
                        + "found \(bytes.count - start)")
                break
            }
            let end = min(start + length + length % 2, bytes.count)
            resources.append(
                Resource(
                    signature: Array(bytes[position..<position + 4]),
                    id: UInt16(number(position + 4..<position + 6)), name: Array(bytes[position + 6..<nameEnd]),
                    data: Array(bytes[start..<start + length]), padding: Array(bytes[start + length..<end])))
            position = end
        }
        rest = Array(bytes[position...])
        self.warnings = warnings
    }

    /// Leaves out the bytes after the last readable resource if a condition says so; false if only zeros were left out.
    package mutating func dropRest(where isDropped: ([UInt8]) -> Bool) -> Bool {
        guard isDropped(rest) else { return false }
        defer { rest = [] }
        return rest.contains { $0 != 0 }
    }

    /// The resources' bytes. The inverse of ``init(parsing:)``.
    public var serialized: [UInt8] { resources.flatMap(\.serialized) + rest }
}
