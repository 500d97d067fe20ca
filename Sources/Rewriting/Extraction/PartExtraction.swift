package import UprightFormats

/// Takes parts out of a picture's file, byte for byte.
package struct PartExtraction {
    private let bytes: [UInt8]
    private let format: any PictureFormat
    private let metadata: EmbeddedMetadata

    /// Reads a file; throws if it is no picture of a format that is handled.
    package init(of bytes: [UInt8]) throws(ImagePropertiesError) {
        guard let format = PictureFormats.format(of: bytes) else {
            throw .type(PictureFormats.identify(bytes))
        }
        self.bytes = bytes
        self.format = format
        metadata = try format.properties(of: bytes).metadata
    }

    /// The bytes of a part; nil if the file does not have it.
    package subscript(part: PicturePart) -> [UInt8]? {
        switch part {
        case .thumbnail: exifThumbnail ?? photoshopThumbnail
        case .preview: preview
        case .icc: metadata.icc
        case .xmp: metadata.xmp
        case .exif: metadata.exif
        case .motion: video
        }
    }

    /// The JPEG of IFD1.
    private var exifThumbnail: [UInt8]? {
        guard let exif = metadata.exif, let block = try? TIFFBlock(parsing: exif),
            let start = integer(0x0201, block), let length = integer(0x0202, block), length > 0, start > 0,
            start <= exif.count, length <= exif.count - start
        else { return nil }
        let thumbnail = Array(exif[start..<start + length])
        return thumbnail.starts(with: JPEGMarker.start.prefix(2)) ? thumbnail : nil
    }

    private func integer(_ tag: UInt16, _ block: TIFFBlock) -> Int? {
        ExifMetadata(block)[.thumbnail, tag]?.integers?.first
    }

    /// The JPEG of resource 0x040C, behind its header of 28 bytes.
    private var photoshopThumbnail: [UInt8]? {
        guard let photoshop = metadata.photoshop else { return nil }
        let resource = PhotoshopResources(parsing: photoshop).resources.first { $0.id == 0x040C }
        guard let data = resource?.data, data.count > 30, data[28] == 0xFF, data[29] == 0xD8 else { return nil }
        return Array(data[28...])
    }

    private var preview: [UInt8]? {
        guard let source = try? JPEGSource(bytes) else { return nil }
        guard let range = MultiPicture(of: source).previewRanges.max(by: { $0.count < $1.count }) else { return nil }
        var preview = Array(bytes[range])
        // Minolta cameras replace the first byte.
        if preview.count > 1, preview[1] == JPEGMarker.soi { preview[0] = JPEGMarker.prefix }
        return preview
    }

    /// The video after the picture, or in a box of its own.
    private var video: [UInt8]? {
        if let source = try? JPEGSource(bytes) {
            let trailer = source.file.trailer
            guard let range = MultiPicture(of: source).videoRange ?? Self.video(in: trailer, of: bytes) else {
                return nil
            }
            return Array(bytes[range])
        }
        let boxes = ISOBox.boxes(in: 0..<bytes.count, of: bytes).boxes
        return boxes.first {
            $0.type == "mpvd" && bytes[0..<min(12, bytes.count)].dropFirst(4).starts(with: "ftyp".utf8)
        }
        .map { Array(bytes[$0.payload]) }
    }

    /// The boxes that a video consists of on its highest level.
    private static let videoBoxes: Set<String> = [
        "ftyp", "moov", "mdat", "free", "skip", "wide", "uuid", "meta", "moof", "mfra", "sidx", "udta", "pnot",
    ]

    /// Finds a video by its first box.
    private static func video(in range: Range<Int>, of bytes: [UInt8]) -> Range<Int>? {
        guard range.count > 16 else { return nil }
        var position = range.lowerBound + 4
        while position + 4 <= range.upperBound {
            guard let found = bytes[position..<range.upperBound].firstIndex(of: 0x66) else { return nil }
            position = found + 1
            guard bytes[found...].starts(with: "ftyp".utf8), found - 4 >= range.lowerBound else { continue }
            let boxes = ISOBox.boxes(in: found - 4..<range.upperBound, of: bytes).boxes.prefix {
                videoBoxes.contains($0.type) && $0.isComplete
            }
            guard let last = boxes.last, boxes.contains(where: { $0.type == "moov" || $0.type == "moof" }) else {
                continue
            }
            return found - 4..<last.range.upperBound
        }
        return nil
    }
}

extension MultiPicture {
    /// The previews: those that the index names, and those to which maker notes point.
    fileprivate var previewRanges: [Range<Int>] {
        let indexed = pictures.filter { $0.use == "preview" }.map(\.range)
        let noted = (previews.isEmpty ? MakerNotePreview.all(in: source, isInNote: true) : previews).map(\.picture)
        return indexed + noted
    }

    /// The video, if the packet that describes the data after the picture says where it is.
    fileprivate var videoRange: Range<Int>? {
        let count = source.bytes.count
        guard let xmp = container?.xmp else { return nil }
        let item = xmp.items.last { $0.semantic == "MotionPhoto" || $0.mime.hasPrefix("video/") }
        guard let length = item?.length ?? xmp.videoOffset, length > 8,
            length <= count - source.file.trailer.lowerBound
        else { return nil }
        let start = count - length
        return source.bytes[(start + 4)...].starts(with: "ftyp".utf8) ? start..<count : nil
    }
}
