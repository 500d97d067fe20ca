package import UprightFormats
package import UprightBase

extension GIFRaster {
    /// Decodes a frame to rows of red, green, blue and alpha, from top left. What is damaged, transparent or not in the palette has
    /// alpha 0.
    ///
    /// - Parameter transparent: the index that is not drawn; nil if there is none.
    package static func rgba(
        of image: GIFImage, in file: GIFFile, _ bytes: [UInt8], transparent: UInt8?
    ) throws(CodecError) -> [UInt8] {
        let raster = try decode(image, in: bytes, filling: transparent ?? 0).picture()
        let palette = (image.palette ?? file.screen.palette).map { Array(bytes[$0]) } ?? []
        var rgba = [UInt8](repeating: 0, count: raster.bytes.count * 4)
        for (pixel, index) in raster.bytes.enumerated()
        where index != transparent && (Int(index) + 1) * 3 <= palette.count {
            for channel in 0..<3 { rgba[pixel * 4 + channel] = palette[Int(index) * 3 + channel] }
            rgba[pixel * 4 + 3] = 255
        }
        return rgba
    }
}

extension GIFFile {
    /// The size of the canvas. Some writers leave it at 0; the first frame is then the whole picture.
    package var canvas: Size {
        screen.size.width > 0 && screen.size.height > 0 ? screen.size : images.first?.rect.size ?? screen.size
    }
}
