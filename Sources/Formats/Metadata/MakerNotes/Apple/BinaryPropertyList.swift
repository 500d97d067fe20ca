/// Apple's binary property list, version 00, limited to what metadata uses.
///
/// Depth and number of objects are limited, so that cycles and deep nesting end.
struct BinaryPropertyList {
    /// The root object.
    let root: PropertyValue

    private static let depthLimit = 16
    private static let objectLimit = 10_000

    /// Reads a list; nil if the bytes are not one.
    init?(parsing bytes: [UInt8]) {
        guard bytes.starts(with: "bplist00".utf8), bytes.count >= 40 else { return nil }
        let trailer = bytes.count - 32
        var reader = Reader(
            bytes: bytes, end: trailer, offsetSize: Int(bytes[trailer + 6]), referenceSize: Int(bytes[trailer + 7]))
        guard (1...8).contains(reader.offsetSize), (1...8).contains(reader.referenceSize),
            let count = reader.integer(trailer + 8, 8), let top = reader.integer(trailer + 16, 8),
            let table = reader.integer(trailer + 24, 8), count <= Self.objectLimit, table < trailer
        else { return nil }
        reader.count = count
        reader.table = table
        guard let root = reader.object(top, depth: 0) else { return nil }
        self.root = root
    }

    private struct Reader {
        let bytes: [UInt8]
        let end: Int
        let offsetSize: Int
        let referenceSize: Int
        var count = 0
        var table = 0
        /// The number of objects that can still be read; shared objects count every time.
        var budget = BinaryPropertyList.objectLimit

        func integer(_ offset: Int, _ size: Int) -> Int? {
            guard offset >= 0, size >= 0, offset <= bytes.count - size else { return nil }
            return Int(exactly: TIFFByteOrder.bigEndian.integer(bytes[offset..<offset + size]))
        }

        mutating func object(_ index: Int, depth: Int) -> PropertyValue? {
            budget -= 1
            guard budget > 0, depth < BinaryPropertyList.depthLimit, index < count,
                let at = integer(table + index * offsetSize, offsetSize), at < end
            else { return nil }
            let low = Int(bytes[at] & 15)
            switch bytes[at] >> 4 {
            case 0: return low == 8 ? false : low == 9 ? true : nil
            case 1:
                guard low <= 3, at + 1 + 1 << low <= end else { return nil }
                let raw = TIFFByteOrder.bigEndian.integer(bytes[at + 1..<at + 1 + 1 << low])
                return .integer(Int(truncatingIfNeeded: raw))
            case 2, 3:
                guard low == 2 || low == 3, at + 1 + 1 << low <= end else { return nil }
                let raw = TIFFByteOrder.bigEndian.integer(bytes[at + 1..<at + 1 + 1 << low])
                return .real(
                    low == 2 ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: raw))) : Double(bitPattern: raw))
            default: return collection(bytes[at] >> 4, low, at, depth: depth)
            }
        }

        private mutating func collection(_ kind: UInt8, _ low: Int, _ at: Int, depth: Int) -> PropertyValue? {
            var (length, start) = (low, at + 1)
            if low == 15 {
                guard start < end, bytes[start] >> 4 == 1, bytes[start] & 15 <= 3,
                    let long = integer(start + 1, 1 << Int(bytes[start] & 15))
                else { return nil }
                length = long
                start += 1 + 1 << Int(bytes[start] & 15)
            }
            guard length <= end, start <= end else { return nil }
            func slice(_ size: Int) -> ArraySlice<UInt8>? {
                size <= end - start ? bytes[start..<start + size] : nil
            }
            func references(_ from: Int, _ count: Int) -> [Int]? {
                guard count * referenceSize <= end - from else { return nil }
                return (0..<count).compactMap { integer(from + $0 * referenceSize, referenceSize) }
            }
            switch kind {
            case 4: return slice(length).map { .data(Array($0)) }
            case 5: return slice(length).map { .string(TextEncoding.lenient($0)) }
            case 6: return slice(2 * length).flatMap { TextEncoding.utf16(.bigEndian).decoded($0) }.map { .string($0) }
            case 10, 12:
                guard let items = references(start, length) else { return nil }
                var array: [PropertyValue] = []
                for item in items {
                    guard let value = object(item, depth: depth + 1) else { return nil }
                    array.append(value)
                }
                return .array(array)
            case 13:
                guard let keys = references(start, length),
                    let values = references(start + length * referenceSize, length), keys.count == values.count
                else { return nil }
                var dictionary: [String: PropertyValue] = [:]
                for (key, value) in zip(keys, values) {
                    guard let name = object(key, depth: depth + 1)?.string,
                        let found = object(value, depth: depth + 1)
                    else { return nil }
                    dictionary[name] = found
                }
                return .dictionary(dictionary)
            default: return nil
            }
        }
    }
}
