internal import UprightBase

/// Turns masks whose pixels are whole bytes.
enum MaskPixels {
    /// Returns the turned mask.
    ///
    /// - Parameters:
    ///   - mask: the rows, one after another.
    ///   - count: the bytes of a pixel.
    static func turned(_ mask: [UInt8], _ size: Size, by orientation: Orientation, bytes count: Int) -> [UInt8] {
        guard !mask.isEmpty else { return mask }
        let upright = size.turned(by: orientation)
        let back = orientation.inverse.transform(in: upright)
        func sourceOffset(_ x: Int, _ y: Int) -> Int {
            let from = back.applied(to: Point(x: x, y: y))
            return (from.y * size.width + from.x) * count
        }
        let start = sourceOffset(0, 0)
        let across = upright.width > 1 ? sourceOffset(1, 0) - start : 0
        let down = upright.height > 1 ? sourceOffset(0, 1) - start : 0
        return [UInt8](unsafeUninitializedCapacity: mask.count) { target, filled in
            mask.withUnsafeBufferPointer { source in
                for y in 0..<upright.height {
                    var from = start &+ y &* down
                    for _ in 0..<upright.width {
                        for byte in 0..<count {
                            target[filled] = source[from &+ byte]
                            filled &+= 1
                        }
                        from &+= across
                    }
                }
            }
        }
    }
}
