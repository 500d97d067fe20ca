internal import UprightBase

extension TIFFRaster {
    /// The pixels as red, green and blue of 8 bits each, for a thumbnail; nil for other kinds of samples.
    ///
    /// - Parameters:
    ///   - photometric: what the samples mean (TIFF 6.0, tag 262).
    ///   - colors: the palette: all reds, then greens and blues, of 16 bits.
    package func rgb(photometric: Int, colors: [Int]?) -> [UInt8]? {
        let (bits, samples, size) = (layout.bits, layout.samples, layout.size)
        guard [1, 2, 4, 8, 16].contains(bits), layout.sampleFormat == 1 else { return nil }
        let largest = 1 << bits - 1
        let planeBytes = layout.rowBytes * size.height
        func sample(_ x: Int, _ y: Int, _ number: Int) -> Int {
            let index = layout.isPlanar ? x : x * samples + number
            let row = y * layout.rowBytes + (layout.isPlanar ? number * planeBytes : 0)
            if bits == 16 {
                return Int(bytes[row + 2 * index]) | Int(bytes[row + 2 * index + 1]) << 8
            }
            return Int(bytes[row + index * bits / 8]) >> (8 - bits - index * bits % 8) & largest
        }
        let map = colors.flatMap { $0.count == 3 << bits ? $0 : nil }
        switch photometric {
        case 0, 1: break
        case 2 where samples >= 3: break
        case 3 where map != nil: break
        case 5 where samples >= 4 && bits == 8: break
        default: return nil
        }
        var rgb = [UInt8](repeating: 0, count: size.width * size.height * 3)
        var target = 0
        for y in 0..<size.height {
            for x in 0..<size.width {
                let first = sample(x, y, 0)
                switch photometric {
                case 0, 1:
                    let value = UInt8((photometric == 0 ? largest - first : first) * 255 / largest)
                    (rgb[target], rgb[target + 1], rgb[target + 2]) = (value, value, value)
                case 3:
                    for channel in 0..<3 {
                        rgb[target + channel] = UInt8(clamping: (map?[channel << bits + first] ?? 0) >> 8)
                    }
                case 5:
                    let black = 255 - sample(x, y, 3)
                    for channel in 0..<3 {
                        rgb[target + channel] = UInt8((255 - sample(x, y, channel)) * black / 255)
                    }
                default:
                    for channel in 0..<3 { rgb[target + channel] = UInt8(sample(x, y, channel) * 255 / largest) }
                }
                target += 3
            }
        }
        return rgb
    }
}
