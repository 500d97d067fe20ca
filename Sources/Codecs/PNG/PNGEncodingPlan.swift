internal import UprightBase

/// The filtering and compression of a picture's rows, chosen by trying them on samples.
///
/// Photographs compress best with every row filtered and only literals; drawings and screenshots, with no filter and
/// with strings. The choice weighs the time of a method against its bytes, with constant and not with measured times,
/// so that equal pictures have equal plans on every machine: 1% of the bytes for 3 ns per byte.
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

    /// The minimum and the maximum size of the sample for runs, and the size of one of its bands, in bytes.
    private static let sampleBytes = 1 << 17...1 << 18
    private static let bandBytes = 1 << 15
    /// That sample is one part in this many, within those bounds.
    private static let samplePart = 64
    /// The size of the sample for strings. Its bands are twice the window of deflate, since a string can start anywhere in
    /// the window.
    private static let stringSampleBytes = 1 << 18
    private static let stringBandBytes = 1 << 16

    /// The level for rows of several bytes per pixel, and for those that runs shrink much. Where there are many strings,
    /// levels 1 to 5 take equal times, and 1 even more; from 6 up the time grows, and bytes hardly shrink.
    private static let level = 5
    private static let levelForSmallPictures = 9
    private static let smallPicture = 1 << 16
    /// For palettes and grayscale that runs hardly shrink: the level saves this fraction of the bytes. Level 7 would save 1%
    /// more in one and a half times the time.
    private static let levelForBytePixels = 6
    private static let savedByBytePixels = 0.01
    /// The factor by which strings must reduce the bytes of runs to be worth their time, and the factor for palettes and
    /// grayscale that runs shrink much, for which runs take a third of the time.
    private static let worthOfStrings = 0.94
    private static let worthForFewBytePixels = 0.9
    /// The bytes that each band of a sample has too many with strings, because it starts without those before it.
    private static let lostByStarts = 250.0
    /// Strings are tried after the `up` filter only if they save something after the other filters, at least this
    /// fraction without a filter.
    private static let minimumGain = 0.1
    /// A sample is deflated only if a probe for strings finds enough of them: without a filter, if this many times what
    /// the probe saves would make strings the best; after the adaptive filter, if the probe saves at least this fraction.
    /// There is no probe if runs leave at most the given fraction, nor of small samples.
    private static let savingsFactor = 2.0
    private static let minimumSavings = 0.03
    private static let noise = 0.2

    /// Chooses the plan for rows that are not filtered yet.
    init(for rows: some PNGRowSource, _ parallelism: Parallelism) throws(CodecError) {
        let count = rows.height * rows.stride
        let wanted = min(max(count / Self.samplePart, Self.sampleBytes.lowerBound), Self.sampleBytes.upperBound)
        let candidates = try Candidates(PNGRowSample(rows, bytes: wanted, bandBytes: Self.bandBytes), parallelism)
        guard !candidates.forStrings.isEmpty else {
            (filtering, compression) = (candidates.forRuns, .runs)
            return
        }
        let trials = try Trials(
            of: candidates, PNGRowSample(rows, bytes: Self.stringSampleBytes, bandBytes: Self.stringBandBytes),
            parallelism)
        let isNoise = trials.runs.size > Self.noise * trials.size
        var worth = rows.unit == 1 && !isNoise ? Self.worthForFewBytePixels : Self.worthOfStrings
        if rows.unit == 1, isNoise { worth /= 1 - Self.savedByBytePixels }
        guard trials.strings.size < trials.runs.size * worth else {
            (filtering, compression) = (trials.runs.filtering, .runs)
            return
        }
        filtering = trials.strings.filtering
        if count <= Self.smallPicture {
            compression = .strings(level: Self.levelForSmallPictures)
        } else if rows.unit == 1, isNoise {
            compression = .strings(level: Self.levelForBytePixels)
        } else {
            compression = .strings(level: Self.level)
        }
    }

    /// The filterings that are worth deflating a sample.
    private struct Candidates {
        /// The best filtering for runs.
        private(set) var forRuns = PNGRows.Filtering.none
        /// The filterings after which there may be strings.
        let forStrings: [PNGRows.Filtering]

        /// Tries runs after all filterings of a sample, and looks for strings.
        init(_ sample: PNGRowSample<some PNGRowSource>, _ parallelism: Parallelism) throws(CodecError) {
            let all = PNGRows.Filtering.allCases
            // The rows are only read.
            nonisolated(unsafe) let untouched = sample
            let estimates = try parallelism.map(all.count) { index in
                Result { () throws(CodecError) in
                    let sample = try untouched.filtered(all[index])
                    let runs = Double(RunDeflater.estimate(sample.bytes))
                    let isProbed = all[index] != .up && Self.isNoise(sample.count, runs)
                    return (filtering: all[index], runs: runs, saved: isProbed ? Self.savings(sample, runs) : .infinity)
                }
            }.map { estimate throws(CodecError) in try estimate.get() }
            var least = Double.infinity
            for estimate in estimates where estimate.runs < least {
                (forRuns, least) = (estimate.filtering, estimate.runs)
            }
            forStrings = estimates.filter { estimate in
                switch estimate.filtering {
                case .none: estimate.runs - savingsFactor * estimate.saved < least
                case .up: false
                case .adaptive: estimate.saved >= minimumSavings * estimate.runs
                }
            }.map(\.filtering)
        }

        /// Returns whether runs leave so much of a sample that there can be few strings.
        private static func isNoise(_ count: Int, _ runs: Double) -> Bool {
            count > smallPicture && runs > noise * Double(count)
        }

        private static func savings(_ sample: borrowing ByteBuffer, _ runs: Double) -> Double {
            StringProbe.savings(in: sample.bytes, literalBits: runs * 8 / Double(sample.count))
        }
    }

    /// The best filtering for runs and that for strings, with the number of bytes that they give.
    private struct Trials {
        private(set) var runs = (filtering: PNGRows.Filtering.none, size: Double.infinity)
        private(set) var strings = (filtering: PNGRows.Filtering.none, size: Double.infinity)
        /// The number of bytes of the sample.
        let size: Double

        /// Tries runs and strings.
        init(
            of candidates: Candidates, _ sample: PNGRowSample<some PNGRowSource>, _ parallelism: Parallelism
        ) throws(CodecError) {
            size = Double(sample.count)
            // The rows are only read.
            nonisolated(unsafe) let untouched = sample
            let all = PNGRows.Filtering.allCases.filter {
                $0 == candidates.forRuns || candidates.forStrings.contains($0)
            }
            let trials = try parallelism.map(all.count) { index in
                Result { () throws(CodecError) in
                    let sample = try untouched.filtered(all[index])
                    let isTried = candidates.forStrings.contains(all[index])
                    return (
                        filtering: all[index], runs: Double(RunDeflater.estimate(sample.bytes)),
                        strings: isTried ? try Self.deflatedCount(sample) : .infinity
                    )
                }
            }.map { trial throws(CodecError) in try trial.get() }
            var isPromising = false
            for trial in trials {
                if trial.runs < runs.size { runs = (trial.filtering, trial.runs) }
                if trial.strings < strings.size { strings = (trial.filtering, trial.strings) }
                if trial.strings < trial.runs * (1 - (trial.filtering == .none ? minimumGain : 0)) {
                    isPromising = true
                }
            }
            // There are more strings after this filter only if there are after the adaptive one, too.
            if isPromising, strings.filtering == .adaptive {
                let up = try Self.deflatedCount(sample.filtered(.up))
                if up <= strings.size { strings = (.up, up) }
            }
            strings.size -= lostByStarts * Double(sample.bands)
        }

        private static func deflatedCount(_ sample: borrowing ByteBuffer) throws(CodecError) -> Double {
            guard let count = Zlib.deflatedCount(sample.bytes, level: level) else {
                throw .noMemory(forPicture: sample.count)
            }
            return Double(count)
        }
    }

    /// Deflates filtered rows.
    ///
    /// - Parameter sink: is called with the pieces of the stream in order.
    func compress(
        _ rows: some DeflateSource, _ parallelism: Parallelism, to sink: @escaping (UnsafeRawBufferPointer) -> Void
    ) throws(CodecError) {
        let isComplete =
            switch compression {
            case .runs: RunDeflater.deflate(rows, parallelism, to: sink)
            case .strings(let level): StripedDeflater.deflate(rows, level: level, parallelism, to: sink)
            }
        guard isComplete else { throw .noMemory(forPicture: rows.preferredLength) }
    }
}
