import UprightRewriting
import UprightFormats

/// A block with the directories of a picture, a thumbnail, Exif and GPS, built field by field.
struct TIFFRecipe {
    var order: TIFFByteOrder = .littleEndian
    var orientation = 6
    var orientationType = TIFFFieldType.short
    var size = (width: 60, height: 40)
    var thumbnail: [UInt8]? = Array("a thumbnail, of an odd length..".utf8)
    var thumbnailOrientation: Int?
    var note: [UInt8] = Array("maker's notes with offsets of their own".utf8)

    func integers(_ tag: TIFFTag, _ type: TIFFFieldType, _ values: Int...) -> TIFFField {
        TIFFField(tag: tag, type: type, integers: values, order: order)
    }

    func rational(_ tag: TIFFTag, _ numerator: Int, _ denominator: Int) -> TIFFField {
        TIFFField(
            tag: tag.rawValue, type: .rational, count: 1,
            bytes: order.bytes(UInt64(numerator), count: 4) + order.bytes(UInt64(denominator), count: 4))
    }

    func text(_ tag: UInt16, _ text: String) -> TIFFField {
        TIFFField(tag: tag, type: .ascii, count: text.utf8.count + 1, bytes: Array(text.utf8) + [0])
    }

    var block: TIFFBlock {
        var block = TIFFBlock(byteOrder: order)
        block.set(
            [
                integers(.orientation, orientationType, orientation), text(0x010F, "Maker of cameras"),
                rational(.xResolution, 300, 1), rational(.yResolution, 150, 1),
                integers(.imageWidth, .short, size.width), integers(.imageLength, .long, size.height),
            ], in: .primary)
        block.set(
            [
                integers(.pixelXDimension, .long, size.width), integers(.pixelYDimension, .short, size.height),
                integers(.subjectArea, .short, 10, 5, 8, 4), integers(.subjectLocation, .short, 10, 5),
                TIFFField(tag: TIFFTag.makerNote.rawValue, type: .undefined, count: note.count, bytes: note),
                rational(.focalPlaneXResolution, 5000, 3), rational(.focalPlaneYResolution, 2500, 3),
            ], in: .exif)
        block.set(
            [
                integers(.relatedImageWidth, .short, size.width), integers(.relatedImageLength, .long, size.height),
            ], in: .interoperability)
        block.set([integers(TIFFTag(rawValue: 0), .byte, 2, 3, 0, 0)], in: .gps)
        if let thumbnail {
            let place = block.append(thumbnail)
            block.set(
                [
                    integers(.compression, .short, 6), integers(.jpegInterchangeFormat, .long, place),
                    integers(.jpegInterchangeFormatLength, .long, thumbnail.count),
                ], in: .thumbnail)
        }
        if let thumbnailOrientation {
            block.set([integers(.orientation, .short, thumbnailOrientation)], in: .thumbnail)
        }
        return block
    }
}
