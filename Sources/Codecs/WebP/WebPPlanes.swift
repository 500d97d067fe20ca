internal import CUprightCodecs
package import UprightBase

/// The samples of a WebP picture coded with loss, as they are coded: brightness and alpha for each pixel, two colours for each
/// square of four.
package struct WebPPlanes: Sendable, Hashable {
    /// The size in pixels.
    package let size: Size
    private var luma: [UInt8]
    private var colors: [[UInt8]]
    private var alpha: [UInt8]?

    /// The size of a colour's plane.
    private var half: Size { Size(width: (size.width + 1) / 2, height: (size.height + 1) / 2) }

    private init(_ size: Size, hasAlpha: Bool) {
        self.size = size
        let (count, half) = (size.width * size.height, ((size.width + 1) / 2) * ((size.height + 1) / 2))
        luma = [UInt8](repeating: 0, count: count)
        colors = [[UInt8](repeating: 128, count: half), [UInt8](repeating: 128, count: half)]
        alpha = hasAlpha ? [UInt8](repeating: 0, count: count) : nil
    }

    /// Creates a picture of samples in rows.
    package init(size: Size, luma: [UInt8], colors: [[UInt8]], alpha: [UInt8]?) {
        (self.size, self.luma, self.colors, self.alpha) = (size, luma, colors, alpha)
    }

    /// Decodes a file that holds nothing but the picture.
    ///
    /// - Parameter hasAlpha: whether it has a chunk `ALPH`.
    package init(decoding file: [UInt8], size: Size, hasAlpha: Bool) throws(CodecError) {
        self.init(size, hasAlpha: hasAlpha)
        var report = webp_report()
        let code = withPlanes { planes in
            var planes = planes
            return file.withUnsafeBufferPointer {
                upright_webp_decode_planes($0.baseAddress, $0.count, &planes, &report)
            }
        }
        switch code {
        case WEBP_OK: break
        case WEBP_OUT_OF_MEMORY: throw .noMemory(forPixels: size.width * size.height)
        default: throw .undecodableWebP(report.text)
        }
    }

    private mutating func withPlanes<Value>(_ body: (webp_planes) -> Value) -> Value {
        let size = size
        var (first, second) = (colors[0], colors[1])
        var further = alpha ?? []
        let hasAlpha = alpha != nil
        defer {
            colors = [first, second]
            if hasAlpha { alpha = further }
        }
        return luma.withUnsafeMutableBufferPointer { luma in
            first.withUnsafeMutableBufferPointer { first in
                second.withUnsafeMutableBufferPointer { second in
                    further.withUnsafeMutableBufferPointer { further in
                        body(
                            webp_planes(
                                y: luma.baseAddress, u: first.baseAddress, v: second.baseAddress,
                                a: hasAlpha ? further.baseAddress : nil, width: UInt32(clamping: size.width),
                                height: UInt32(clamping: size.height)))
                    }
                }
            }
        }
    }

    /// Returns the turned picture. Brightness and alpha move. A colour is the mean of those of the four pixels that it is now for:
    /// they are the same, unless a mirrored side is odd.
    package func turned(by orientation: Orientation) -> WebPPlanes {
        var turned = WebPPlanes(size.turned(by: orientation), hasAlpha: alpha != nil)
        let transform = orientation.transform(in: size)
        let (own, other) = (half, turned.half)
        let empty = [Int](repeating: 0, count: other.width * other.height)
        var (counts, sums) = (empty, [empty, empty])
        for y in 0..<size.height {
            for x in 0..<size.width {
                let point = transform.applied(to: Point(x: x, y: y))
                let (from, to) = (y * size.width + x, point.y * turned.size.width + point.x)
                turned.luma[to] = luma[from]
                if let alpha { turned.alpha?[to] = alpha[from] }
                let (color, goal) = (y / 2 * own.width + x / 2, point.y / 2 * other.width + point.x / 2)
                counts[goal] += 1
                for plane in 0..<2 { sums[plane][goal] += Int(colors[plane][color]) }
            }
        }
        for plane in 0..<2 {
            for index in counts.indices where counts[index] > 0 {
                turned.colors[plane][index] = UInt8((sums[plane][index] + counts[index] / 2) / counts[index])
            }
        }
        return turned
    }

    /// Encodes the picture with a quantizer, and alpha without loss.
    ///
    /// Which quality of libwebp has which quantizer is no part of its interface: what it has written is read, and coded finer if
    /// it is too coarse.
    ///
    /// - Returns: the payloads of the chunks `ALPH`, if there is alpha, and `VP8 `.
    package func encoded(_ quantizer: WebPQuantizer) throws(CodecError) -> (alpha: [UInt8]?, picture: [UInt8]) {
        var quality = quantizer.quality
        while true {
            let coded = try encoded(quality: quality)
            let found = WebPQuantizer(of: coded.picture[...])?.index ?? .max
            if found <= quantizer.index { return coded }
            guard quality < 100 else {
                throw CodecError(
                    .unencodable, "libwebp wrote the quantizer \(found), expected \(quantizer.index) or less")
            }
            quality = min(100, quality + 1)
        }
    }

    private func encoded(quality: Float) throws(CodecError) -> (alpha: [UInt8]?, picture: [UInt8]) {
        var output: UnsafeMutablePointer<UInt8>?
        var count = 0
        var report = webp_report()
        var copy = self
        let code = copy.withPlanes { planes in
            var planes = planes
            return upright_webp_encode_planes(&planes, quality, &output, &count, &report)
        }
        defer { upright_webp_free(output) }
        guard code == WEBP_OK, let output else {
            throw code == WEBP_OUT_OF_MEMORY
                ? .noMemory(forPixels: size.width * size.height) : CodecError(.unencodable, report.text)
        }
        let file = Array(UnsafeBufferPointer(start: output, count: count))
        var found: [String: [UInt8]] = [:]
        var position = 12
        while position + 8 <= file.count {
            let length = (0..<4).reduce(0) { $0 | Int(file[position + 4 + $1]) << (8 * $1) }
            guard length <= file.count - position - 8 else { break }
            found[String(decoding: file[position..<position + 4], as: UTF8.self)] = Array(
                file[position + 8..<position + 8 + length])
            position += 8 + length + length % 2
        }
        // Alpha that is 255 everywhere is left out.
        guard let picture = found["VP8 "] else {
            throw CodecError(.unencodable, "expected a chunk VP8 of libwebp, found \(found.keys.sorted())")
        }
        return (found["ALPH"], picture)
    }

    /// Whether a picture is this one as a quantizer leaves it: the same alpha, and samples within its steps.
    package func isNear(_ other: WebPPlanes, _ quantizer: WebPQuantizer) -> Bool {
        let opaque = [UInt8](repeating: 255, count: luma.count)
        guard size == other.size, alpha ?? opaque == other.alpha ?? opaque else { return false }
        let allowed = quantizer.step * quantizer.step + 16
        func error(_ one: [UInt8], _ two: [UInt8]) -> Double {
            zip(one, two).reduce(0.0) { $0 + Double((Int($1.0) - Int($1.1)) * (Int($1.0) - Int($1.1))) }
                / Double(max(1, one.count))
        }
        return error(luma, other.luma) <= allowed
            && zip(colors, other.colors).allSatisfy { error($0, $1) <= allowed }
    }
}
