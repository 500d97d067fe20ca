import UprightBase
import UprightCodecs
import UprightFormats
import TestJPEG
import Testing

/// Huffman tables that were made for a picture are kept by turns that keep its AC symbols.
@Suite struct JPEGSourceCodesTests {
    /// Expects turns that do not transpose to keep the source's AC codes, with one piece and with several: only if the counts
    /// are exactly those of the symbols that are written, their tables are the source's.
    func expectSourceCodes(
        of bytes: [UInt8], _ orientations: [Orientation] = [.up, .upMirrored, .down, .downMirrored],
        _ name: String = "", location: SourceLocation = #_sourceLocation
    ) throws {
        let file = try JPEGFile(parsing: bytes)
        let coding = JPEGCoding(of: file, in: bytes)
        for orientation in orientations {
            for (piece, width) in [(Int.max, 1), (64, 1), (64, 2), (64, 5)] {
                let transcoder = try #require(JPEGTranscoder(file, in: bytes, bytesInPiece: piece))
                let encoded = try transcoder.turned(
                    orientation, as: coding, expecting: bytes.count, limit: 1 << 24,
                    parallelism: Parallelism(JPEGTranscoderTests.threads, width: width, grain: 1))
                #expect(
                    encoded?.scansWithSourceCodes == file.scans.count,
                    "\(name) \(orientation), pieces of \(piece) bytes, \(width) threads", sourceLocation: location)
            }
        }
    }

    @Test(arguments: JPEGSampling.all, [JPEGProcess.optimized, .restarts, .multiscan])
    func keepsCodesThatWereMadeForThePicture(sampling: JPEGSampling, process: JPEGProcess) throws {
        // All turns, and those that leave an axis alone whose last MCUs reach beyond the edge.
        let sizes: [(Size, [Orientation])] = [
            (Size(width: 192, height: 96), [.up, .upMirrored, .down, .downMirrored]),
            (Size(width: 192, height: 101), [.up, .upMirrored]),
            (Size(width: 203, height: 96), [.up, .downMirrored]), (Size(width: 5, height: 3), [.up]),
        ]
        for (size, orientations) in sizes {
            var coding = process.coding(sampling)
            if process == .restarts { coding.restartInterval = 24 }
            let bytes = try JPEGBuilder.file(sampling.picture(size), coding)
            try expectSourceCodes(of: bytes, orientations, "\(size)")
        }
    }

    @Test func transpositionsNeverKeepTheSourcesCodes() throws {
        let bytes = try JPEGBuilder.file(JPEGSampling.all[5], .optimized, Size(width: 96, height: 48), orientation: 6)
        let file = try JPEGFile(parsing: bytes)
        let encoded = try JPEGTranscoder(file, in: bytes)?.turned(
            .right, as: JPEGCoding(of: file, in: bytes), expecting: bytes.count, limit: 1 << 24)
        #expect(encoded?.scansWithSourceCodes == 0)
    }

    /// Returns a file whose frame header has another width, in which the last MCUs' last blocks lie beyond the edge.
    private func narrowed(_ bytes: [UInt8], to width: Int) throws -> [UInt8] {
        let frame = try #require(try JPEGFile(parsing: bytes).segments.first { JPEGMarker.startsFrame($0.marker) })
        var narrowed = bytes
        narrowed[frame.payload.lowerBound + 3] = UInt8(width >> 8)
        narrowed[frame.payload.lowerBound + 4] = UInt8(width & 255)
        return narrowed
    }

    /// What blocks beyond the edge contain is not written, so it must not count.
    @Test(arguments: 1...20)
    func blocksBeyondTheEdgeDoNotCount(seed: UInt64) throws {
        let sampling = JPEGSampling.all[5]
        let picture = try sampling.picture(Size(width: 64, height: 32), seed: seed)
        let bytes = try narrowed(JPEGBuilder.file(picture, JPEGProcess.optimized.coding(sampling)), to: 56)
        // Whole MCUs along mirrored axes.
        try JPEGTranscoderTests().expectReferenceTurns(of: bytes, [.up, .downMirrored])
        let file = try JPEGFile(parsing: bytes)
        let encoded = try JPEGTranscoder(file, in: bytes)?.turned(
            .up, as: JPEGCoding(of: file, in: bytes), expecting: bytes.count, limit: 1 << 24)
        #expect(encoded?.scansWithSourceCodes == 0, "without those blocks, other codes are shorter")
    }

    /// Codes that stay the shortest without the blocks beyond the edge are kept.
    @Test func codesAreKeptDespiteBlocksBeyondTheEdge() throws {
        let sampling = JPEGSampling.all[5]
        let picture = try sampling.picture(Size(width: 256, height: 64))
        for plane in picture.planes {
            for row in 0..<plane.height {
                for column in 0..<plane.width {
                    let block = plane.block(column, row)
                    block.update(repeating: 0, count: 64)
                    // Four symbols, two, and the end of the block: frequencies that are far apart. The table of the
                    // chrominance differs.
                    let unit: Int16 = plane.id == 1 ? 1 : 4
                    (block[1], block[8], block[16]) = (unit, -unit, unit)
                    (block[9], block[2], block[3]) = (unit, 2 * unit, -2 * unit)
                    block[0] = Int16(column % 9)
                }
            }
        }
        let bytes = try narrowed(JPEGBuilder.file(picture, JPEGProcess.optimized.coding(sampling)), to: 248)
        try expectSourceCodes(of: bytes, [.up, .downMirrored])
        // Whole MCUs along mirrored axes.
        try JPEGTranscoderTests().expectReferenceTurns(of: bytes, [.up, .downMirrored])
    }
}
