import UprightBase

/// TIFF files without compression, written and read by simple code that shares nothing with the product.
struct TestTIFF {
    /// The type and the values of a tag.
    typealias Field = (type: Int, values: [Int])

    struct Page {
        var width = 37
        var height = 21
        var bits = 8
        var samples = 3
        var isPlanar = false
        /// The side of tiles; nil for strips.
        var tile: Int?
        var rowsPerStrip = 5
        var orientation: Int? = 6
        /// The strips or tiles, if they are coded.
        var coded: [[UInt8]]?
        /// Further tags: type and values as numbers.
        var extra: [Int: Field] = [:]

        /// The value of a sample.
        func sample(_ x: Int, _ y: Int, _ number: Int) -> Int {
            ((x &* 7_919 &+ y &* 104_729 &+ number &* 1_299_709) >> 3) & (1 << min(bits, 16) - 1)
        }
    }

    var isLittle = true
    var isBig = false
    var pages = [Page()]

    private func number(_ value: Int, _ count: Int) -> [UInt8] {
        let little = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        return isLittle ? little : little.reversed()
    }

    /// Rows of pixels, each in whole bytes.
    private func rows(
        _ page: Page, _ left: Int, _ top: Int, _ width: Int, _ height: Int, _ plane: Int?
    ) -> [UInt8] {
        var bytes: [UInt8] = []
        for y in top..<top + height {
            var bits: [UInt8] = []
            for x in left..<left + width {
                for channel in plane.map({ $0..<$0 + 1 }) ?? 0..<page.samples {
                    let value = x < page.width && y < page.height ? page.sample(x, y, channel) : 0
                    let whole = page.bits >= 8 && page.bits % 8 == 0
                    let sample = whole ? number(value, page.bits / 8) : []
                    if whole {
                        bits += sample.flatMap { byte in (0..<8).map { byte >> (7 - $0) & 1 } }
                    } else {
                        bits += (0..<page.bits).map { UInt8(value >> (page.bits - 1 - $0) & 1) }
                    }
                }
            }
            while bits.count % 8 != 0 { bits.append(0) }
            bytes += stride(from: 0, to: bits.count, by: 8).map { start in
                (0..<8).reduce(UInt8(0)) { $0 << 1 | bits[start + $1] }
            }
        }
        return bytes
    }

    private func segments(_ page: Page) -> [[UInt8]] {
        if let coded = page.coded { return coded }
        let planes: [Int?] = page.isPlanar ? (0..<page.samples).map { $0 } : [nil]
        return planes.flatMap { plane -> [[UInt8]] in
            if let tile = page.tile {
                return stride(from: 0, to: page.height, by: tile).flatMap { y in
                    stride(from: 0, to: page.width, by: tile).map { rows(page, $0, y, tile, tile, plane) }
                }
            }
            return stride(from: 0, to: page.height, by: page.rowsPerStrip).map {
                rows(page, 0, $0, page.width, min(page.rowsPerStrip, page.height - $0), plane)
            }
        }
    }

    /// The file.
    var bytes: [UInt8] {
        let wide = isBig ? 8 : 4
        var file = Array((isLittle ? "II" : "MM").utf8) + number(isBig ? 43 : 42, 2)
        if isBig { file += number(8, 2) + number(0, 2) }
        var pointer = file.count
        file += number(0, wide)
        for page in pages {
            let data = segments(page)
            var offsets: [Int] = []
            for segment in data {
                offsets.append(file.count)
                file += segment + (segment.count % 2 == 1 ? [0] : [])
            }
            var tags: [Int: Field] = [:]
            tags[256] = (3, [page.width])
            tags[257] = (3, [page.height])
            tags[258] = (3, [Int](repeating: page.bits, count: page.samples))
            tags[259] = (3, [1])
            tags[262] = (3, [page.samples >= 3 ? 2 : 1])
            tags[277] = (3, [page.samples])
            tags[284] = (3, [page.isPlanar ? 2 : 1])
            let isTiled = page.tile != nil
            tags[isTiled ? 324 : 273] = (4, offsets)
            tags[isTiled ? 325 : 279] = (4, data.map(\.count))
            tags[305] = (2, Array("recipe\0".utf8).map { Int($0) })
            if let tile = page.tile {
                tags[322] = (3, [tile])
                tags[323] = (3, [tile])
            } else {
                tags[278] = (3, [page.rowsPerStrip])
            }
            if let orientation = page.orientation { tags[274] = (3, [orientation]) }
            tags.merge(page.extra) { _, further in further }
            var entries: [[UInt8]] = []
            for (tag, field) in tags.sorted(by: { $0.key < $1.key }) {
                let size = [1: 1, 2: 1, 3: 2, 4: 4, 5: 4, 7: 1, 12: 8][field.type] ?? 4
                let value = field.values.flatMap { number($0, size) }
                let count = field.type == 5 ? field.values.count / 2 : field.values.count
                var entry = number(tag, 2) + number(field.type, 2) + number(count, wide)
                if value.count <= wide {
                    entry += value + [UInt8](repeating: 0, count: wide - value.count)
                } else {
                    if file.count % 2 == 1 { file.append(0) }
                    entry += number(file.count, wide)
                    file += value
                }
                entries.append(entry)
            }
            if file.count % 2 == 1 { file.append(0) }
            file.replaceSubrange(pointer..<pointer + wide, with: number(file.count, wide))
            file += number(entries.count, isBig ? 8 : 2) + entries.flatMap { $0 }
            pointer = file.count
            file += number(0, wide)
        }
        return file
    }

    /// What a page of a file holds: its tags, and a function that returns samples.
    struct Read {
        var tags: [Int: [Int]] = [:]
        var samples: (Int, Int, Int) -> Int = { _, _, _ in 0 }
        var width: Int { tags[256]?.first ?? 0 }
        var height: Int { tags[257]?.first ?? 0 }
    }

    /// Reads the pages of a file without compression.
    static func read(_ file: [UInt8]) -> [Read] {
        let isLittle = file[0] == 0x49
        func number(_ offset: Int, _ count: Int) -> Int {
            let bytes = Array(file[offset..<offset + count])
            return (isLittle ? bytes.reversed() : bytes).reduce(0) { $0 << 8 | Int($1) }
        }
        let isBig = number(2, 2) == 43
        let (wide, head, length) = isBig ? (8, 8, 20) : (4, 2, 12)
        var offset = number(isBig ? 8 : 4, wide)
        var pages: [Read] = []
        while offset != 0 {
            var page = Read()
            let count = number(offset, head)
            for index in 0..<count {
                let entry = offset + head + index * length
                let (type, values) = (number(entry + 2, 2), number(entry + 4, wide))
                let size = [1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 7: 1, 12: 8, 16: 8, 18: 8][type] ?? 4
                let start = size * values <= wide ? entry + 4 + wide : number(entry + 4 + wide, wide)
                let unit = type == 5 ? 4 : size
                page.tags[number(entry, 2)] = stride(from: 0, to: size * values, by: unit).map {
                    number(start + $0, unit)
                }
            }
            offset = number(offset + head + count * length, wide)
            let tags = page.tags
            let (bits, samples) = (tags[258]?[0] ?? 1, tags[277]?[0] ?? 1)
            let isPlanar = tags[284]?[0] == 2
            let (width, height) = (page.width, page.height)
            let (across, down) = (tags[322]?[0] ?? width, tags[323]?[0] ?? tags[278]?[0] ?? height)
            let starts = tags[324] ?? tags[273] ?? []
            page.samples = { x, y, channel in
                let perRow = (width + across - 1) / across
                let perPlane = perRow * ((height + down - 1) / down)
                let index = (isPlanar ? channel * perPlane : 0) + y / down * perRow + x / across
                let perPixel = isPlanar ? bits : bits * samples
                let row = (across * perPixel + 7) / 8
                let bit = x % across * perPixel + (isPlanar ? 0 : channel * bits)
                let place = starts[index] + y % down * row
                if bits >= 8, bits % 8 == 0 { return number(place + bit / 8, bits / 8) }
                return (0..<bits).reduce(0) { value, next in
                    value << 1 | Int(file[place + (bit + next) / 8] >> (7 - (bit + next) % 8) & 1)
                }
            }
            pages.append(page)
        }
        return pages
    }
}
