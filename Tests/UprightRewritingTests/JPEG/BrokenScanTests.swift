import TestJPEG
import Testing
import UprightCodecs
import UprightFormats
import UprightRewriting
import UprightBase

/// Damaged data of a scan in which two bytes look like the marker of a segment: decoders end the scan there.
struct BrokenScanTests {
    private static let size = Size(width: 96, height: 64)
    private static let processes: [JPEGProcess] = [.baseline, .optimized, .restarts, .multiscan, .progressive]

    private func file(_ process: JPEGProcess, _ orientation: Int) throws -> [UInt8] {
        try JPEGBuilder.file(JPEGNormalizationTests.photo, process, Self.size, orientation: orientation)
    }

    private func normalized(_ bytes: [UInt8], _ edits: [MetadataEdit] = []) -> NormalizationResult {
        var options = NormalizationOptions()
        options.verification = .pixels
        options.edits = edits
        return Normalizer(options: options).normalize(bytes)
    }

    /// The file with a marker and a length within the data of a scan; nil if the length leads to a marker.
    private func broken(_ whole: [UInt8], _ data: Range<Int>, _ part: Int, _ marker: UInt8, _ length: Int) -> [UInt8]? {
        let place = data.lowerBound + data.count * part / 8
        let end = place + 2 + length
        guard data.count > 64, end >= whole.count || whole[end] != 0xFF && whole[end - 1] != 0xFF else { return nil }
        var bytes = whole
        bytes.replaceSubrange(place..<place + 4, with: [0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)])
        return bytes
    }

    @Test(arguments: processes, [0xE1, 0xFE] as [UInt8])
    func whatDecodersShowIsTurned(process: JPEGProcess, marker: UInt8) throws {
        let whole = try file(process, 6)
        let structure = try JPEGFile(parsing: whole)
        var count = 0
        for (scan, part) in structure.scans.flatMap({ scan in [2, 5].map { (scan, $0) } }) {
            for length in [0, 17, 60_000] {
                let data = structure.segments[scan.segmentIndex].entropyCoded
                // A length can hide the tables of the next scan, and then no decoder shows anything.
                guard let bytes = broken(whole, data, part, marker, length), (try? JPEGSamples(decoding: bytes)) != nil
                else { continue }
                let what = "\(JPEGMarker.name(marker)) at byte \(data.lowerBound + data.count * part / 8)"
                try expectTurn(bytes, what, allowed: process == .progressive ? 8 : 1)
                count += 1
            }
        }
        #expect(count > 3)
    }

    /// - Parameter allowed: the largest difference of a sample. Transforms of transposed blocks round differently; what scans have not
    ///   sent, decoders estimate, and estimates are quantized.
    private func expectTurn(_ bytes: [UInt8], _ what: String, allowed: Int) throws {
        let result = normalized(bytes)
        guard case .bytes(let output) = result.output else {
            Issue.record("\(what): \(result.report.reason)")
            return
        }
        let (name, place) = (what.prefix { $0 != " " }, what.drop { $0 != " " })
        #expect(
            result.report.warnings.contains { $0.contains("\(place.dropFirst(4)) with what looks like \(name)") },
            "\(what): \(result.report.warnings)")
        #expect(result.report.incompleteness != nil)
        // Luma, whose blocks only move.
        let (stored, upright) = (try JPEGSamples(decoding: bytes), try JPEGSamples(decoding: output))
        let size = Self.size
        let (from, to) = (
            stored.pixels(of: 0, width: size.width, height: size.height),
            upright.pixels(of: 0, width: size.height, height: size.width)
        )
        for y in 0..<size.height {
            for x in 0..<size.width {
                let turned = to[x * size.height + size.height - 1 - y]
                guard abs(Int(turned) - Int(from[y * size.width + x])) > allowed else { continue }
                Issue.record("\(what): \(x) \(y) is \(turned) instead of \(from[y * size.width + x])")
                return
            }
        }
    }

    /// A file that needs no turn keeps every byte, and so does one whose metadata change.
    @Test func whatIsNotTurnedStays() throws {
        let whole = try file(.baseline, 1)
        let structure = try JPEGFile(parsing: whole)
        let data = structure.segments[structure.scans[0].segmentIndex].entropyCoded
        let bytes = try #require(broken(whole, data, 4, 0xE1, 60_000))
        #expect(normalized(bytes).report.outcome == .unchanged)
        let edited = normalized(bytes, [try .set("EXIF:ImageDescription", to: ["A caption"])])
        guard case .bytes(let output) = edited.output else {
            Issue.record("\(edited.report.reason)")
            return
        }
        #expect(output.suffix(bytes.count - data.lowerBound) == bytes.suffix(bytes.count - data.lowerBound))
    }

    /// Segments between scans are no damage, whatever they hold.
    @Test(arguments: [JPEGProcess.multiscan, .progressive]) func segmentsBetweenScansStay(process: JPEGProcess) throws {
        var bytes = try file(process, 6)
        let structure = try JPEGFile(parsing: bytes)
        let comment = JPEGBuilder.segment(0xFE, Array("between".utf8))
        let data = structure.segments[structure.scans[0].segmentIndex].entropyCoded
        bytes.insert(contentsOf: comment, at: data.upperBound)
        let result = normalized(bytes)
        #expect(result.report.warnings.isEmpty, "\(result.report.warnings)")
        guard case .bytes(let output) = result.output else {
            Issue.record("\(result.report.reason)")
            return
        }
        let found = try JPEGFile(parsing: output).segments.filter { $0.marker == JPEGMarker.com }
        #expect(found.map { Array(output[$0.payload]) } == [Array("between".utf8)])
    }

    /// An arithmetic decoder can read coefficients for which decoders have no common picture.
    @Test func arithmeticDataAreTurnedOrRefused() throws {
        let whole = try file(.arithmetic, 6)
        let structure = try JPEGFile(parsing: whole)
        let data = structure.segments[structure.scans[0].segmentIndex].entropyCoded
        for part in 0..<8 {
            guard let bytes = broken(whole, data, part, 0xE1, 60_000) else { continue }
            let result = normalized(bytes)
            guard case .bytes = result.output else {
                #expect(result.report.reason.contains("decoders show in different ways"), "\(result.report.reason)")
                continue
            }
            try expectTurn(bytes, "APP1 at byte \(data.lowerBound + data.count * part / 8)", allowed: 1)
        }
    }
}
