package import UprightBase
package import UprightCodecs
internal import UprightFormats

extension HEIFFormat {
    package var isDecoded: Bool { false }

    /// Decodes a small JPEG in the file if it is large enough: a thumbnail that is an item, or that of the Exif block. Otherwise, a
    /// picture coded with HEVC is decoded, or a smaller JPEG shown.
    package func smallPicture(
        of bytes: [UInt8], edge: Int, maximumPixels: Int
    ) throws(CodecError) -> SmallPicture {
        let document: HEIFDocument
        do throws(ImagePropertiesError) { document = try self.document(reading: bytes) } catch {
            throw CodecError(.undecodable, error.description)
        }
        let previews = document.previews
        for jpeg in previews {
            do throws(CodecError) {
                let picture = try SmallPicture(jpeg: jpeg, edge: edge, maximumPixels: maximumPixels)
                if picture.isWhole(edge) { return picture }
            } catch {
                // The next one may be sound.
                continue
            }
        }
        do throws(CodecError) {
            guard let meta = document.file.meta else { throw CodecError(.unsupported, "it has no still picture") }
            let pixels = try meta.decoded(edge: edge, in: bytes, maximumPixels: maximumPixels)
            return try SmallPicture(rgb: pixels.rgb, size: pixels.size, edge: edge)
        } catch {
            for jpeg in previews {
                do throws(CodecError) {
                    return try SmallPicture(jpeg: jpeg, edge: edge, maximumPixels: maximumPixels)
                } catch { continue }
            }
            throw CodecError(
                error.kind, "the \(description.name) picture holds no JPEG thumbnail, and \(error.description)")
        }
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
