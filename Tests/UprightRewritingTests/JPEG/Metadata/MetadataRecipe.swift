import UprightBase
import UprightRewriting
import UprightFormats
import TestJPEG

/// Metadata segments for test files.
enum MetadataRecipe {
    static let rdf = """
        xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:tiff="http://ns.adobe.com/tiff/1.0/"
        xmlns:xmpNote="http://ns.adobe.com/xmp/note/" xmlns:GCamera="http://ns.google.com/photos/1.0/camera/"
        xmlns:Container="http://ns.google.com/photos/1.0/container/"
        xmlns:Item="http://ns.google.com/photos/1.0/container/item/"
        """

    static func packet(_ attributes: String, _ elements: String = "") -> [UInt8] {
        Array(
            "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF \(rdf)><rdf:Description rdf:about=\"\" \(attributes)>\(elements)</rdf:Description></rdf:RDF></x:xmpmeta>"
                .utf8)
    }

    static func xmp(_ packet: [UInt8]) -> [UInt8] {
        JPEGBuilder.segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + packet)
    }

    /// Returns the segments of an extended packet, in pieces of the given length.
    static func extended(_ packet: [UInt8], piece: Int) -> (guid: String, segments: [[UInt8]]) {
        func long(_ value: Int) -> [UInt8] { TIFFByteOrder.bigEndian.bytes(UInt64(value), count: 4) }
        let guid = hexadecimal(MD5.hash(packet)).uppercased()
        let segments = stride(from: 0, to: packet.count, by: piece).map { start in
            JPEGBuilder.segment(
                0xE1,
                Array("http://ns.adobe.com/xmp/extension/\0".utf8) + Array(guid.utf8) + long(packet.count) + long(start)
                    + packet[start..<min(start + piece, packet.count)])
        }
        return (guid, segments)
    }

    static func exif(_ block: [UInt8]) -> [UInt8] {
        JPEGBuilder.segment(0xE1, Array("Exif\0\0".utf8) + block)
    }

    /// Returns a TIFF block with an orientation, and a thumbnail if one is given.
    static func block(orientation: Int, thumbnail: [UInt8]? = nil, thumbnailOrientation: Int? = nil, filler: Int = 0)
        -> [UInt8]
    {
        var block = TIFFBlock(byteOrder: .bigEndian)
        func field(_ tag: TIFFTag, _ type: TIFFFieldType, _ value: Int) -> TIFFField {
            TIFFField(tag: tag, type: type, integers: [value], order: .bigEndian)
        }
        block.set([field(.orientation, .long, orientation)], in: .primary)
        if let thumbnail {
            let place = block.append(thumbnail)
            block.set(
                [
                    field(.compression, .short, 6), field(.jpegInterchangeFormat, .long, place),
                    field(.jpegInterchangeFormatLength, .long, thumbnail.count),
                ], in: .thumbnail)
        }
        if let thumbnailOrientation {
            block.set([field(.orientation, .short, thumbnailOrientation)], in: .thumbnail)
        }
        if filler > 0 {
            let note = [UInt8](repeating: 0x55, count: filler)
            block.set(
                [TIFFField(tag: TIFFTag.makerNote.rawValue, type: .undefined, count: filler, bytes: note)], in: .exif)
        }
        return block.bytes
    }

    /// Returns a multi-picture index for images with the given sizes and offsets in the file; the index starts at
    /// `base` in the file.
    static func mpf(_ images: [(size: Int, start: Int)], base: Int) -> [UInt8] {
        let order = TIFFByteOrder.bigEndian
        var entries: [UInt8] = []
        for (place, image) in images.enumerated() {
            entries += order.bytes(place == 0 ? 0x030000 : 0, count: 4)
            entries += order.bytes(UInt64(image.size), count: 4)
            entries += order.bytes(UInt64(place == 0 ? 0 : image.start - base), count: 4) + [0, 0, 0, 0]
        }
        var block = TIFFBlock(byteOrder: order)
        block.set(
            [
                TIFFField(tag: 0xB000, type: .undefined, count: 4, bytes: Array("0100".utf8)),
                TIFFField(
                    tag: TIFFTag(rawValue: 0xB001), type: .long, integers: [images.count], order: order),
                TIFFField(tag: 0xB002, type: .undefined, count: entries.count, bytes: entries),
            ], in: .primary)
        return JPEGBuilder.segment(0xE2, Array("MPF\0".utf8) + block.bytes)
    }
}
