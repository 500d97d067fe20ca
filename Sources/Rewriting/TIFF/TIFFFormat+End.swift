package import UprightBase
internal import UprightFormats

extension TIFFFormat {
    private static let maximumDirectories = 64
    private static let maximumPieces = 65_536

    /// TIFF 6.0, section 2: every directory, and every strip, tile and preview that one of them names, lies within the file.
    package func missingEnd<Window: ByteWindow>(in window: inout Window) throws(Window.Failure) -> String? {
        var found = try window.bytes(16, at: 0)
        if found == nil { found = try window.bytes(8, at: 0) }
        guard let head = found else { return "its header" }
        let order: TIFFByteOrder = head[0] == 0x49 ? .littleEndian : .bigEndian
        func word(_ bytes: ArraySlice<UInt8>) -> Int { Int(clamping: order.integer(bytes)) }
        let isBig = word(head[2..<4]) == 43
        guard head[0] == head[1], head[0] == 0x49 || head[0] == 0x4D, !isBig || head.count == 16 else {
            return "its header"
        }
        let (wide, entryBytes, countBytes) = isBig ? (8, 20, 8) : (4, 12, 2)
        var waiting = [(offset: word(isBig ? head[8..<16] : head[4..<8]), isPage: true)]
        var seen: Set<Int> = []
        while let (offset, isPage) = waiting.popLast(), seen.count < Self.maximumDirectories {
            guard offset > 0, seen.insert(offset).inserted else { continue }
            guard offset < .max / 2, let count = try window.bytes(countBytes, at: offset).map({ word($0[...]) }) else {
                return "a directory at byte \(offset)"
            }
            var places: [UInt16: [Int]] = [:]
            for index in 0..<min(count, Self.maximumPieces) {
                let start = offset + countBytes + entryBytes * index
                guard let entry = try window.bytes(entryBytes, at: start) else { return "the end of a directory" }
                let (tag, type) = (UInt16(clamping: word(entry[0..<2])), UInt16(clamping: word(entry[2..<4])))
                guard [0x0111, 0x0117, 0x0144, 0x0145, 0x0201, 0x0202, 0x014A].contains(tag),
                    [3, 4, 13, 16, 18].contains(type),
                    let width = TIFFFile.size(ofType: type)
                else { continue }
                let number = word(entry[4..<4 + wide])
                guard number > 0, number <= Self.maximumPieces else { continue }
                let offset = number * width <= wide ? start + 4 + wide : word(entry[(4 + wide)...])
                guard offset < .max / 2, let bytes = try window.bytes(number * width, at: offset) else {
                    return "values at byte \(offset)"
                }
                places[tag] = stride(from: 0, to: bytes.count, by: width).map { word(bytes[$0..<$0 + width]) }
            }
            waiting += (places[0x014A] ?? []).map { ($0, false) }
            let pairs: [(UInt16, UInt16)] = [(0x0111, 0x0117), (0x0144, 0x0145), (0x0201, 0x0202)]
            let end =
                pairs.flatMap { starts, lengths in
                    zip(places[starts] ?? [], places[lengths] ?? []).map { $0.addingSaturated($1) }
                }.max() ?? 0
            if end > 0, try window.byte(end - 1) == nil { return "data up to byte \(end)" }
            // Writers leave this offset out in directories that tags point to.
            guard isPage else { continue }
            let next = offset + countBytes + entryBytes.multipliedSaturated(by: min(count, Self.maximumPieces))
            guard let next = try window.bytes(wide, at: next) else { return "the end of a directory" }
            waiting.append((word(next[...]), true))
        }
        return nil
    }
}
