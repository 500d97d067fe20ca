internal import UprightThreads

/// The filtering and compression of a picture's rows, chosen by trying them on a sample.
///
/// Photographs compress best with every row filtered and only literals; drawings and screenshots, with no filter and
/// with strings. The choice weighs the time of a method against its bytes, with constant and not with measured times,
/// so that equal pictures have equal plans on every machine.
struct PNGEncodingPlan {
    /// The compression of filtered rows.
    enum Compression: Hashable {
        /// Literals and runs; see ``RunDeflater``.
        case runs
        /// Strings too, at this level of libdeflate.
        case strings(level: Int)
    }

    let filtering: PNGRows.Filtering
    let compression: Compression

    /// The minimum and the maximum size of the sample, and the size of one of its bands, in bytes: a band shows strings
    /// that start several rows above.
    private static let sampleBytes = 1 << 17...1 << 18
    private static let bandBytes = 1 << 15
    /// The sample is one part in this many, within those bounds.
    private static let samplePart = 64

    /// The levels: a fast one, one that finds most strings, and two for rows that compress to little anyway.
    private static let fastLevel = 1
    private static let level = 6
    private static let levelForFewBytes = 7
    private static let levelForSmallPictures = 9
    /// For palettes and grayscale in several stripes, whose time threads share: one level more, which saves 1% of the
    /// bytes.
    private static let levelForBytePixels = 7
    /// Rows that shrink to less than this fraction get more effort, and so do small pictures.
    private static let fewBytes = 0.05
    private static let smallPicture = 1 << 16
    /// The factor by which a method must reduce the bytes to be worth its time: about 1% for 3 ns per byte.
    private static let worthOfFastLevel = 0.97
    private static let worthOfLevel = 0.93
    /// Another level is tried only if the fast level gives at most this many times the bytes of runs, or fewer if runs
    /// hardly shrink the rows: the level gives at most this fraction fewer bytes than the fast one, in proportion to
    /// what runs save.
    private static let promise = 1.1
    private static let mostGain = 0.2
    /// Strings are tried after the `up` filter only if they save something after the other filters, at least this
    /// fraction without a filter.
    private static let leastGain = 0.1
    /// A sample is deflated only if a probe for strings finds enough of them: without a filter, if this many times what
    /// the probe saves would make strings the best; after the adaptive filter, if the probe saves at least this fraction.
    /// There is no probe if runs leave at most the given fraction, nor of small samples; and after a filter, none of
    /// palettes and grayscale, in which it often finds enough.
    private static let savingsFactor = 2.0
    private static let leastSavings = 0.03
    private static let noise = 0.2

    /// Chooses the plan for rows that are not filtered yet.
    init(for rows: some PNGRowSource, _ parallelism: Parallelism) throws(PNGCodecError) {
        let part = rows.height * rows.stride / Self.samplePart
        let wanted = min(max(part, Self.sampleBytes.lowerBound), Self.sampleBytes.upperBound)
        let bandRows = min(rows.height, max(4, Self.bandBytes / rows.stride))
        let bands = max(1, min(rows.height / bandRows, wanted / (bandRows * rows.stride)))
        // The rows are only read.
        nonisolated(unsafe) let untouched = rows
        let trials = try Trials(parallelism, hasSeveralBytes: rows.unit > 1) { filtering throws(PNGCodecError) in
            try Self.sample(untouched, bands: bands, of: bandRows, filtering)
        }
        let (runs, strings) = (trials.runs, trials.strings)
        let size = Double(bands * bandRows * rows.stride)
        var best = (filtering: runs.filtering, compression: Compression.runs, cost: runs.size)
        let fast = strings.size / Self.worthOfFastLevel
        if fast < best.cost { best = (strings.filtering, .strings(level: Self.fastLevel), fast) }
        let count = rows.height * rows.stride
        let gain = Self.mostGain * (1 - runs.size / size)
        if strings.size < runs.size * min(Self.promise, Self.worthOfLevel / (1 - gain)) {
            let isShared = rows.unit == 1 && StripedDeflater.stripes(of: count) > 1
            let level = isShared ? Self.levelForBytePixels : Self.level
            let sample = try Self.sample(rows, bands: bands, of: bandRows, strings.filtering)
            let thorough = try Self.deflatedCount(sample, level: level) / Self.worthOfLevel
            if thorough < best.cost { best = (strings.filtering, .strings(level: level), thorough) }
        }
        if case .strings = best.compression {
            if count <= Self.smallPicture {
                best.compression = .strings(level: Self.levelForSmallPictures)
            } else if strings.size < size * Self.fewBytes {
                best.compression = .strings(level: Self.levelForFewBytes)
            }
        }
        filtering = best.filtering
        compression = best.compression
    }

    /// The best filtering for runs and that for strings, with the number of bytes that they give.
    private struct Trials {
        var runs = (filtering: PNGRows.Filtering.none, size: Double.infinity)
        var strings = (filtering: PNGRows.Filtering.none, size: Double.infinity)

        /// Tries all filterings of a sample.
        ///
        /// - Parameter hasSeveralBytes: whether a pixel has several bytes.
        init(
            _ parallelism: Parallelism, hasSeveralBytes: Bool,
            _ sample: @escaping @Sendable (PNGRows.Filtering) throws(PNGCodecError) -> ByteBuffer
        ) throws(PNGCodecError) {
            let all = PNGRows.Filtering.allCases
            let estimates = try parallelism.map(all.count) { index in
                Result { () throws(PNGCodecError) in
                    let sample = try sample(all[index])
                    let runs = Double(RunDeflater.estimate(sample.bytes))
                    let isProbed =
                        switch all[index] {
                        case .none: Self.isNoise(sample.count, runs)
                        case .up: false
                        case .adaptive: hasSeveralBytes && Self.isNoise(sample.count, runs)
                        }
                    return (filtering: all[index], runs: runs, saved: isProbed ? Self.savings(sample, runs) : .infinity)
                }
            }.map { estimate throws(PNGCodecError) in try estimate.get() }
            for estimate in estimates where estimate.runs < runs.size { runs = (estimate.filtering, estimate.runs) }
            let least = runs.size
            let tried = estimates.filter { estimate in
                switch estimate.filtering {
                case .none: estimate.runs - savingsFactor * estimate.saved < least
                case .up: false
                case .adaptive: estimate.saved >= leastSavings * estimate.runs
                }
            }
            let sizes = try parallelism.map(tried.count) { index in
                Result { () throws(PNGCodecError) in
                    try deflatedCount(try sample(tried[index].filtering), level: fastLevel)
                }
            }.map { size throws(PNGCodecError) in try size.get() }
            var isPromising = false
            for (trial, size) in zip(tried, sizes) {
                if size < strings.size { strings = (trial.filtering, size) }
                let gain = trial.filtering == .none ? leastGain : 0
                if size < trial.runs * (1 - gain) { isPromising = true }
            }
            guard isPromising else { return }
            let size = try deflatedCount(try sample(.up), level: fastLevel)
            if size < strings.size || size == strings.size && strings.filtering == .adaptive { strings = (.up, size) }
        }

        /// Returns whether runs leave so much of a sample that there can be few strings.
        private static func isNoise(_ count: Int, _ runs: Double) -> Bool {
            count > smallPicture && runs > noise * Double(count)
        }

        private static func savings(_ sample: borrowing ByteBuffer, _ runs: Double) -> Double {
            StringProbe.savings(in: sample.bytes, literalBits: runs * 8 / Double(sample.count))
        }
    }

    /// Deflates filtered rows.
    ///
    /// - Parameter sink: is called with the pieces of the stream in order.
    func compress(
        _ rows: some DeflateSource, _ parallelism: Parallelism, to sink: @escaping (UnsafeRawBufferPointer) -> Void
    ) throws(PNGCodecError) {
        let isComplete =
            switch compression {
            case .runs: RunDeflater.deflate(rows, parallelism, to: sink)
            case .strings(let level): StripedDeflater.deflate(rows, level: level, parallelism, to: sink)
            }
        guard isComplete else { throw .outOfMemory(bytes: rows.preferredLength) }
    }

    private static func deflatedCount(_ sample: borrowing ByteBuffer, level: Int) throws(PNGCodecError) -> Double {
        guard let count = Zlib.deflatedCount(sample.bytes, level: level) else {
            throw .outOfMemory(bytes: sample.count)
        }
        return Double(count)
    }

    /// Copies bands of rows, spread over the picture, and filters the copies.
    private static func sample(
        _ rows: some PNGRowSource, bands: Int, of bandRows: Int, _ filtering: PNGRows.Filtering
    ) throws(PNGCodecError) -> ByteBuffer {
        let bandBytes = bandRows * rows.stride
        guard let sample = ByteBuffer(count: bands * bandBytes), let band = ByteBuffer(count: bandBytes + rows.stride)
        else { throw .outOfMemory(bytes: (bands + 1) * bandBytes + rows.stride) }
        for index in 0..<bands {
            let first = (rows.height - bandRows) * (2 * index + 1) / (2 * bands)
            // A band includes the row above it, which its first row's filter needs.
            let above = min(first, 1)
            rows.copy(first - above..<first + bandRows, to: band.base)
            let copy = PNGRows(base: band.base, count: rows.count, height: bandRows + above, unit: rows.unit)
            try copy.filter(filtering, from: above)
            (sample.base + index * bandBytes).copyMemory(
                from: band.base + above * rows.stride, byteCount: bandBytes)
        }
        return sample
    }
}
