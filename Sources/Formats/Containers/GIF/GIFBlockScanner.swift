internal import UprightBase

/// Follows the blocks of a GIF file to the trailer, the end of the file, or bytes that are not a block.
struct GIFBlockScanner {
    let bytes: [UInt8]
    /// The first byte after the blocks found so far.
    var offset: Int
    var blocks: [GIFBlock] = []
    var warnings: [String] = []

    mutating func scan() {
        while offset < bytes.count {
            switch bytes[offset] {
            case 0x2C:
                guard let (end, image) = image() else { return }
                append(end, .image(image))
            case 0x21:
                guard let (end, content) = `extension`() else { return }
                append(end, content)
            case 0x3B:
                append(offset + 1, .end)
                return
            case 0:
                let end = bytes[offset...].firstIndex { $0 != 0 } ?? bytes.count
                warn("expected a block, found \(end - offset) zero bytes")
                append(end, .padding)
            default:
                warn("the rest is kept unchanged: expected a block, found 0x\(String(bytes[offset], radix: 16))")
                return
            }
        }
        warn("the file ends without its trailer 0x3B")
    }

    private mutating func append(_ end: Int, _ content: GIFBlock.Content) {
        blocks.append(GIFBlock(range: offset..<end, content: content))
        offset = end
    }

    private static let maximumReported = 100

    /// Records a warning, up to a maximum that keeps reports readable.
    private mutating func warn(_ text: String) {
        guard warnings.count < Self.maximumReported else { return }
        warnings.append("\(text) at byte \(offset)")
    }

    private mutating func image() -> (end: Int, GIFImage)? {
        guard bytes.count - offset >= 11 else {
            warn("the file ends within an image descriptor")
            return nil
        }
        let packed = bytes[offset + 9]
        let palette = packed & 0x80 != 0 ? offset + 10..<offset + 10 + 3 << (Int(packed & 7) + 1) : nil
        let codeSize = palette?.upperBound ?? offset + 10
        guard codeSize < bytes.count else {
            warn("the file ends within a local colour table")
            return nil
        }
        func word(_ at: Int) -> Int { Int(bytes.littleEndian16(at: offset + at) ?? 0) }
        let (end, isTerminated) = GIFSubBlocks.end(in: bytes, from: codeSize + 1)
        if !isTerminated { warn("the file ends within the data of the image") }
        if (9...11).contains(bytes[codeSize]) {
            warn("expected an LZW minimum code size of 2 to 8, found \(bytes[codeSize]) in the image")
        }
        return (
            end,
            GIFImage(
                descriptor: offset..<offset + 10, rect: Rect(x: word(1), y: word(3), width: word(5), height: word(7)),
                isInterlaced: packed & 0x40 != 0, palette: palette, minimumCodeSize: bytes[codeSize],
                data: codeSize + 1..<end)
        )
    }

    private mutating func `extension`() -> (end: Int, GIFBlock.Content)? {
        guard bytes.count - offset >= 3 else {
            warn("the file ends within an extension")
            return nil
        }
        let label = bytes[offset + 1]
        if label == 0xFF, let found = application() { return found }
        let (end, isTerminated) = GIFSubBlocks.end(in: bytes, from: offset + 2)
        if !isTerminated { warn("the file ends within the extension") }
        let header = offset + 3
        let content: GIFBlock.Content
        switch label {
        case 0xFE:
            content = .comment
        case 0xF9 where bytes[offset + 2] >= 4 && end >= header + 4:
            content = .graphicControl(
                GIFGraphicControl(
                    disposal: bytes[header] >> 2 & 7, delay: bytes.littleEndian16(at: header + 1) ?? 0,
                    transparentIndex: bytes[header] & 1 == 1 ? bytes[header + 3] : nil))
        case 0x01 where bytes[offset + 2] >= 12 && end >= header + 12:
            func word(_ at: Int) -> Int { Int(bytes.littleEndian16(at: header + at) ?? 0) }
            content = .plainText(
                GIFPlainText(
                    header: header..<header + 12,
                    grid: Rect(x: word(0), y: word(2), width: word(4), height: word(6)),
                    cell: Size(width: Int(bytes[header + 8]), height: Int(bytes[header + 9]))))
        default:
            content = .unknown(label: label)
        }
        return (end, content)
    }

    /// Reads an application extension with its identifier of 11 bytes; nil if the identifier is missing.
    private mutating func application() -> (end: Int, GIFBlock.Content)? {
        guard bytes[offset + 2] == 11, bytes.count - offset >= 14 else { return nil }
        let identifier = String(decoding: bytes[offset + 3..<offset + 14], as: UTF8.self)
        let start = offset + 14
        let (end, isTerminated) = GIFSubBlocks.end(in: bytes, from: start)
        if !isTerminated { warn("the file ends within the extension") }
        var application = GIFApplication(identifier: identifier, data: start..<end, xmp: nil)
        if identifier == "XMP DataXMP" { application.xmp = xmp(in: start..<end) }
        return (end, .application(application))
    }

    /// Finds the XMP packet: before the 258 bytes that the standard requires, or before whatever else follows its end.
    private func xmp(in data: Range<Int>) -> GIFApplication.XMP {
        let packetEnd = data.upperBound - GIFApplication.xmpTrailer.count
        if packetEnd >= data.lowerBound, bytes.contains(GIFApplication.xmpTrailer, at: packetEnd) {
            return .plain(data.lowerBound..<packetEnd)
        }
        guard data.lowerBound < data.upperBound, bytes[data.lowerBound] == UInt8(ascii: "<") else { return .subBlocks }
        for mark in ["<?xpacket end=", "</x:xmpmeta"] {
            guard let at = bytes[data].firstOffset(of: Array(mark.utf8)) else { continue }
            guard let close = bytes[at..<data.upperBound].firstIndex(of: UInt8(ascii: ">")) else { continue }
            return .plain(data.lowerBound..<close + 1)
        }
        return .subBlocks
    }
}
