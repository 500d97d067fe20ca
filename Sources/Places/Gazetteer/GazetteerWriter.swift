internal import CUprightDeflate

/// Writes a gazetteer file; ``GazetteerFile`` describes it.
struct GazetteerWriter {
    private var sections: [(tag: String, packed: [UInt8], count: Int)] = []

    /// Adds a section of bytes.
    mutating func add(_ tag: String, _ bytes: [UInt8]) {
        sections.append((tag, Self.packed(bytes), bytes.count))
    }

    /// Adds a section of numbers.
    mutating func add(_ tag: String, numbers: [Int]) {
        var bytes: [UInt8] = []
        for number in numbers { Self.append(number, to: &bytes) }
        add(tag, bytes)
    }

    /// Adds a section of numbers, each as the difference from the previous one.
    mutating func add(_ tag: String, differences: [Int]) {
        var before = 0
        var numbers: [Int] = []
        for value in differences {
            let difference = value - before
            numbers.append((difference << 1) ^ (difference >> 63))
            before = value
        }
        add(tag, numbers: numbers)
    }

    /// The file.
    var serialized: [UInt8] {
        var bytes = Array("UPRGAZ01".utf8)
        func append(_ word: Int) { withUnsafeBytes(of: UInt32(word).littleEndian) { bytes += $0 } }
        append(sections.count)
        var offset = 12 + 16 * sections.count
        for section in sections {
            bytes +=
                Array(section.tag.utf8.prefix(4)) + [UInt8](repeating: 32, count: max(0, 4 - section.tag.utf8.count))
            append(offset)
            append(section.packed.count)
            append(section.count)
            offset += section.packed.count
        }
        for section in sections { bytes += section.packed }
        return bytes
    }

    private static func append(_ number: Int, to bytes: inout [UInt8]) {
        var rest = UInt(bitPattern: number)
        while rest > 127 {
            bytes.append(UInt8(rest & 127) | 128)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    private static func packed(_ bytes: [UInt8]) -> [UInt8] {
        // The level is valid and the bound is always sufficient, so this can only fail for lack of memory, which ends
        // the process anyway.
        let compressor = libdeflate_alloc_compressor(9)
        defer { libdeflate_free_compressor(compressor) }
        let bound = libdeflate_zlib_compress_bound(compressor, bytes.count)
        return [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
            count = libdeflate_zlib_compress(compressor, bytes, bytes.count, buffer.baseAddress, bound)
        }
    }
}
