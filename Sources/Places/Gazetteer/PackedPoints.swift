/// Unpacks the points of a stretch one by one.
struct PackedPoints {
    let bytes: [UInt8]
    var at: Int
    var x: Int
    var y: Int

    /// Returns the next point. Beyond the end of the packed bytes, repeats the last point.
    mutating func next() -> SIMD2<Double> {
        x &+= difference()
        y &+= difference()
        return SIMD2(Double(x), Double(y))
    }

    private mutating func difference() -> Int {
        var value = 0
        var shift = 0
        while at < bytes.count {
            let byte = bytes[at]
            at &+= 1
            value |= Int(byte & 0x7F) << shift
            if byte < 0x80 { break }
            shift = (shift &+ 7) & 63
        }
        return (value >> 1) ^ -(value & 1)
    }
}
