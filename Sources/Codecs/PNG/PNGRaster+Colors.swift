internal import UprightBase
package import UprightFormats

extension PNGRaster {
    /// Returns rows of red, green, blue and alpha of 8 bits, from top left.
    ///
    /// - Parameters:
    ///   - color: how the samples of a pixel form a colour.
    ///   - palette: the data of `PLTE`; empty if there is none. An index beyond it is transparent.
    ///   - transparency: the data of `tRNS`; empty if there is none.
    package func rgba(_ color: PNGHeader.ColorType, palette: [UInt8], transparency: [UInt8]) -> [UInt8] {
        let count = color.samples
        let depth = bitsPerPixel / count
        let most = 1 << depth - 1
        // The colour that is transparent, of 16 bits a sample.
        let key =
            color == .palette
            ? []
            : transparency.indices.dropLast().filter { $0 % 2 == 0 }.map {
                Int(transparency[$0]) << 8 | Int(transparency[$0 + 1])
            }
        return [UInt8](unsafeUninitializedCapacity: size.width * size.height * 4) { target, filled in
            for y in 0..<size.height {
                let row = row(y).assumingMemoryBound(to: UInt8.self)
                func sample(_ index: Int) -> Int {
                    switch depth {
                    case 16: Int(row[2 * index]) << 8 | Int(row[2 * index + 1])
                    case 8: Int(row[index])
                    default: Int(row[index * depth / 8]) >> (8 - depth - index * depth % 8) & most
                    }
                }
                for x in 0..<size.width {
                    func value(_ index: Int) -> UInt8 {
                        let found = sample(x * count + index)
                        return UInt8(depth == 16 ? found >> 8 : found * 255 / most)
                    }
                    let pixel: [4 of UInt8]
                    switch color {
                    case .palette:
                        let index = sample(x)
                        let isKnown = 3 * index + 3 <= palette.count
                        let alpha = transparency.indices.contains(index) ? transparency[index] : 255
                        pixel =
                            isKnown
                            ? [palette[3 * index], palette[3 * index + 1], palette[3 * index + 2], alpha]
                            : [0, 0, 0, 0]
                    case .gray, .rgb:
                        let isKey = key.count >= count && (0..<count).allSatisfy { sample(x * count + $0) == key[$0] }
                        pixel = [value(0), value(count / 2), value(count - 1), isKey ? 0 : 255]
                    case .grayAlpha: pixel = [value(0), value(0), value(0), value(1)]
                    case .rgba: pixel = [value(0), value(1), value(2), value(3)]
                    }
                    for channel in 0..<4 { target[filled + channel] = pixel[channel] }
                    filled += 4
                }
            }
        }
    }
}
