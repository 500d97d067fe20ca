/// Canon's CIFF heap, which some cameras store in APP0.
///
/// Source: Canon, CIFF Specification on Image Data File, version 1.0 revision 4.
struct CIFFBlock {
    /// The values under ImageIO's `{CIFF}` keys, or under their decimal number if there is no key.
    let properties: [String: PropertyValue]

    private static let depthLimit = 8
    private static let entryLimit = 1000

    private static let names: [UInt16: String] = [
        0x0805: "Description", 0x080B: "Firmware", 0x0810: "OwnerName", 0x0815: "ImageName", 0x0816: "ImageFileName",
        0x1804: "RecordID", 0x180B: "CameraSerialNumber", 0x1817: "ImageSerialNumber", 0x1010: "ReleaseMethod",
        0x1011: "ReleaseTiming", 0x1806: "SelfTimingTime", 0x1813: "FlashExposureComp", 0x1814: "MeasuredEV",
    ]

    /// Reads the heap in a segment's payload; nil if there is none.
    init?(parsing payload: ArraySlice<UInt8>) {
        let bytes = Array(payload)
        guard bytes.count >= 18, bytes[6..<14].elementsEqual("HEAPJPGM".utf8) else { return nil }
        let order: TIFFByteOrder = bytes[0] == 0x4D ? .bigEndian : .littleEndian
        let header = Int(order.integer(bytes[2..<6]))
        guard header <= bytes.count else { return nil }
        var reader = Reader(bytes: bytes, order: order)
        reader.read(header..<bytes.count, depth: 0)
        properties = reader.properties
    }

    private struct Reader {
        let bytes: [UInt8]
        let order: TIFFByteOrder
        var properties: [String: PropertyValue] = [:]
        var count = 0

        private func integer(_ offset: Int, _ size: Int) -> Int? {
            guard offset >= 0, offset <= bytes.count - size else { return nil }
            return Int(order.integer(bytes[offset..<offset + size]))
        }

        mutating func read(_ heap: Range<Int>, depth: Int) {
            guard depth < CIFFBlock.depthLimit, heap.count >= 6, let relative = integer(heap.upperBound - 4, 4),
                relative <= heap.count - 6, let entries = integer(heap.lowerBound + relative, 2)
            else { return }
            for index in 0..<entries {
                count += 1
                let entry = heap.lowerBound + relative + 2 + 10 * index
                guard count < CIFFBlock.entryLimit, entry + 10 <= heap.upperBound, let raw = integer(entry, 2),
                    let size = integer(entry + 2, 4), let offset = integer(entry + 6, 4)
                else { return }
                let tag = UInt16(raw)
                if tag & 0x4000 != 0 {
                    read(tag & 0x3FFF, entry + 2..<entry + 10)
                } else if offset <= heap.count, size <= heap.count - offset {
                    let range = heap.lowerBound + offset..<heap.lowerBound + offset + size
                    if tag & 0x3800 == 0x2800 || tag & 0x3800 == 0x3000 {
                        read(range, depth: depth + 1)
                    } else {
                        read(tag & 0x3FFF, range)
                    }
                }
            }
        }

        private mutating func read(_ tag: UInt16, _ range: Range<Int>) {
            let data = bytes[range]
            let value: PropertyValue?
            switch tag & 0x3800 {
            case 0x0800:
                let parts = data.split(separator: 0).map { TextEncoding.lenient($0) }
                value = .string(parts.joined(separator: " "))
            case 0x1000: value = MetadataValue(decoding: data, as: .short, order: order)?.property()
            case 0x1800: value = MetadataValue(decoding: data, as: .long, order: order)?.property()
            default: value = .data(Array(data))
            }
            let key = CIFFBlock.names[tag] ?? String(tag)
            if properties[key] == nil { properties[key] = value }
        }
    }
}
