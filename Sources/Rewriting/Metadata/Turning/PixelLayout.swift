internal import UprightBase

/// The layout of pixels in bytes: units of one pixel, or in YCbCr units of several luma samples with the chroma that
/// they share (TIFF 6.0, section 21).
struct PixelLayout {
    let size: Size
    let unit: Size
    let samples: Int

    private var unitLength: Int { unit.width * unit.height + samples - 1 }

    /// The length of the picture in bytes.
    var length: Int { size.width / unit.width * (size.height / unit.height) * unitLength }

    /// Returns the turned picture.
    func turned(_ raster: [UInt8], by orientation: Orientation) -> [UInt8] {
        let units = Size(width: size.width / unit.width, height: size.height / unit.height)
        let turnedUnits = units.turned(by: orientation)
        let outer = orientation.transform(in: units)
        let inner = orientation.transform(in: unit)
        let innerWidth = unit.turned(by: orientation).width
        var result = [UInt8](repeating: 0, count: raster.count)
        for y in 0..<units.height {
            for x in 0..<units.width {
                let target = outer.applied(to: Point(x: x, y: y))
                let from = (y * units.width + x) * unitLength
                let to = (target.y * turnedUnits.width + target.x) * unitLength
                for v in 0..<unit.height {
                    for u in 0..<unit.width {
                        let sample = inner.applied(to: Point(x: u, y: v))
                        result[to + sample.y * innerWidth + sample.x] = raster[from + v * unit.width + u]
                    }
                }
                for rest in unit.width * unit.height..<unitLength { result[to + rest] = raster[from + rest] }
            }
        }
        return result
    }
}
