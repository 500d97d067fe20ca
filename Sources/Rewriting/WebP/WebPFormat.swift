internal import UprightBase
package import UprightCodecs
package import UprightFormats

/// WebP (RFC 9649), with animations. Losslessly coded pictures are turned; those with loss are kept as they are.
package struct WebPFormat: PictureFormat {
    package let description = FormatDescription(
        type: ImageType(rawValue: "org.webmproject.webp"), name: "WebP", filenameExtensions: ["webp"],
        mimeTypes: ["image/webp"],
        signatures: [FormatSignature([0: Array("RIFF".utf8), 8: Array("WEBP".utf8)])], animates: true)

    package func document(of bytes: [UInt8]) throws(FormatError) -> WebPDocument {
        WebPDocument(of: try WebPFile(parsing: bytes), in: bytes)
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
    ) throws(CodecError) -> SmallPicture {
        let file: WebPFile
        do throws(FormatError) { file = try WebPFile(parsing: bytes) } catch {
            throw CodecError(.undecodable, error.description)
        }
        guard file.picture.still == nil, let frame = file.picture.frames.first else {
            return try SmallPicture(
                webp: bytes, at: Point(x: 0, y: 0), on: file.picture.size, edge: edge, maximumPixels: maximumPixels)
        }
        let still = WebPFile.still(frame.parts, of: frame.size, in: bytes)
        return try SmallPicture(
            webp: still, at: Point(x: frame.rect.x, y: frame.rect.y), on: file.picture.size, edge: edge,
            maximumPixels: maximumPixels)
    }

    package func animation(in bytes: [UInt8]) throws(FormatError) -> CodedAnimation? {
        let picture = try WebPFile(parsing: bytes).picture
        guard picture.still == nil, picture.frames.count > 1 else { return nil }
        let frames = picture.frames.map { frame in
            CodedFrame(
                rect: frame.rect, duration: Double(frame.duration) / 1_000, replaces: frame.replaces,
                end: frame.isCleared ? .cleared : .stays
            ) { () throws(CodecError) in
                let still = WebPFile.still(frame.parts, of: frame.size, in: bytes)
                let raster = try WebPRaster.decode(still[...], size: frame.size, isOpaque: !picture.hasAlpha).picture()
                return raster.rgba
            }
        }
        return CodedAnimation(size: picture.size, frames: frames)
    }
}
