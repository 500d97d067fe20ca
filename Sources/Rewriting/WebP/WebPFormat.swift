package import UprightCodecs
internal import UprightContainers
package import UprightEditing
internal import UprightGeometry
package import UprightMetadata

/// WebP (RFC 9649), with animations. The metadata is read and edited; the pictures are kept as they are.
package struct WebPFormat: PictureFormat {
    package let description = FormatDescription(
        type: ImageType(rawValue: "org.webmproject.webp"), name: "WebP", filenameExtensions: ["webp"],
        mimeTypes: ["image/webp"],
        signatures: [FormatSignature([0: Array("RIFF".utf8), 8: Array("WEBP".utf8)])], animates: true)

    package func document(reading bytes: [UInt8]) throws(ImagePropertiesError) -> WebPDocument {
        do throws(WebPFormatError) {
            return WebPDocument(of: try WebPFile(parsing: bytes), in: bytes)
        } catch {
            throw .structure(error.description)
        }
    }

    package func properties(of bytes: [UInt8]) throws(ImagePropertiesError) -> ContainerProperties {
        let document = try document(reading: bytes)
        let picture = document.file.picture
        var webp: [String: PropertyValue] = [
            "CanvasPixelWidth": .integer(picture.size.width), "CanvasPixelHeight": .integer(picture.size.height),
            "FrameCount": .integer(document.frameCount), "IsLossless": .boolean(!picture.isLossy),
        ]
        if let loops = picture.loopCount { webp["LoopCount"] = .integer(loops) }
        if let first = picture.frames.first {
            webp["DelayTime"] = .real(FrameDelay.clamped(Double(first.duration) / 1_000))
            webp["UnclampedDelayTime"] = .real(Double(first.duration) / 1_000)
            webp["FrameInfo"] = .array(
                picture.frames.map { frame in
                    let delay = Double(frame.duration) / 1_000
                    return ["DelayTime": .real(FrameDelay.clamped(delay)), "UnclampedDelayTime": .real(delay)]
                })
        }
        return ContainerProperties(
            picture: .init(size: picture.size, depth: 8, colorModel: "RGB", hasAlpha: picture.hasAlpha),
            frameCount: document.frameCount, metadata: document.metadata, dictionaries: ["{WebP}": .dictionary(webp)],
            warnings: document.damage)
    }

    package func smallPicture(
        of bytes: [UInt8], edge: Int, maximumPixels: Int
    ) throws(Thumbnail.Failure) -> SmallPicture {
        throw Thumbnail.Failure(description: "WebP pictures are kept, but not decoded")
    }

    package func search(_ bytes: [UInt8], for leftovers: inout StripLeftovers) {
        guard let document = try? document(reading: bytes) else { return }
        for block in document.blocks {
            let place = "at byte \(document.file.chunks[block.chunk].range.lowerBound)"
            switch block.kind {
            case .exif: leftovers.look(exif: block.bytes, "the Exif block \(place)")
            case .xmp: leftovers.look(xmp: block.bytes, "the XMP packet \(place)")
            }
        }
    }
}
