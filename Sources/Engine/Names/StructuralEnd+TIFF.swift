internal import UprightBytes
internal import UprightFiles

/// TIFF, and the raw formats that are built on it.
extension StructuralEnd {
    private struct Places {
        var starts: [Int] = []
        var lengths: [Int] = []
        /// The end of the last piece.
        var end: Int { zip(starts, lengths).map { $0.addingSaturated($1) }.max() ?? 0 }
    }

    private static let mostDirectories = 64
    private static let mostPieces = 65_536

    /// TIFF 6.0, section 2: every directory, and every strip, tile and preview that one of them names, lies within the file.
    static func tiff(_ window: inout FileWindow, size: Int) throws(FileError) -> StructuralEnd {
        guard let head = try window.bytes(8, at: 0) else { return .missing("its header") }
        let isLittle = head[0] == 0x49
        // BigTIFF, and Panasonic's form, whose lengths mean something else.
        guard head[0] == head[1], !(head[2] == 0x2B || head[3] == 0x2B || head[2] == 0x55) else { return .unknown }
        func word(_ bytes: some BidirectionalCollection<UInt8>) -> Int {
            Int(isLittle ? bytes.littleEndianInteger : bytes.bigEndianInteger)
        }
        var waiting = [word(head.suffix(4))]
        var seen: Set<Int> = []
        while let offset = waiting.popLast(), seen.count < mostDirectories {
            guard offset > 0, seen.insert(offset).inserted else { continue }
            guard let count = try window.bytes(2, at: offset).map({ word($0) }) else {
                return .missing("a directory at byte \(offset)")
            }
            var (strips, tiles, preview) = (Places(), Places(), Places())
            for index in 0..<count {
                guard let entry = try window.bytes(12, at: offset + 2 + 12 * index) else {
                    return .missing("the end of a directory")
                }
                let (tag, format) = (word(entry[0..<2]), word(entry[2..<4]))
                let number = word(entry[4..<8])
                func values() throws(FileError) -> [Int] {
                    let width = format == 3 ? 2 : 4
                    guard format == 3 || format == 4 || format == 13, number > 0, number <= mostPieces else {
                        return []
                    }
                    let place = number * width <= 4 ? offset + 2 + 12 * index + 8 : word(entry[8..<12])
                    guard let bytes = try window.bytes(number * width, at: place) else { return [size] }
                    return stride(from: 0, to: bytes.count, by: width).map { word(bytes[$0..<$0 + width]) }
                }
                switch tag {
                case 0x0111: strips.starts = try values()
                case 0x0117: strips.lengths = try values()
                case 0x0144: tiles.starts = try values()
                case 0x0145: tiles.lengths = try values()
                case 0x0201: preview.starts = try values()
                case 0x0202: preview.lengths = try values()
                case 0x014A: waiting += try values()
                default: continue
                }
            }
            let end = max(strips.end, tiles.end, preview.end)
            guard end <= size else { return .missing("data up to byte \(end)") }
            if let next = try window.bytes(4, at: offset + 2 + 12 * count) { waiting.append(word(next)) }
        }
        return .found
    }
}
