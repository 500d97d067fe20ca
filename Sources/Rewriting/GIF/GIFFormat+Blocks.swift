internal import UprightFormats

extension GIFFormat {
    package func blocks(of bytes: [UInt8]) -> [PictureBlock]? {
        guard let file = try? GIFFile(parsing: bytes) else { return nil }
        var blocks = file.blocks.map { block in
            let location = "\(block.name) at byte \(block.range.lowerBound)"
            let (own, data) = (bytes[block.range], block.data(in: bytes))
            switch block.content {
            case .end: return PictureBlock(picture: location, own, length: 1)
            case .graphicControl: return PictureBlock(picture: location, own, length: 8)
            case .image(let image):
                return PictureBlock(
                    .picture, location, [],
                    surplus: Self.surplus(of: image, in: bytes) ? "bytes behind its end code" : nil
                )
            case .comment: return PictureBlock(.text(.gifComment), location, data)
            case .application(let application):
                if case .plain(let range)? = application.xmp {
                    let trailer = bytes[range.upperBound..<block.range.upperBound]
                    return PictureBlock(
                        .xmp, location, bytes[range],
                        surplus: trailer.elementsEqual(GIFApplication.xmpTrailer) ? nil : "another magic trailer")
                }
                if application.xmp != nil { return PictureBlock(.xmp, location, data.dropFirst(11)) }
                switch application.identifier {
                // A loop: one sub-block of an identifier and a count.
                case "NETSCAPE2.0", "ANIMEXTS1.0": return PictureBlock(picture: location, own, length: 19)
                case "ICCRGBG1012": return PictureBlock(.icc, location, data.dropFirst(11))
                default: return PictureBlock(.other, location, data)
                }
            case .padding, .plainText, .unknown: return PictureBlock(.other, location, data)
            }
        }
        if !file.trailer.isEmpty { blocks.append(PictureBlock(.other, "what follows the end", bytes[file.trailer])) }
        return blocks
    }

    /// Whether coded data go on behind their end code (GIF89a, appendix F).
    private static func surplus(of image: GIFImage, in bytes: [UInt8]) -> Bool {
        let data = GIFSubBlocks.joined(in: bytes, image.data)
        let clear = 1 << Int(image.minimumCodeSize)
        var (width, strings, bit) = (Int(image.minimumCodeSize) + 1, clear + 1, 0)
        guard (2...11).contains(image.minimumCodeSize) else { return false }
        while bit + width <= data.count * 8 {
            var code = 0
            for place in 0..<width { code |= Int(data[(bit + place) / 8] >> ((bit + place) % 8) & 1) << place }
            bit += width
            switch code {
            case clear + 1: return (bit + 7) / 8 < data.count
            case clear: (width, strings) = (Int(image.minimumCodeSize) + 1, clear + 1)
            default:
                // The first code after a clear makes no string.
                if strings < 4096 { strings += 1 }
                if strings == 1 << width, width < 12 { width += 1 }
            }
        }
        return false
    }
}
