/// Photoshop image resources: the blocks in a JPEG's APP13 segments or a PNG's raw profile.
///
/// What the blocks do not explain (a cut-off last block, padding) is kept as it is.
///
/// Source: Adobe Photoshop File Formats Specification, "Image Resource Blocks".
public struct PhotoshopResources: Sendable, Hashable {
    /// One resource.
    public struct Resource: Sendable, Hashable {
        /// The block's signature, `8BIM` mostly.
        public let signature: [UInt8]
        /// The number that says what the data is.
        public let id: UInt16
        /// Where the whole block lies, with the byte that pads it to an even length.
        public let range: Range<Int>
        /// Where the four bytes of the data's length lie.
        public let lengthPosition: Int
        /// Where the data lies.
        public let data: Range<Int>
    }

    /// The bytes of the resources.
    public let bytes: [UInt8]
    /// The resources in their order.
    public let resources: [Resource]
    /// What could not be read.
    public let warnings: [String]

    private static let signatures = ["8BIM", "8BPS", "PHUT", "AgHg", "DCSR", "MeSa"].map { Array($0.utf8) }

    /// Reads resources up to the first that is cut off or none.
    public init(parsing bytes: [UInt8]) {
        var resources: [Resource] = []
        var warnings: [String] = []
        var position = 0
        while position < bytes.count {
            guard position + 12 <= bytes.count,
                Self.signatures.contains(Array(bytes[position..<position + 4]))
            else {
                // Zeros after the last block are padding.
                if bytes[position...].contains(where: { $0 != 0 }) {
                    warnings.append("photoshop: expected a resource (8BIM) at offset \(position), found other bytes")
                }
                break
            }
            let nameLength = Int(bytes[position + 6])
            let lengthPosition = position + 6 + (nameLength + 2) / 2 * 2
            guard lengthPosition + 4 <= bytes.count else {
                warnings.append("photoshop: the resource at offset \(position) is cut off in its name")
                break
            }
            let length = Int(TIFFByteOrder.bigEndian.integer(bytes[lengthPosition..<lengthPosition + 4]))
            let start = lengthPosition + 4
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
                    id: UInt16(bytes[position + 4]) << 8 | UInt16(bytes[position + 5]), range: position..<end,
                    lengthPosition: lengthPosition, data: start..<start + length))
            position = end
        }
        self.bytes = bytes
        self.resources = resources
        self.warnings = warnings
    }

    /// The resources with the data of some replaced, by their place in ``resources``.
    public func replacing(_ data: [Int: [UInt8]]) -> [UInt8] {
        var result: [UInt8] = []
        var position = 0
        for (index, resource) in resources.enumerated() {
            guard let new = data[index] else { continue }
            result += bytes[position..<resource.lengthPosition]
            result += TIFFByteOrder.bigEndian.bytes(UInt64(new.count), count: 4) + new
            if new.count % 2 == 1 { result.append(0) }
            position = resource.range.upperBound
        }
        return result + bytes[position...]
    }

    /// The resources without some of them, by their place in ``resources``.
    public func removing(_ indices: Set<Int>) -> [UInt8] {
        var result: [UInt8] = []
        var position = 0
        for index in indices.sorted() where resources.indices.contains(index) {
            result += bytes[position..<resources[index].range.lowerBound]
            position = resources[index].range.upperBound
        }
        return result + bytes[position...]
    }
}
