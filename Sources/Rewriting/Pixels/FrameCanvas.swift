internal import UprightBase
internal import UprightCodecs

/// The canvas of an animation, as the frames that were drawn on it have left it.
struct FrameCanvas: Sendable {
    /// The size in pixels.
    let size: Size
    /// The number of frames that were drawn.
    private(set) var count = 0
    /// Red, green, blue and alpha; empty before the first frame.
    private var pixels: [UInt8] = []
    /// What is done before the next frame: the rectangle that becomes transparent, or the canvas before the last frame.
    private var cleared: Rect?
    private var earlier: [UInt8]?

    init(size: Size) { self.size = size }

    /// Draws the next frame.
    mutating func draw(_ frame: CodedFrame) throws(CodecError) {
        if pixels.isEmpty { pixels = [UInt8](repeating: 0, count: size.width * size.height * 4) }
        if let earlier { pixels = earlier }
        if let cleared { clear(cleared) }
        (earlier, cleared) = (frame.end == .restored ? pixels : nil, frame.end == .cleared ? frame.rect : nil)
        count += 1
        guard frame.rect.width > 0, frame.rect.height > 0 else { return }
        let own = try frame.decode()
        let columns = max(min(frame.rect.width, size.width - frame.rect.x), 0)
        for y in 0..<max(min(frame.rect.height, size.height - frame.rect.y), 0) {
            let (from, to) = (y * frame.rect.width * 4, ((frame.rect.y + y) * size.width + frame.rect.x) * 4)
            if frame.replaces {
                pixels.replaceSubrange(to..<to + columns * 4, with: own[from..<from + columns * 4])
            } else {
                own.withUnsafeBufferPointer { own in
                    pixels.withUnsafeMutableBufferPointer { pixels in
                        for x in 0..<columns { Self.blend(own, from + x * 4, over: pixels, to + x * 4) }
                    }
                }
            }
        }
    }

    /// Draws a pixel over another (PNG, third edition, 13.16), with alpha that is not premultiplied.
    private static func blend(
        _ own: UnsafeBufferPointer<UInt8>, _ from: Int, over pixels: UnsafeMutableBufferPointer<UInt8>, _ to: Int
    ) {
        let alpha = Int(own[from + 3])
        guard alpha > 0 else { return }
        let below = Int(pixels[to + 3]) * (255 - alpha)
        let sum = alpha * 255 + below
        for channel in 0..<3 {
            let mixed = Int(own[from + channel]) * alpha * 255 + Int(pixels[to + channel]) * below
            pixels[to + channel] = UInt8((mixed + sum / 2) / sum)
        }
        pixels[to + 3] = UInt8((sum + 127) / 255)
    }

    private mutating func clear(_ rect: Rect) {
        let columns = max(min(rect.width, size.width - rect.x), 0) * 4
        for y in rect.y..<max(min(rect.y + rect.height, size.height), rect.y) {
            let start = (y * size.width + rect.x) * 4
            pixels.replaceSubrange(start..<start + columns, with: repeatElement(0, count: columns))
        }
    }

    /// Returns rows of red, green and blue on white, turned.
    func turned(by orientation: Orientation) throws(CodecError) -> [UInt8] {
        let rgb = [UInt8](unsafeUninitializedCapacity: pixels.count / 4 * 3) { target, filled in
            for pixel in stride(from: 0, to: pixels.count, by: 4) {
                let alpha = Int(pixels[pixel + 3])
                for channel in 0..<3 {
                    target[filled] = UInt8((Int(pixels[pixel + channel]) * alpha + 255 * (255 - alpha) + 127) / 255)
                    filled += 1
                }
            }
        }
        return try SmallPicture(rgb: rgb, size: size, edge: .max).turned(by: orientation).rgb
    }
}
