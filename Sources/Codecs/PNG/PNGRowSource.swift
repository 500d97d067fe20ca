/// The unfiltered rows of a picture or pass.
protocol PNGRowSource: SendableMetatype {
    /// The number of bytes of a row without its filter byte.
    var count: Int { get }
    var height: Int { get }
    /// The number of bytes per pixel, at least 1.
    var unit: Int { get }

    /// Copies rows to consecutive memory, where each has room for its filter byte.
    func copy(_ rows: Range<Int>, to target: UnsafeMutableRawPointer)
}

extension PNGRowSource {
    /// The number of bytes from one row to the next.
    var stride: Int { count + 1 }
}

extension PNGRows: PNGRowSource {
    func copy(_ rows: Range<Int>, to target: UnsafeMutableRawPointer) {
        target.copyMemory(from: base + rows.lowerBound * stride, byteCount: rows.count * stride)
    }
}
