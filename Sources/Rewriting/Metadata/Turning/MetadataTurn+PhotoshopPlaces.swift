internal import UprightBase
internal import UprightFormats

extension MetadataTurn {
    /// Moves the points of a path: records of 26 bytes, with the points of a knot as fractions of the picture's height
    /// and width in 8.24 fixed point.
    ///
    /// Source: Adobe Photoshop File Formats Specification, "Path resource format".
    func path(_ data: [UInt8]) -> [UInt8]? {
        guard data.count % 26 == 0 else { return nil }
        var result = data
        for record in stride(from: 0, to: data.count, by: 26) where [1, 2, 4, 5].contains(data[record + 1]) {
            for point in 0..<3 {
                let offset = record + 2 + 8 * point
                let (y, x) = (Self.signed(data, offset), Self.signed(data, offset + 4))
                let moved = movedFixed(x: x, y: y, one: 1 << 24)
                result.replaceSubrange(offset..<offset + 8, with: Self.bytes(moved.y) + Self.bytes(moved.x))
            }
        }
        return result
    }

    /// Moves the guides: a position in 32nds of a pixel, and the direction of each guide (0 down, 1 across).
    ///
    /// Source: Adobe Photoshop File Formats Specification, "Grid and guides resource format".
    func guides(_ data: [UInt8]) -> [UInt8]? {
        guard data.count >= 16 else { return nil }
        let count = Self.signed(data, 12)
        guard count >= 0, data.count >= 16 + 5 * count else { return nil }
        var result = data
        let (width, height) = (32 * turn.storedSize.width, 32 * turn.storedSize.height)
        let orientation = turn.orientation
        for place in stride(from: 16, to: 16 + 5 * count, by: 5) {
            let old = Self.signed(data, place)
            let runsDown = data[place + 4] == 0
            let isDown = runsDown != orientation.transposes
            let mirrors = isDown ? orientation.mirrorsHorizontally : orientation.mirrorsVertically
            let side = runsDown ? width : height
            result.replaceSubrange(place..<place + 4, with: Self.bytes(mirrors ? side - old : old))
            result[place + 4] = isDown ? 0 : 1
        }
        if orientation.transposes { result.replaceSubrange(4..<12, with: data[8..<12] + data[4..<8]) }
        return result
    }

    private func movedFixed(x: Int, y: Int, one: Int) -> (x: Int, y: Int) {
        let orientation = turn.orientation
        let (x, y) = orientation.transposes ? (y, x) : (x, y)
        return (orientation.mirrorsHorizontally ? one - x : x, orientation.mirrorsVertically ? one - y : y)
    }

    private static func signed(_ data: [UInt8], _ offset: Int) -> Int {
        Int(Int32(truncatingIfNeeded: TIFFByteOrder.bigEndian.integer(data[offset..<offset + 4])))
    }

    private static func bytes(_ value: Int) -> [UInt8] {
        TIFFByteOrder.bigEndian.bytes(UInt64(truncatingIfNeeded: value) & 0xFFFF_FFFF, count: 4)
    }
}

extension MetadataTurn {
    /// Turns IPTC data sets that describe the picture: its orientation (2:131), its size (3:20 and 3:30, exchanged if
    /// they are the stored picture's), the size of its pixels (3:40 and 3:50), and its preview (2:202).
    ///
    /// Source: IPTC-NAA IIM 4.2, 2:131, 2:200 to 2:202; NAA Digital Newsphoto Parameter Record, 3:20 to 3:50.
    func iptc(_ bytes: [UInt8], into turned: inout Turned) -> [UInt8]? {
        var block = IPTCBlock(parsing: bytes)
        guard block.serialized == bytes else { return nil }
        for index in block.dataSets.indices {
            let old = block.dataSets[index].data
            switch (block.dataSets[index].record, block.dataSets[index].number) {
            case (2, 131):
                guard let new = layout(old) else { continue }
                block.dataSets[index].data = new
                turned.changes.append(
                    Change(
                        .iptc("ImageOrientation"), from: String(decoding: old, as: UTF8.self),
                        to: String(decoding: new, as: UTF8.self)))
            case (2, 202):
                do throws(FormatError) {
                    guard let new = try preview(old, into: &turned) else { continue }
                    block.dataSets[index] = IPTCDataSet(record: 2, number: 202, data: new)
                    turned.changes.append(
                        Change(.iptc("ObjectPreviewData"), from: "\(old.count) bytes", to: "\(new.count) bytes, turned")
                    )
                } catch {
                    turned.warnings.append("iptc: the preview (2:202) cannot be turned: \(error); kept unchanged")
                }
            default: break
            }
        }
        exchange(20, 30, as: ("ImageWidth", "ImageLength"), in: &block, into: &turned) { width, height in
            turn.liesAsStored(Size(width: width, height: height), density: nil) ?? false
        }
        exchange(40, 50, as: ("PixelWidth", "PixelHeight"), in: &block, into: &turned) { _, _ in true }
        let new = block.serialized
        return new == bytes ? nil : new
    }

    /// Returns the letter of the upright picture's layout, P or L, if the data has that of the stored picture.
    private func layout(_ data: [UInt8]) -> [UInt8]? {
        guard turn.orientation.transposes, data.count == 1 else { return nil }
        let isWide = turn.storedSize.width > turn.storedSize.height
        switch (data[0], isWide) {
        case (UInt8(ascii: "L"), true): return [UInt8(ascii: "P")]
        case (UInt8(ascii: "P"), false): return [UInt8(ascii: "L")]
        default: return nil
        }
    }

    private func preview(_ data: [UInt8], into turned: inout Turned) throws(FormatError) -> [UInt8]? {
        guard let file = try? JPEGFile(parsing: data) else { throw FormatError("it is not a readable JPEG") }
        let orientation = orientation(ofThumbnail: file.frameHeader.size, own: nil, jpeg: data)
        return orientation == .up ? nil : turned.adopt(try embedded(data, orientation), of: "preview")
    }

    private func exchange(
        _ x: UInt8, _ y: UInt8, as names: (String, String), in block: inout IPTCBlock, into turned: inout Turned,
        where condition: (Int, Int) -> Bool
    ) {
        func index(_ number: UInt8) -> Int? { block.dataSets.firstIndex { $0.record == 3 && $0.number == number } }
        guard turn.orientation.transposes, let a = index(x), let b = index(y) else { return }
        let (first, second) = (block.dataSets[a].data, block.dataSets[b].data)
        func number(_ data: [UInt8]) -> Int { Int(data.prefix(4).bigEndianInteger) }
        guard first != second, !first.isEmpty, condition(number(first), number(second)) else { return }
        block.dataSets[a].data = second
        block.dataSets[b].data = first
        turned.changes.append(Change(.iptc(names.0), from: "\(number(first))", to: "\(number(second))"))
        turned.changes.append(Change(.iptc(names.1), from: "\(number(second))", to: "\(number(first))"))
    }
}
