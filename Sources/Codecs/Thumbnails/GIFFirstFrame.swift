internal import UprightBase
internal import UprightFormats

/// The canvas of a GIF with its first frame, as red, green and blue on white.
struct GIFFirstFrame {
    let size: Size
    let rgb: [UInt8]

    init(of bytes: [UInt8], maximumPixels: Int) throws(CodecError) {
        let file: GIFFile
        do { file = try GIFFile(parsing: bytes) } catch { throw CodecError(.undecodable, "\(error)") }
        guard let image = file.images.first else { throw CodecError(.undecodable, "the GIF has no frame") }
        let canvas = file.canvas
        // Sides have 16 bits, so the products cannot overflow.
        guard canvas.width * canvas.height <= maximumPixels, image.rect.width * image.rect.height <= maximumPixels
        else {
            throw CodecError(.undecodable, "more pixels than the limit allows")
        }
        guard canvas.width > 0, canvas.height > 0 else { throw CodecError(.undecodable, "the GIF has no pixels") }
        let pixels = try GIFRaster.rgba(of: image, in: file, bytes, transparent: Self.transparentIndex(of: file))
        var rgb = [UInt8](repeating: 255, count: canvas.width * canvas.height * 3)
        for y in 0..<image.rect.height where image.rect.y + y < canvas.height {
            for x in 0..<image.rect.width where image.rect.x + x < canvas.width {
                let from = (y * image.rect.width + x) * 4
                guard pixels[from + 3] > 0 else { continue }
                let target = ((image.rect.y + y) * canvas.width + image.rect.x + x) * 3
                for channel in 0..<3 { rgb[target + channel] = pixels[from + channel] }
            }
        }
        size = canvas
        self.rgb = rgb
    }

    private static func transparentIndex(of file: GIFFile) -> UInt8? {
        var index: UInt8?
        for block in file.blocks {
            switch block.content {
            case .graphicControl(let control): index = control.transparentIndex
            case .image: return index
            default: break
            }
        }
        return nil
    }
}
