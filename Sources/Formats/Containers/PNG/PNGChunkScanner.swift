internal import UprightBase

/// Follows the chunks of a PNG file to `IEND`, the end of the file, or bytes that are not a chunk.
struct PNGChunkScanner {
    let bytes: [UInt8]
    /// The first byte after the chunks found so far.
    var offset: Int
    var chunks: [PNGChunk] = []
    var warnings: [String] = []

    mutating func scan() {
        while let chunk = next() {
            chunks.append(chunk)
            offset = chunk.range.upperBound
            if chunk.type == .iend { return }
        }
        if chunks.last?.type != .iend { warnings.append("the file ends without IEND") }
    }

    private mutating func next() -> PNGChunk? {
        guard let length = bytes.bigEndian32(at: offset), let name = bytes.bigEndian32(at: offset + 4) else {
            if offset < bytes.count { warnings.append("the file ends within a chunk header at byte \(offset)") }
            return nil
        }
        let type = PNGChunkType(rawValue: name)
        guard type.isValid, length <= 0x7FFF_FFFF else {
            warnings.append(
                "expected a chunk at byte \(offset), found type \(type) with a length of \(length); "
                    + "the rest is kept unchanged")
            return nil
        }
        let start = offset + 8
        let end = start + Int(length)
        let data = start..<min(end, bytes.count)
        let chunk = PNGChunk(
            type: type, range: offset..<min(end + 4, bytes.count), data: data, declaredLength: Int(length),
            checksum: checksum(type: offset + 4, data: data, at: end))
        report(chunk)
        return chunk
    }

    private func checksum(type: Int, data: Range<Int>, at end: Int) -> PNGChunk.Checksum {
        guard let stored = bytes.bigEndian32(at: end) else { return .missing }
        let computed = bytes.withUnsafeBytes {
            PNGFile.checksum(of: UnsafeRawBufferPointer(rebasing: $0[type..<data.upperBound]))
        }
        return stored == computed ? .valid : .invalid(stored: stored, computed: computed)
    }

    /// The maximum number of warnings, which keeps the report of a badly damaged file smaller than the file.
    private static let maximumReported = 100

    private mutating func report(_ chunk: PNGChunk) {
        guard warnings.count < Self.maximumReported else { return }
        switch chunk.checksum {
        case .valid: break
        case .invalid(let stored, let computed):
            warnings.append(
                "\(chunk.type) at byte \(chunk.range.lowerBound): expected CRC \(hex(computed)), found \(hex(stored))")
        case .missing:
            warnings.append(
                "\(chunk.type) at byte \(chunk.range.lowerBound): expected \(chunk.declaredLength) bytes and a CRC, "
                    + "found the end of the file after \(chunk.data.count)")
        }
    }

    private func hex(_ value: UInt32) -> String {
        let digits = String(value, radix: 16)
        return "0x" + String(repeating: "0", count: 8 - digits.count) + digits
    }
}
