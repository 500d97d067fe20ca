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
        var canvas = file.screen.size
        // Some writers leave the canvas size at 0; the frame is then the whole picture.
        if canvas.width == 0 || canvas.height == 0 { canvas = image.rect.size }
        // Sides have 16 bits, so the products cannot overflow.
        guard canvas.width * canvas.height <= maximumPixels, image.rect.width * image.rect.height <= maximumPixels
        else {
            throw CodecError(.undecodable, "more pixels than the limit allows")
        }
        guard canvas.width > 0, canvas.height > 0 else { throw CodecError(.undecodable, "the GIF has no pixels") }
        let transparent = Self.transparentIndex(of: file)
        let pixels: [UInt8]
        do { pixels = try GIFRaster.decode(image, in: bytes, filling: transparent ?? 0).picture().pixels } catch {
            throw CodecError(.undecodable, "\(error)")
        }
        let palette = (image.palette ?? file.screen.palette).map { Array(bytes[$0]) } ?? []
        var rgb = [UInt8](repeating: 255, count: canvas.width * canvas.height * 3)
        for y in 0..<image.rect.height where image.rect.y + y < canvas.height {
            for x in 0..<image.rect.width where image.rect.x + x < canvas.width {
                let index = pixels[y * image.rect.width + x]
                let entry = Int(index) * 3
                guard index != transparent, entry + 3 <= palette.count else { continue }
                let target = ((image.rect.y + y) * canvas.width + image.rect.x + x) * 3
                for channel in 0..<3 { rgb[target + channel] = palette[entry + channel] }
            }
        }
        size = canvas
        self.rgb = rgb
    }

    /// Returns the transparent index of the first frame.
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
