internal import UprightFormats

extension GIFDocument {
    /// Makes edits in the XMP packet, the only metadata block that a GIF can hold, as earlier plans left it.
    package mutating func edit(_ edits: [MetadataEdit]) throws(MetadataEditError) {
        try edits.refuse(.exif, "Exif", in: .gif, instead: "exif:GPSLatitude")
        try edits.refuse(.iptc, "IPTC", in: .gif, instead: "photoshop:City")
        for strip in edits.strips { try self.strip(strip) }
        if edits.touches(.text) { try editComments(edits) }
        if edits.touches(.xmp) { try edit(packets, .xmp, edits) }
    }

    /// Before the first frame and its extensions, but after the loop extension, which comes first.
    var newPlace: Int {
        file.blocks.firstIndex { block in
            switch block.content {
            case .image, .graphicControl, .plainText, .end: true
            default: false
            }
        } ?? 0
    }

    /// Edits the comment extensions. A comment that stays keeps its bytes.
    private mutating func editComments(_ edits: [MetadataEdit]) throws(MetadataEditError) {
        let places = file.blocks.indices.filter { index in
            if case .comment = file.blocks[index].content { blocks[index] == nil } else { false }
        }
        let present = places.map { index in
            let block = file.blocks[index].range
            let text = GIFSubBlocks.joined(in: source, block.lowerBound + 2..<block.upperBound)
            return TextEncoding.lenient(text.prefix { $0 != 0 })
        }
        for editing in try TextEditing.all(edits, in: .gif, present: { (_) throws(MetadataEditError) in present }) {
            guard let change = editing.change else { continue }
            changes.append(change)
            // Extensions were introduced with GIF89a.
            head[4] = UInt8(ascii: "9")
            var texts = editing.texts
            for (number, index) in places.enumerated() {
                if texts.isEmpty {
                    replace(index, with: [], .dropped)
                } else {
                    let text = texts.removeFirst()
                    if text != present[number] { replace(index, with: Self.comment(text), .patched) }
                }
            }
            inserted += texts.map { (newPlace, Self.comment($0)) }
        }
    }

    /// Returns a comment extension (GIF89a, 24).
    private static func comment(_ text: String) -> [UInt8] { [0x21, 0xFE] + GIFSubBlocks.serialized(Array(text.utf8)) }

    /// Returns an application extension that holds a packet; nothing if the packet is empty.
    static func `extension`(of packet: [UInt8], isPlain: Bool) -> [UInt8] {
        guard !packet.isEmpty else { return [] }
        return xmpHead + (isPlain ? packet + GIFApplication.xmpTrailer : GIFSubBlocks.serialized(packet))
    }

    /// Introducer, label, block size, identifier and code of an XMP extension (XMP part 3, 1.1.2).
    private static let xmpHead: [UInt8] = [0x21, 0xFF, 11] + Array("XMP DataXMP".utf8)
}
