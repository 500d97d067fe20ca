/// An 8×8 block of samples or of scaled frequencies in floating point, with the two-dimensional DCT.
///
/// The transform is that of Arai, Agui and Nakajima (1988). It scales the frequencies by ``factors``, on output and on
/// input, and the (de)quantizer compensates for the scale. It works on columns: two passes with a transposition between
/// them make the whole transform, so the result is transposed.
struct FloatBlock {
    typealias Line = SIMD8<Float>

    var a, b, c, d, e, f, g, h: Line

    /// The scale of each frequency along one axis: `√2·cos(kπ/16)`, and 1 for 0.
    static let factors: [Double] = [
        1, 1.3870398453221475, 1.3065629648763766, 1.1758756024193588, 1, 0.7856949583871022, 0.5411961001461971,
        0.2758993792829431,
    ]

    /// Returns the samples, transposed, of frequencies that were multiplied by `factors[u] * factors[v] / 8`.
    @inline(__always)
    func inverse() -> FloatBlock { invertedColumns().transposed().invertedColumns() }

    /// Returns the frequencies of samples, transposed and multiplied by `factors[u] * factors[v] * 8`.
    @inline(__always)
    func forward() -> FloatBlock { transformedColumns().transposed().transformedColumns() }

    /// Returns the transposed block. Three perfect shuffles of the lines swap the bits of the line and column numbers.
    @inline(__always)
    func transposed() -> FloatBlock { shuffled().shuffled().shuffled() }

    @inline(__always)
    private func shuffled() -> FloatBlock {
        let ae = Self.zip(a, e)
        let bf = Self.zip(b, f)
        let cg = Self.zip(c, g)
        let dh = Self.zip(d, h)
        return FloatBlock(
            a: ae.lowHalf, b: ae.highHalf, c: bf.lowHalf, d: bf.highHalf, e: cg.lowHalf, f: cg.highHalf,
            g: dh.lowHalf, h: dh.highHalf)
    }

    @inline(__always)
    private static func zip(_ first: Line, _ second: Line) -> SIMD16<Float> {
        var both = SIMD16<Float>()
        both.evenHalf = first
        both.oddHalf = second
        return both
    }

    @inline(__always)
    private func invertedColumns() -> FloatBlock {
        let (sum, difference) = (a + e, a - e)
        let pair = c + g
        let twisted = (c - g) * 1.4142135 - pair
        let (even0, even3) = (sum + pair, sum - pair)
        let (even1, even2) = (difference + twisted, difference - twisted)
        let (fd, fdMinus) = (f + d, f - d)
        let (bh, bhMinus) = (b + h, b - h)
        let odd7 = bh + fd
        let turn = (fdMinus + bhMinus) * 1.847759
        let odd6 = turn - fdMinus * 2.613126 - odd7
        let odd5 = (bh - fd) * 1.4142135 - odd6
        let odd4 = turn - bhMinus * 1.0823922 - odd5
        return FloatBlock(
            a: even0 + odd7, b: even1 + odd6, c: even2 + odd5, d: even3 + odd4, e: even3 - odd4, f: even2 - odd5,
            g: even1 - odd6, h: even0 - odd7)
    }

    @inline(__always)
    private func transformedColumns() -> FloatBlock {
        let (s0, s7) = (a + h, a - h)
        let (s1, s6) = (b + g, b - g)
        let (s2, s5) = (c + f, c - f)
        let (s3, s4) = (d + e, d - e)
        let (t0, t3) = (s0 + s3, s0 - s3)
        let (t1, t2) = (s1 + s2, s1 - s2)
        let z1 = (t2 + t3) * 0.70710677
        let (u0, u1, u2) = (s4 + s5, s5 + s6, s6 + s7)
        let z5 = (u0 - u2) * 0.38268343
        let z2 = u0 * 0.5411961 + z5
        let z4 = u2 * 1.306563 + z5
        let z3 = u1 * 0.70710677
        let (z11, z13) = (s7 + z3, s7 - z3)
        return FloatBlock(
            a: t0 + t1, b: z11 + z4, c: t3 + z1, d: z13 - z2, e: t0 - t1, f: z13 + z2, g: t3 - z1, h: z11 - z4)
    }

    /// Applies `change` to each line and its number.
    @inline(__always)
    func mapLines(_ change: (Line, Int) -> Line) -> FloatBlock {
        FloatBlock(
            a: change(a, 0), b: change(b, 1), c: change(c, 2), d: change(d, 3), e: change(e, 4), f: change(f, 5),
            g: change(g, 6), h: change(h, 7))
    }
}

extension FloatBlock {
    /// Loads eight lines that are `stride` floats apart.
    @inline(__always)
    init(_ base: UnsafePointer<Float>, stride: Int) {
        let raw = UnsafeRawPointer(base)
        let bytes = stride * 4
        a = raw.loadUnaligned(as: Line.self)
        b = raw.loadUnaligned(fromByteOffset: bytes, as: Line.self)
        c = raw.loadUnaligned(fromByteOffset: 2 * bytes, as: Line.self)
        d = raw.loadUnaligned(fromByteOffset: 3 * bytes, as: Line.self)
        e = raw.loadUnaligned(fromByteOffset: 4 * bytes, as: Line.self)
        f = raw.loadUnaligned(fromByteOffset: 5 * bytes, as: Line.self)
        g = raw.loadUnaligned(fromByteOffset: 6 * bytes, as: Line.self)
        h = raw.loadUnaligned(fromByteOffset: 7 * bytes, as: Line.self)
    }

    /// Writes the lines, `stride` floats apart.
    @inline(__always)
    func store(_ base: UnsafeMutablePointer<Float>, stride: Int) {
        let raw = UnsafeMutableRawPointer(base)
        let bytes = stride * 4
        raw.storeBytes(of: a, as: Line.self)
        raw.storeBytes(of: b, toByteOffset: bytes, as: Line.self)
        raw.storeBytes(of: c, toByteOffset: 2 * bytes, as: Line.self)
        raw.storeBytes(of: d, toByteOffset: 3 * bytes, as: Line.self)
        raw.storeBytes(of: e, toByteOffset: 4 * bytes, as: Line.self)
        raw.storeBytes(of: f, toByteOffset: 5 * bytes, as: Line.self)
        raw.storeBytes(of: g, toByteOffset: 6 * bytes, as: Line.self)
        raw.storeBytes(of: h, toByteOffset: 7 * bytes, as: Line.self)
    }

    /// Converts a block of 16-bit integers to floats, exactly.
    @inline(__always)
    init(_ block: UnsafePointer<Int16>) {
        let raw = UnsafeRawPointer(block)
        a = Self.floats(raw.loadUnaligned(fromByteOffset: 0, as: SIMD8<Int16>.self))
        b = Self.floats(raw.loadUnaligned(fromByteOffset: 16, as: SIMD8<Int16>.self))
        c = Self.floats(raw.loadUnaligned(fromByteOffset: 32, as: SIMD8<Int16>.self))
        d = Self.floats(raw.loadUnaligned(fromByteOffset: 48, as: SIMD8<Int16>.self))
        e = Self.floats(raw.loadUnaligned(fromByteOffset: 64, as: SIMD8<Int16>.self))
        f = Self.floats(raw.loadUnaligned(fromByteOffset: 80, as: SIMD8<Int16>.self))
        g = Self.floats(raw.loadUnaligned(fromByteOffset: 96, as: SIMD8<Int16>.self))
        h = Self.floats(raw.loadUnaligned(fromByteOffset: 112, as: SIMD8<Int16>.self))
    }

    /// Writes the nearest 16-bit integers. The values must be within their range.
    @inline(__always)
    func store(_ block: UnsafeMutablePointer<Int16>) {
        let raw = UnsafeMutableRawPointer(block)
        raw.storeBytes(of: Self.integers(a), toByteOffset: 0, as: SIMD8<Int16>.self)
        raw.storeBytes(of: Self.integers(b), toByteOffset: 16, as: SIMD8<Int16>.self)
        raw.storeBytes(of: Self.integers(c), toByteOffset: 32, as: SIMD8<Int16>.self)
        raw.storeBytes(of: Self.integers(d), toByteOffset: 48, as: SIMD8<Int16>.self)
        raw.storeBytes(of: Self.integers(e), toByteOffset: 64, as: SIMD8<Int16>.self)
        raw.storeBytes(of: Self.integers(f), toByteOffset: 80, as: SIMD8<Int16>.self)
        raw.storeBytes(of: Self.integers(g), toByteOffset: 96, as: SIMD8<Int16>.self)
        raw.storeBytes(of: Self.integers(h), toByteOffset: 112, as: SIMD8<Int16>.self)
    }

    /// The number whose float representation has its integer part in the low bits: 1.5 · 2²³. Adding it and its bits is
    /// a conversion that compilers can vectorize, and it rounds to the nearest integer.
    private static let magic: Float = 12_582_912
    private static let magicBits: Int32 = 0x4B40_0000

    @inline(__always)
    private static func floats(_ values: SIMD8<Int16>) -> Line {
        unsafeBitCast(SIMD8<Int32>(truncatingIfNeeded: values) &+ magicBits, to: Line.self) - magic
    }

    @inline(__always)
    private static func integers(_ values: Line) -> SIMD8<Int16> {
        SIMD8<Int16>(truncatingIfNeeded: unsafeBitCast(values + magic, to: SIMD8<Int32>.self) &- magicBits)
    }

    /// Decoders round halves up. Halves are common, because flat blocks have them.
    private static let tieBreak: Float = 1.0 / 1024

    /// Returns the samples that a decoder shows: rounded to integers and clamped to the samples' bits, centred on 0.
    ///
    /// - Parameter lowest: the lowest sample, -128 for 8 bits.
    @inline(__always)
    func clampedSamples(lowest: Float) -> FloatBlock {
        let highest = -lowest - 1
        return mapLines { line, _ in
            // Comparisons and choices are vectorized; `clamped` is not.
            let notBelow = line.replacing(with: lowest, where: line .< lowest)
            let bounded = notBelow.replacing(with: highest, where: notBelow .> highest)
            return (bounded + Self.tieBreak + Self.magic) - Self.magic
        }
    }
}
