internal import UprightBase
internal import UprightCodecs
internal import UprightFormats

/// Decoding for small pictures. Nothing else decodes pictures of the HEIF family.
extension HEIFMeta {
    /// A decoded item, as stored.
    struct Pixels {
        var size: Size
        var rgb: [UInt8]
    }

    /// The largest coded picture that is looked at.
    private static let largestData = 256 << 20

    /// Decodes the picture, or a thumbnail of it with a side of `edge` pixels or more that is shown as the picture is.
    func decoded(edge: Int, in bytes: [UInt8], maximumPixels: Int) throws(CodecError) -> Pixels {
        let thumbnails = referrers("thmb", to: pictured).filter { id in
            guard item(id)?.type == "hvc1", let size = size(of: id) else { return false }
            return max(size.width, size.height) >= edge
                && properties.transforms(of: id) == properties.transforms(of: pictured)
        }
        if let thumbnail = thumbnails.first {
            do throws(CodecError) { return try decoded(thumbnail, in: bytes, maximumPixels) } catch {
                // The picture itself may be sound.
            }
        }
        return try cropped(decoded(pictured, in: bytes, maximumPixels))
    }

    private func decoded(
        _ id: Int, in bytes: [UInt8], _ maximumPixels: Int, depth: Int = 0
    ) throws(CodecError) -> Pixels {
        guard let item = item(id), depth < 4 else { throw CodecError(.undecodable, "the picture is not in the file") }
        switch item.type {
        case "hvc1":
            guard let payload = properties.property("hvcC", of: id)?.payload,
                let sets = HEVCConfiguration.sets(in: Array(payload))
            else { throw CodecError(.undecodable, "the \(item.name) has no valid hvcC property") }
            let picture = try HEVCPicture(
                sets: sets.units, data: try data(of: item, in: bytes), lengthSize: sets.lengthSize,
                colours: colours(of: id), maximumPixels: maximumPixels)
            return Pixels(size: picture.size, rgb: picture.rgb)
        case "grid": return try grid(item, in: bytes, maximumPixels, depth)
        case "iden":
            guard let source = references("dimg", from: id).first else { break }
            return try decoded(source, in: bytes, maximumPixels, depth: depth + 1)
        default: break
        }
        throw CodecError(.unsupported, "the \(item.name) is coded in a way that is not decoded")
    }

    private func data(of item: HEIFItem, in bytes: [UInt8]) throws(CodecError) -> [UInt8] {
        guard let data = data(of: item.id, in: bytes, maximum: Self.largestData) else {
            throw CodecError(.undecodable, "the data of the \(item.name) is not in the file")
        }
        return data
    }

    /// Puts the tiles of a grid together (ISO/IEC 23008-12, section 6.6.2.3).
    private func grid(
        _ item: HEIFItem, in bytes: [UInt8], _ maximumPixels: Int, _ depth: Int
    ) throws(CodecError) -> Pixels {
        let fields = try data(of: item, in: bytes)
        let width = fields.count > 1 && fields[1] & 1 == 1 ? 4 : 2
        guard let numbers = fields.bytes(2 * width, at: 4) else {
            throw CodecError(.undecodable, "the \(item.name) is cut off")
        }
        let (rows, columns) = (Int(fields[2]) + 1, Int(fields[3]) + 1)
        let size = Size(
            width: Int(numbers.prefix(width).bigEndianInteger), height: Int(numbers.suffix(width).bigEndianInteger))
        let tiles = references("dimg", from: item.id)
        guard tiles.count == rows * columns, size.width > 0, size.height > 0,
            size.width.multipliedSaturated(by: size.height) <= maximumPixels
        else { throw CodecError(.undecodable, "the \(item.name) has other tiles than it says, or too many pixels") }
        var canvas = Pixels(size: size, rgb: Array(repeating: 0, count: size.width * size.height * 3))
        var top = 0
        for row in 0..<rows where top < size.height {
            var (left, height) = (0, 0)
            for column in 0..<columns where left < size.width {
                let tile = try decoded(tiles[row * columns + column], in: bytes, maximumPixels, depth: depth + 1)
                let across = min(tile.size.width, size.width - left)
                for y in 0..<min(tile.size.height, size.height - top) {
                    let (from, to) = (y * tile.size.width * 3, ((top + y) * size.width + left) * 3)
                    canvas.rgb.replaceSubrange(to..<to + across * 3, with: tile.rgb[from..<from + across * 3])
                }
                left += tile.size.width
                height = max(height, tile.size.height)
            }
            top += max(height, 1)
        }
        return canvas
    }

    /// How the colours of an item are coded, by its property; nil if it has none.
    private func colours(of id: Int) -> HEVCPicture.Colours? {
        for property in properties.properties(of: id) where property.type == "colr" {
            let fields = Array(property.payload)
            guard fields.starts(with: Array("nclx".utf8)), fields.count >= 11, let matrix = fields.bigEndian16(at: 8)
            else { continue }
            return HEVCPicture.Colours(matrix: Int(matrix), isFullRange: fields[10] & 0x80 != 0)
        }
        return nil
    }

    /// Applies the crop of the picture (`clap`), which is about its centre.
    private func cropped(_ pixels: Pixels) -> Pixels {
        guard let fields = properties.property("clap", of: pictured).map({ Array($0.payload) }), fields.count >= 32
        else {
            return pixels
        }
        let numbers = (0..<8).map { Int(Int32(bitPattern: fields.bigEndian32(at: $0 * 4) ?? 0)) }
        guard [1, 3, 5, 7].allSatisfy({ numbers[$0] > 0 }) else { return pixels }
        func side(_ index: Int, _ whole: Int) -> Range<Int>? {
            let length = numbers[index] / numbers[index + 1]
            let offset = Double(numbers[index + 4]) / Double(numbers[index + 5])
            let start = Int(saturating: (Double(whole - length) / 2 + offset).rounded())
            return length > 0 && start >= 0 && length <= whole - start ? start..<start + length : nil
        }
        guard let across = side(0, pixels.size.width), let down = side(2, pixels.size.height) else { return pixels }
        var rgb: [UInt8] = []
        rgb.reserveCapacity(across.count * down.count * 3)
        for y in down {
            let start = (y * pixels.size.width + across.lowerBound) * 3
            rgb += pixels.rgb[start..<start + across.count * 3]
        }
        return Pixels(size: Size(width: across.count, height: down.count), rgb: rgb)
    }
}
