import UprightBase

/// Reads the boxes of a HEIF file with code of its own, which shares nothing with the one that is tested. For sound files.
struct HEIFReading {
    let bytes: [UInt8]
    private var meta: Range<Int> = 0..<0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        let box = boxes(0..<bytes.count).first { $0.type == "meta" }
        meta = (box?.payload.lowerBound ?? 0) + 4..<(box?.payload.upperBound ?? 4)
    }

    func boxes(_ range: Range<Int>) -> [(type: String, payload: Range<Int>)] {
        var found: [(type: String, payload: Range<Int>)] = []
        var at = range.lowerBound
        while at + 8 <= range.upperBound {
            var (length, header) = (number(at, 4), 8)
            if length == 1 { (length, header) = (number(at + 8, 8), 16) }
            if length == 0 { length = range.upperBound - at }
            guard length >= header, at + length <= range.upperBound else { break }
            found.append((String(decoding: bytes[at + 4..<at + 8], as: UTF8.self), at + header..<at + length))
            at += length
        }
        return found
    }

    private func number(_ at: Int, _ count: Int) -> Int { bytes[at..<at + count].reduce(0) { $0 << 8 | Int($1) } }

    private func payload(_ type: String) -> Range<Int>? { boxes(meta).first { $0.type == type }?.payload }

    /// The data of an item.
    func data(_ id: Int) -> [UInt8]? {
        guard let iloc = payload("iloc") else { return nil }
        var at = iloc.lowerBound
        let version = number(at, 1)
        let sizes = number(at + 4, 2)
        let (offset, length, base) = (sizes >> 12, sizes >> 8 & 15, sizes >> 4 & 15)
        let index = version == 0 ? 0 : sizes & 15
        let wide = version == 2 ? 4 : 2
        let count = number(at + 6, wide)
        at += 6 + wide
        for _ in 0..<count {
            let item = number(at, wide)
            at += wide
            let method = version == 0 ? 0 : number(at, 2)
            at += version == 0 ? 2 : 4
            let start = number(at, base)
            at += base
            let extents = number(at, 2)
            at += 2
            var found: [UInt8] = []
            for _ in 0..<extents {
                at += index
                let from = start + number(at, offset)
                let taken = number(at + offset, length)
                at += offset + length
                guard item == id else { continue }
                switch method {
                case 0: found += bytes[from..<from + taken]
                case 1:
                    found +=
                        bytes[
                            (payload("idat")?.lowerBound ?? 0) + from..<(payload("idat")?.lowerBound ?? 0) + from
                                + taken]
                default: found += (data(900) ?? [])[from..<from + taken]
                }
            }
            if item == id { return found }
        }
        return nil
    }

    /// The properties in `ipco`, as type and payload.
    var properties: [(type: String, payload: [UInt8])] {
        guard let iprp = payload("iprp"), let ipco = boxes(iprp).first(where: { $0.type == "ipco" }) else { return [] }
        return boxes(ipco.payload).map { ($0.type, Array(bytes[$0.payload])) }
    }

    /// The properties of an item in order, as text: `ispe`, `irot 3!`.
    func properties(_ id: Int) -> [String] {
        guard let iprp = payload("iprp") else { return [] }
        var found: [String] = []
        for table in boxes(iprp) where table.type == "ipma" {
            var at = table.payload.lowerBound
            let wide = number(at, 1) == 0 ? 2 : 4
            let width = number(at + 3, 1) & 1 == 1 ? 2 : 1
            let count = number(at + 4, 4)
            at += 8
            for _ in 0..<count {
                let item = number(at, wide)
                let associations = number(at + wide, 1)
                at += wide + 1
                for _ in 0..<associations {
                    let value = number(at, width)
                    at += width
                    guard item == id else { continue }
                    let property = properties[(value & (1 << (8 * width - 1) - 1)) - 1]
                    let isTransform = ["irot", "imir"].contains(property.type)
                    let isEssential = value >> (8 * width - 1) == 1
                    found.append(
                        property.type + (isTransform ? " \(property.payload[0])" : "") + (isEssential ? "!" : ""))
                }
            }
        }
        return found
    }
}
