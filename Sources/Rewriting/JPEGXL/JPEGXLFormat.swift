package import UprightBase
package import UprightFormats

/// JPEG XL (ISO/IEC 18181). Its codestream says how the picture is turned, and an Exif block in the container does not count
/// (ISO/IEC 18181-2, 9.3.2), so that its files are passed as they are.
package struct JPEGXLFormat: ReadableFormat {
    package let description = FormatDescription(
        type: ImageType(rawValue: "public.jpeg-xl"), name: "JPEG XL", filenameExtensions: ["jxl"],
        mimeTypes: ["image/jxl"], signatures: [], animates: true)

    private static let largestBox = 64 << 20

    package func properties(of file: FileBytes) throws(ImagePropertiesError) -> ContainerProperties {
        guard file.bytes(2, at: 0) != [0xFF, 0x0A] else {
            return try properties(file.bytes(min(file.count, 64), at: 0) ?? [], exif: nil, xmp: nil, [:], [])
        }
        var warnings: [String] = []
        var names: [String] = []
        var compressed: [String] = []
        var (exif, xmp): ([UInt8]?, [UInt8]?)
        var codestream: [UInt8]?
        for box in FileBoxes.all(in: file, atMost: 10_000) {
            if !box.isComplete { warnings.append("\(box.type) at byte \(box.offset): bytes are missing") }
            if !names.contains(box.type) { names.append(box.type) }
            let start = box.offset + box.header
            switch box.type {
            case "jxlc" where codestream == nil:
                codestream = file.bytes(min(box.length, 64, file.count - start), at: start)
            // The first part has a number before it.
            case "jxlp" where codestream == nil:
                codestream = file.bytes(min(box.length, 68, file.count - start), at: start).map {
                    Array($0.dropFirst(4))
                }
            case "brob":
                let inner = file.bytes(4, at: start).map { ISOBox.name($0) } ?? "?"
                compressed.append(inner)
                warnings.append("the box \(inner) at byte \(box.offset) is compressed (brob), and is not read")
            case "Exif" where exif == nil && box.isComplete && box.length <= Self.largestBox:
                exif = Self.exif(box.content(of: file) ?? [])
            case "xml " where xmp == nil && box.isComplete && box.length <= Self.largestBox:
                xmp = box.content(of: file)
            default: continue
            }
        }
        guard let codestream else { throw .structure("expected a codestream (jxlc or jxlp), found none") }
        var values: [String: PropertyValue] = [
            "Boxes": .array(names.map { .string($0) }), "HoldsJPEG": .boolean(names.contains("jbrd")),
        ]
        if !compressed.isEmpty { values["CompressedBoxes"] = .array(compressed.map { .string($0) }) }
        return try properties(codestream, exif: exif, xmp: xmp, values, warnings)
    }

    /// The block after the offset to its header (ISO/IEC 18181-2, 9.3.2).
    private static func exif(_ content: [UInt8]) -> [UInt8]? {
        guard let skipped = content.bigEndian32(at: 0).map({ Int($0) }), skipped <= content.count - 4 else {
            return nil
        }
        return Array(content.dropFirst(4 + skipped))
    }

    private func properties(
        _ codestream: [UInt8], exif: [UInt8]?, xmp: [UInt8]?, _ values: [String: PropertyValue], _ warnings: [String]
    ) throws(ImagePropertiesError) -> ContainerProperties {
        let header: JPEGXLHeader
        do throws(FormatError) { header = try JPEGXLHeader(reading: codestream) } catch {
            throw .structure(error.description)
        }
        let metadata = EmbeddedMetadata(exif: exif, xmp: xmp, icc: nil)
        var values = values
        values["Orientation"] = .integer(header.orientation.rawValue)
        values["IsAnimated"] = .boolean(header.isAnimated)
        var properties = ContainerProperties(
            picture: .init(
                size: header.size, depth: header.depth, colorModel: header.isGray ? "Gray" : "RGB"),
            metadata: metadata, warnings: warnings)
        var recording = Recording()
        recording.orientation = header.orientation
        properties.recording = recording
        if let stated = metadata.orientation?.orientation, stated != header.orientation {
            values["IgnoredOrientation"] = .integer(stated.rawValue)
            properties.warnings.append(
                "the orientation \(stated.rawValue) of the metadata is ignored: in JPEG XL, that of the codestream counts, "
                    + "which is \(header.orientation.rawValue)")
        }
        properties.dictionaries["{JPEGXL}"] = .dictionary(values)
        return properties
    }
}
