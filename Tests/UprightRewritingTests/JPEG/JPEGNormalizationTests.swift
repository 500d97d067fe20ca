import UprightBase
import UprightCodecs
import UprightFormats
import UprightRewriting
import Testing
import TestJPEG

@Suite struct JPEGNormalizationTests {
    static let sizes = [Size(width: 96, height: 48), Size(width: 33, height: 17), Size(width: 1, height: 1)]
    static let gray = JPEGSampling.all[0]
    static let photo = JPEGSampling.all[5]

    /// Returns the bytes of an output, or throws the reason why there is none.
    static func output(_ source: [UInt8], _ options: NormalizationOptions = NormalizationOptions()) throws -> [UInt8] {
        let result = Normalizer(options: options).normalize(source)
        guard case .bytes(let bytes) = result.output else {
            throw Unexpected(text: "\(result.report.outcome): \(result.report.reason)")
        }
        return bytes
    }

    struct Unexpected: Error { let text: String }

    /// The configured limits did not reach the encoder: 8 times the source and 64 MiB were hard-coded.
    @Test("A turned picture cannot exceed its limit")
    func outputLimit() throws {
        // The truncated part is encoded as grey, which takes many times the remaining bytes.
        let whole = try JPEGBuilder.file(Self.photo, .baseline, Size(width: 2000, height: 1500), orientation: 6)
        let file = try JPEGFile(parsing: whole)
        let scan = try #require(file.segments.first { $0.marker == JPEGMarker.sos })
        let source = Array(whole[..<(scan.entropyCoded.lowerBound + 64)])
        var options = NormalizationOptions()
        #expect(try Self.output(source, options).count > 2 * source.count)
        (options.limits.output.ratio, options.limits.output.allowance) = (2, 0)
        let result = Normalizer(options: options).normalize(source)
        #expect(result.report.outcome == .rejected)
        #expect(result.report.reason.contains("limits.output-ratio"), "\(result.report.reason)")
    }

    @Test(arguments: JPEGSampling.all, JPEGProcess.allCases)
    func turnsEverySamplingAndProcess(sampling: JPEGSampling, process: JPEGProcess) throws {
        for size in Self.sizes {
            for orientation in Orientation.allCases where orientation != .up {
                let source = try JPEGBuilder.file(sampling, process, size, orientation: orientation.rawValue)
                var options = NormalizationOptions()
                options.verification = .pixels
                let result = Normalizer(options: options).normalize(source)
                guard case .bytes(let bytes) = result.output else {
                    Issue.record("\(orientation) of \(size): \(result.report.reason)")
                    continue
                }
                let (file, before) = (try JPEGFile(parsing: bytes), try JPEGFile(parsing: source))
                #expect(result.report.outcome == .normalized && result.report.warnings.isEmpty)
                #expect(result.report.orientation == orientation.rawValue)
                #expect(file.frameHeader.size == size.turned(by: orientation))
                #expect(file.frameHeader.marker == before.frameHeader.marker)
                #expect(file.scans.count == before.scans.count)
                #expect(file.scans.map(\.restartInterval) == before.scans.map(\.restartInterval))
                // Turned back, each exact component has the same coefficients as the source.
                var back = try JPEGCoefficients.decoding(bytes).picture
                try back.turn(orientation.inverse)
                let original = try sampling.picture(size)
                for (index, component) in result.report.components.enumerated() where component.turn == .exact {
                    #expect(back.content[index] == original.content[index])
                }
                #expect(
                    result.report.components.map { $0.turn == .exact }
                        == original.geometries(orientation).map(\.isExact))
            }
        }
    }

    @Test(arguments: Orientation.allCases)
    func normalizingAnOutputChangesNothing(orientation: Orientation) throws {
        let source = try JPEGBuilder.file(
            Self.photo, .progressive, Size(width: 33, height: 17), orientation: orientation.rawValue)
        let result = Normalizer().normalize(source)
        let once: [UInt8]
        switch result.output {
        case .bytes(let bytes): once = bytes
        default: once = source
        }
        let twice = Normalizer().normalize(once)
        #expect(twice.report.outcome == .unchanged)
        guard case .source = twice.output else {
            Issue.record("an output was written again")
            return
        }
        #expect(Normalizer().normalize(source).report == result.report)
    }

    @Test func carriesSegmentsInOrderAndTheTrailer() throws {
        let comments = (0..<3).map { JPEGBuilder.segment(0xFE, Array("comment \($0)".utf8)) }
        let app = JPEGBuilder.segment(0xE7, [1, 2, 3])
        let trailer: [UInt8] = [0xFF, 0xD8, 0xFF, 0xD9, 0, 1, 2]
        var source = try JPEGBuilder.file(
            Self.photo.picture(Size(width: 32, height: 32)), JPEGProcess.multiscan.coding(Self.photo),
            segments: [comments[0], JPEGBuilder.exif(6), app, comments[1]], trailer: trailer)
        let second = try JPEGFile(parsing: source).scans[1].segmentIndex
        source.insert(contentsOf: comments[2], at: try JPEGFile(parsing: source).segments[second].range.upperBound)
        let bytes = try Self.output(source)
        let file = try JPEGFile(parsing: bytes)
        let carried = file.segments.filter { JPEGMarker.isMetadata($0.marker) }
        #expect(carried.map(\.name) == ["COM", "APP1", "APP7", "COM", "COM"])
        #expect(
            carried.map { Array(bytes[$0.range]) } == [comments[0], JPEGBuilder.exif(1), app, comments[1], comments[2]])
        let last = try #require(carried.last)
        #expect(file.scans[1].segmentIndex < file.segments.firstIndex(of: last)!)
        #expect(file.segments.firstIndex(of: last)! < file.scans[2].segmentIndex)
        #expect(Array(bytes[file.trailer]) == trailer)
    }

    @Test func accountsForEveryByte() throws {
        let source = try JPEGBuilder.file(
            Self.photo.picture(Size(width: 32, height: 32)), JPEGProcess.baseline.coding(Self.photo),
            segments: [JPEGBuilder.exif(6)], trailer: [1, 2, 3])
        let parts = Normalizer().normalize(source).report.parts
        #expect(parts.first?.part.description == "SOI" && parts.last?.part == .trailer)
        var end = 0
        for part in parts {
            #expect(part.offset == end)
            end += part.length
        }
        #expect(end == source.count)
    }

    @Test func copiesAnUprightPictureByteForByte() throws {
        let source = try JPEGBuilder.file(Self.photo, .baseline, Size(width: 33, height: 17), orientation: 1)
        let result = Normalizer().normalize(source)
        #expect(result.report.outcome == .unchanged)
        guard case .source = result.output else {
            Issue.record("expected the source as the output")
            return
        }
    }

    @Test func leavesPicturesUnchangedIfTurningIsOff() throws {
        var options = NormalizationOptions()
        options.turns = false
        let source = try JPEGBuilder.file(Self.photo, .baseline, Size(width: 33, height: 17), orientation: 6)
        let report = Normalizer(options: options).normalize(source).report
        #expect(report.outcome == .unchanged && report.orientation == 6)
    }

    /// A later, upright Exif segment is patched or kept; the picture's own bytes stay unchanged.
    @Test func patchesMetadataWithoutTouchingThePicture() throws {
        let plain = try JPEGBuilder.file(
            Self.photo.picture(Size(width: 33, height: 17)), JPEGProcess.baseline.coding(Self.photo),
            segments: [JPEGBuilder.exif(1), JPEGBuilder.exif(6)], trailer: [9])
        let bytes = try Self.output(plain)
        #expect(bytes.count == plain.count)
        #expect(zip(bytes, plain).filter { $0 != $1 }.count == 1)
        #expect(Normalizer().normalize(plain).report.components.isEmpty)
    }

    @Test func readsTheHeightFromDNL() throws {
        let picture = try Self.gray.picture(Size(width: 24, height: 40))
        var source = try JPEGBuilder.file(
            picture, JPEGProcess.baseline.coding(Self.gray), segments: [JPEGBuilder.exif(6)])
        let file = try JPEGFile(parsing: source)
        let height = file.segments[file.frameHeader.segmentIndex].payload.lowerBound + 1
        source[height + 1] = 0
        source.insert(contentsOf: [0xFF, 0xDC, 0, 4, 0, 40], at: source.count - 2)
        let bytes = try Self.output(source)
        #expect(try JPEGFile(parsing: bytes).frameHeader.size == Size(width: 40, height: 24))
        var back = try JPEGCoefficients.decoding(bytes).picture
        try back.turn(.left)
        #expect(back.content == picture.content)
    }
}
