internal import UprightBase
internal import UprightFormats

extension MultiPicture {
    /// Returns what a file announces after its picture and does not have: a video or gain map that the container
    /// directory, the multi-picture index or the start of the data itself describes. Nil if nothing is missing.
    ///
    /// A camera or an upload writes these after the picture, so a file can end with EOI and still be incomplete.
    package static func missingData(of source: JPEGSource) -> String? {
        let end = source.bytes.count
        let trailer = source.file.trailer
        if let xmp = container(of: source)?.xmp {
            let announced = xmp.items.enumerated().reduce(0) {
                $0 + ($1.offset == 0 ? 0 : $1.element.length) + $1.element.padding
            }
            if announced > trailer.count {
                return
                    "its XMP container announces \(announced) bytes after the picture, and \(trailer.count) are there"
            }
            if let offset = xmp.videoOffset, offset > trailer.count {
                return "its XMP announces a video of \(offset) bytes after the picture, and \(trailer.count) are there"
            }
        }
        if let index = MultiPictureIndex(of: source.file, in: source.bytes) {
            for image in index.mpf.images.dropFirst() where image.size > 0 {
                let last = index.start(of: image) + image.size
                if last > end {
                    return "its MPF index announces the \(image.use) up to byte \(last), and the file ends at \(end)"
                }
                let start = index.start(of: image)
                if image.isJPEG, trailer.contains(start),
                    source.bytes[start..<min(start + 4, end)].allSatisfy({ $0 == 0 })
                {
                    return "zeros are where its MPF index announces the \(image.use)"
                }
            }
        }
        guard !trailer.isEmpty else { return nil }
        return missingVideo(source.bytes[trailer]) ?? missingDirectory(source.bytes[trailer])
    }

    /// ISO/IEC 14496-12, 4.2: each box begins with its length and type.
    private static func missingVideo(_ trailer: ArraySlice<UInt8>) -> String? {
        guard trailer.dropFirst(4).starts(with: "ftyp".utf8) else { return nil }
        var rest = trailer
        while rest.count >= 8 {
            guard rest.dropFirst(4).prefix(4).allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) else { return nil }
            var length = Int(rest.prefix(4).bigEndianInteger)
            if length == 1 {
                guard rest.count >= 16 else { break }
                length = Int(clamping: UInt64(rest.dropFirst(8).prefix(8).bigEndianInteger))
            }
            // A length of 0 means: to the end of the file.
            guard length >= 8 else { return nil }
            guard length <= rest.count else { break }
            rest = rest.dropFirst(length)
        }
        // A few bytes more are padding.
        return rest.count < 8 ? nil : "the video after the picture is cut off"
    }

    /// Samsung's records end with their directory.
    private static func missingDirectory(_ trailer: ArraySlice<UInt8>) -> String? {
        let name = trailer.dropFirst(8).prefix(16)
        let isRecord =
            trailer.starts(with: [0, 0])
            && (name.starts(with: "Image_UTC_Data".utf8) || name.starts(with: "MotionPhoto_Data".utf8))
        guard isRecord, !trailer.suffix(4).elementsEqual("SEFT".utf8) else { return nil }
        return "Samsung's records after the picture lack their directory (SEFT)"
    }
}
