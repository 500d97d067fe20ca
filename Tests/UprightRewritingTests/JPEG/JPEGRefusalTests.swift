import UprightBase
import UprightCodecs
import UprightFormats
import UprightRewriting
import Testing
import TestJPEG

@Suite struct JPEGRefusalTests {
    static let photo = JPEGNormalizationTests.photo
    static let size = Size(width: 24, height: 16)

    private func source(_ orientation: Int, _ process: JPEGProcess = .baseline) throws -> [UInt8] {
        try JPEGBuilder.file(Self.photo, process, Self.size, orientation: orientation)
    }

    /// A small file, truncated anywhere, has an outcome that describes the damage.
    @Test(arguments: [1, 6], [JPEGProcess.baseline, .progressive, .arithmetic])
    func everyPrefixHasAnOutcome(orientation: Int, process: JPEGProcess) throws {
        let whole = try source(orientation, process)
        for count in 0..<whole.count {
            expectClean(Normalizer().normalize(Array(whole.prefix(count))), isWhole: false)
        }
    }

    @Test(arguments: [1, 6], [JPEGProcess.baseline, .progressive, .arithmetic])
    func everySingleByteMutationHasAnOutcome(orientation: Int, process: JPEGProcess) throws {
        let whole = try JPEGBuilder.file(Self.photo, process, Size(width: 9, height: 7), orientation: orientation)
        var options = NormalizationOptions()
        options.limits.pixels = 1 << 20
        for index in whole.indices {
            for value: UInt8 in [0x00, 0x01, 0x7F, 0x80, 0xFF, whole[index] ^ 1, whole[index] &+ 1] {
                var bytes = whole
                bytes[index] = value
                expectClean(Normalizer(options: options).normalize(bytes), isWhole: true)
            }
        }
    }

    private func expectClean(_ result: NormalizationResult, isWhole: Bool) {
        let report = result.report
        switch (report.outcome, result.output) {
        case (.normalized, .bytes(let bytes)):
            if (try? JPEGCoefficients.decoding(bytes)) == nil { Issue.record("an output cannot be decoded") }
            if !isWhole, report.warnings.isEmpty { Issue.record("a truncated file has no warning") }
        case (.unchanged, .source):
            if !isWhole, report.warnings.isEmpty { Issue.record("a truncated file has no warning") }
        case (.rejected, .none), (.ignored, .none):
            if report.reason.isEmpty { Issue.record("a rejection has no reason") }
        default: Issue.record("\(report.outcome) does not match its output")
        }
    }

    @Test func damageIsRejectedIfTheOptionsSaySo() throws {
        let whole = try source(6)
        var options = NormalizationOptions()
        options.damaged = .reject
        #expect(Normalizer(options: options).normalize(whole).report.outcome == .normalized)
        let cut = Array(whole.dropLast(20))
        #expect(Normalizer().normalize(cut).report.outcome == .normalized)
        #expect(Normalizer(options: options).normalize(cut).report.outcome == .rejected)
        let upright = Array(try source(1).dropLast(20))
        #expect(Normalizer().normalize(upright).report.outcome == .unchanged)
        #expect(Normalizer(options: options).normalize(upright).report.outcome == .rejected)
    }

    @Test func namesTheLimitTheValueAndTheKey() throws {
        let whole = try source(6, .progressive)
        var options = NormalizationOptions()
        options.limits.pixels = 383
        #expect(reason(whole, options).contains("384 pixels exceed the limit of 383 (limits.pixels)"))
        options = NormalizationOptions()
        options.limits.side = 23
        #expect(reason(whole, options).contains("a side of 24 pixels exceeds the limit of 23 (limits.side)"))
        options = NormalizationOptions()
        options.limits.scans = 3
        #expect(reason(whole, options).contains("scans exceed the limit of 3 (limits.scans)"))
        options = NormalizationOptions()
        options.limits.fileSize = 100
        #expect(reason(whole, options).contains("bytes, more than limits.file-size allows (100)"))
    }

    private func reason(_ bytes: [UInt8], _ options: NormalizationOptions) -> String {
        let report = Normalizer(options: options).normalize(bytes).report
        #expect(report.outcome == .rejected)
        return report.reason
    }

    /// A picture that cannot be turned is copied if it is upright.
    @Test(arguments: [(0xC1, 10), (0xC5, 8), (0xCB, 8)])
    func unsupportedPicturesAreCopiedIfUpright(marker: Int, precision: Int) throws {
        for (orientation, outcome) in [(1, Outcome.unchanged), (6, .rejected)] {
            var bytes = try source(orientation)
            let file = try JPEGFile(parsing: bytes)
            let frame = file.segments[file.frameHeader.segmentIndex]
            bytes[frame.markerOffset + 1] = UInt8(marker)
            bytes[frame.payload.lowerBound] = UInt8(precision)
            let report = Normalizer().normalize(bytes).report
            #expect(report.outcome == outcome)
            if outcome == .rejected { #expect(report.reason.hasPrefix("unsupported: ")) }
        }
    }

    @Test func reportsWhatIsMissingInAnUprightFile() throws {
        let bytes = try source(1)
        let file = try JPEGFile(parsing: bytes)
        for (marker, text) in [(JPEGMarker.dqt, "quantization table"), (JPEGMarker.sos, "expected a scan")] {
            var without = bytes
            for segment in file.segments.reversed() where segment.marker == marker {
                without.removeSubrange(segment.range)
            }
            let report = Normalizer().normalize(without).report
            #expect(report.outcome == .rejected)
            #expect(report.reason.contains(text))
        }
    }

    /// Stray bytes after `SOI` are damage that decoders skip.
    @Test(arguments: [1, 6])
    func skipsStrayBytesAfterTheStart(orientation: Int) throws {
        var bytes = try source(orientation)
        bytes.insert(contentsOf: [0, 1, 2, 3], at: 2)
        let report = Normalizer().normalize(bytes).report
        #expect(report.type == .jpeg)
        #expect(report.outcome == (orientation == 1 ? .unchanged : .normalized))
        #expect(report.warnings.first == "4 stray bytes at byte 2")
    }
}
