package import UprightBase
package import UprightFormats

/// Canon's raw format in boxes, CR3. Source: github.com/lclevy/canon_cr3.
package struct CanonRawFormat: ReadableFormat {
    package let description = FormatDescription(
        type: ImageType(rawValue: "com.canon.cr3-raw-image"), name: "Canon raw (CR3)",
        filenameExtensions: ["cr3", "crm"],
        mimeTypes: ["image/x-canon-cr3"], signatures: [], animates: false)

    /// The box in the index with the blocks of metadata, and the one after it with the preview.
    private static let metadata: [UInt8] = [
        0x85, 0xC0, 0xB6, 0x87, 0x82, 0x0F, 0x11, 0xE0, 0x81, 0x11, 0xF4, 0xCE, 0x46, 0x2B, 0x6A, 0x48,
    ]
    private static let preview: [UInt8] = [
        0xEA, 0xF4, 0x2B, 0x5E, 0x1C, 0x98, 0x4B, 0x88, 0xB9, 0xFB, 0xB7, 0xDC, 0x40, 0x6E, 0x4D, 0x16,
    ]
    private static let largestBox = 64 << 20

    package func properties(of file: FileBytes) throws(ImagePropertiesError) -> ContainerProperties {
        let boxes = FileBoxes.all(in: file, atMost: 1_000)
        guard let movie = boxes.first(where: { $0.type == "moov" }), movie.isComplete, movie.length <= Self.largestBox,
            let index = movie.content(of: file)
        else { throw .structure("expected the index of the file (moov), found none in \(file.count) bytes") }
        let top = ISOBox.boxes(in: 0..<index.count, of: index).boxes
        var blocks: [String: [UInt8]] = [:]
        for box in top where box.type == "uuid" && index[box.payload].starts(with: Self.metadata) {
            for inner in ISOBox.boxes(in: box.payload.dropFirst(16), of: index).boxes {
                blocks[inner.type] = blocks[inner.type] ?? Array(index[inner.payload])
            }
        }
        var warnings: [String] = []
        let exif = RawBlocks.joined(
            primary: blocks["CMT1"], exif: blocks["CMT2"], gps: blocks["CMT4"], note: blocks["CMT3"], &warnings)
        let packet = boxes.first {
            $0.type == "uuid" && $0.isComplete && $0.length <= Self.largestBox
                && file.bytes(16, at: $0.offset + $0.header) == VideoFile.xmpIdentifier
        }
        var properties = ContainerProperties(
            metadata: EmbeddedMetadata(
                exif: exif, xmp: packet?.content(of: file).map { Array($0.dropFirst(16)) }, icc: nil),
            warnings: warnings)
        let tracks = top.filter { $0.type == "trak" }.map { VideoTrack($0, in: index) }
        if let size = tracks.map(\.size).filter({ $0.width > 0 && $0.height > 0 })
            .max(by: { $0.width.multipliedSaturated(by: $0.height) < $1.width.multipliedSaturated(by: $1.height) })
        {
            properties.picture = .init(size: size, depth: 14, colorModel: "RGB")
        } else {
            properties.pictureError = .structure("no track gives the size of the picture")
        }
        return properties
    }

    /// The preview in a box of its own: a box `PRVW` with a JPEG after its fields.
    package func preview(of file: FileBytes) -> [UInt8]? {
        for box in FileBoxes.all(in: file, atMost: 1_000)
        where box.type == "uuid" && box.isComplete && box.length <= Self.largestBox
            && file.bytes(16, at: box.offset + box.header) == Self.preview
        {
            guard let content = box.content(of: file), let start = content.firstOffset(of: JPEGMarker.start)
            else { continue }
            let jpeg = Array(content[start...])
            if RawFormat.isShown(jpeg) { return jpeg }
        }
        return nil
    }
}
