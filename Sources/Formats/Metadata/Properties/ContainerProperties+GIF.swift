internal import UprightBase

extension ContainerProperties {
    package init(gif bytes: [UInt8]) throws(ImagePropertiesError) {
        let file: GIFFile
        do throws(FormatError) {
            file = try GIFFile(parsing: bytes)
        } catch {
            throw .structure(error.description)
        }
        var delays: [Double] = []
        var frames: [PropertyValue] = []
        var pending: GIFGraphicControl?
        var transparent: Int?
        var loops: Int?
        var comments: [PropertyValue] = []
        var texts: [PropertyValue] = []
        for block in file.blocks {
            switch block.content {
            case .graphicControl(let control):
                pending = control
                transparent = transparent ?? control.transparentIndex.map { Int($0) }
            case .image:
                let delay = Double(pending?.delay ?? 0) / 100
                delays.append(delay)
                var frame: [String: PropertyValue] = [
                    "DelayTime": .real(FrameDelay.clamped(delay)), "UnclampedDelayTime": .real(delay),
                    "Disposal": .integer(Int(pending?.disposal ?? 0)),
                ]
                if let index = pending?.transparentIndex { frame["TransparentColor"] = .integer(Int(index)) }
                frames.append(.dictionary(frame))
                pending = nil
            case .application(let application)
            where application.identifier == "NETSCAPE2.0" || application.identifier == "ANIMEXTS1.0":
                let data = GIFSubBlocks.joined(in: bytes, application.data)
                if data.count >= 3, data[0] & 7 == 1 { loops = Int(data[1]) | Int(data[2]) << 8 }
            case .plainText(let plain):
                let text = GIFSubBlocks.joined(in: bytes, plain.header.upperBound..<block.range.upperBound)
                texts.append(.string(TextEncoding.lenient(text)))
            case .comment:
                let text = GIFSubBlocks.joined(in: bytes, block.range.lowerBound + 2..<block.range.upperBound)
                comments.append(.string(TextEncoding.lenient(text.prefix { $0 != 0 })))
            default: break
            }
        }
        let packed = bytes[10]
        var gif: [String: PropertyValue] = [
            "Version": .string(String(decoding: bytes[3..<6], as: UTF8.self)),
            "HasGlobalColorMap": .boolean(packed & 0x80 != 0),
            "ColorResolutionDepth": .integer(Int(packed >> 4 & 7) + 1),
            "BitsPerPixel": .integer(Int(packed & 7) + 1),
            "BackgroundColor": .integer(Int(file.screen.backgroundIndex)),
            "CanvasPixelWidth": .integer(file.screen.size.width),
            "CanvasPixelHeight": .integer(file.screen.size.height),
            "FrameCount": .integer(delays.count),
        ]
        if file.screen.pixelAspect > 0 {
            gif["PixelAspectRatio"] = .real((Double(file.screen.pixelAspect) + 15) / 64)
        }
        if let transparent { gif["TransparentColor"] = .integer(transparent) }
        if let first = delays.first {
            gif["DelayTime"] = .real(FrameDelay.clamped(first))
            gif["UnclampedDelayTime"] = .real(first)
            gif["FrameInfo"] = .array(frames)
        }
        // Without this extension, an animation plays once.
        if let loops { gif["LoopCount"] = .integer(loops) } else if delays.count > 1 { gif["LoopCount"] = 1 }
        if !texts.isEmpty { gif["PlainText"] = .array(texts) }
        if !comments.isEmpty { gif["Comments"] = .array(comments) }
        self.init(
            picture: Picture(size: file.screen.size, depth: 8, colorModel: "RGB", hasAlpha: transparent != nil),
            frameCount: max(1, delays.count), metadata: EmbeddedMetadata(of: file, in: bytes),
            dictionaries: ["{GIF}": .dictionary(gif), "IsIndexed": true], warnings: file.warnings)
    }
}
