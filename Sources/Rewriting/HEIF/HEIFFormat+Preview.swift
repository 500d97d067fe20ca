package import UprightBase
package import UprightCodecs
internal import UprightFormats

extension HEIFFormat {
    package var isDecoded: Bool { false }

    /// Decodes a small JPEG in the file, since the picture itself is not decoded: a thumbnail that is an item, or that of the
    /// Exif block.
    package func smallPicture(
        of bytes: [UInt8], edge: Int, maximumPixels: Int
    ) throws(CodecError) -> SmallPicture {
        for jpeg in (try? document(reading: bytes))?.previews ?? [] {
            do throws(CodecError) {
                return try SmallPicture(jpeg: jpeg, edge: edge, maximumPixels: maximumPixels)
            } catch {
                // The next one may be sound.
                continue
            }
        }
        throw CodecError(
            .undecodable,
            "\(description.name) pictures are turned in their container, but not decoded, and this one has no JPEG thumbnail"
        )
    }

    package func containerOrientation(of bytes: [UInt8]) -> Orientation? {
        (try? document(reading: bytes))?.picture?.orientation
    }
}

extension HEIFMeta {
    /// The JPEG thumbnails that are shown as the picture is: with its rotation and mirror.
    var jpegThumbnails: [Int] {
        referrers("thmb", to: pictured).filter { id in
            item(id)?.type == "jpeg" && properties.transforms(of: id) == properties.transforms(of: pictured)
        }
    }
}

extension HEIFDocument {
    /// The largest JPEG that is looked at.
    private static let maximumPreview = 4 << 20

    /// The JPEGs in the file that show the picture as it is stored.
    fileprivate var previews: [[UInt8]] {
        guard let meta = file.meta else { return [] }
        var found = meta.jpegThumbnails.prefix(4).compactMap {
            meta.data(of: $0, in: source, maximum: Self.maximumPreview)
        }
        for exif in blocks.filter({ $0.kind == .exif && $0.isPrimary }).map(\.bytes) {
            guard let block = try? TIFFBlock(parsing: exif),
                let start = block.integer(.jpegInterchangeFormat, in: .thumbnail),
                let count = block.integer(.jpegInterchangeFormatLength, in: .thumbnail), start > 0, count > 0,
                let jpeg = block.bytes.bytes(count, at: start)
            else { continue }
            found.append(Array(jpeg))
        }
        return found
    }
}
