import UprightBase
import UprightCodecs
import UprightFormats
import TestJPEG
import Testing

/// Compares the transcoder with its reference: planes of coefficients through libjpeg.
@Suite struct JPEGTranscoderTests {
    static let processes = [JPEGProcess.baseline, .optimized, .restarts, .multiscan]
    static let sizes = [
        Size(width: 1, height: 1), Size(width: 17, height: 33), Size(width: 96, height: 48),
        Size(width: 75, height: 50), Size(width: 24, height: 40),
    ]

    /// Threads that share even the smallest amount of work.
    static let threads = ThreadPool(4)

    /// Returns the transcoder's output, the same with one thread and with up to five, and with all kinds of loops.
    func turned(
        _ bytes: [UInt8], _ orientation: Orientation, location: SourceLocation = #_sourceLocation
    ) throws -> [UInt8]? {
        let file = try JPEGFile(parsing: bytes)
        let coding = JPEGCoding(of: file, in: bytes)
        // The smallest pieces, so that there are several.
        guard let transcoder = JPEGTranscoder(file, in: bytes, bytesInPiece: 64) else { return nil }
        let whole = try JPEGTranscoder(file, in: bytes)?.turned(
            orientation, as: coding, expecting: bytes.count, limit: 1 << 24)?.bytes
        let alone = try transcoder.turned(orientation, as: coding, expecting: bytes.count, limit: 1 << 24)?.bytes
        #expect(whole == alone, "one piece", sourceLocation: location)
        let portable = try JPEGTranscoder(file, in: bytes, bytesInPiece: 64, isPortable: true)?.turned(
            orientation, as: coding, expecting: bytes.count, limit: 1 << 24)?.bytes
        #expect(portable == alone, "the loops for any processor", sourceLocation: location)
        for width in [2, 5] {
            let shared = try transcoder.turned(
                orientation, as: coding, expecting: bytes.count, limit: 1 << 24,
                parallelism: Parallelism(Self.threads, width: width, grain: 1))
            #expect(shared?.bytes == alone, "\(width) threads", sourceLocation: location)
        }
        return alone
    }

    /// Returns the reference's output; nil if it has warnings.
    func reference(_ bytes: [UInt8], _ orientation: Orientation) throws -> [UInt8]? {
        let file = try JPEGFile(parsing: bytes)
        var (picture, warnings) = try JPEGCoefficients.decoding(bytes)
        guard warnings.isEmpty else { return nil }
        try picture.turn(orientation, loops: .reference)
        return try picture.encoded(as: JPEGCoding(of: file, in: bytes), expecting: 0, limit: 1 << 24).bytes
    }

    /// Whether the transcoder leaves a turn to the reference: every component is turned exactly, but a mirrored axis can
    /// end within an MCU.
    private func isLeft(_ bytes: [UInt8], _ orientation: Orientation) throws -> Bool {
        let file = try JPEGFile(parsing: bytes)
        let frame = file.frameHeader
        let endsWithinMCU =
            !frame.size.width.isMultiple(of: 8 * frame.maximumHorizontal)
            || !frame.size.height.isMultiple(of: 8 * frame.maximumVertical)
        return endsWithinMCU
            && (JPEGTranscoder(file, in: bytes)?.geometries(orientation).allSatisfy(\.isExact) ?? false)
    }

    /// Expects turns of a file to be the reference's, byte for byte.
    func expectReferenceTurns(
        of bytes: [UInt8], _ orientations: [Orientation] = Orientation.allCases, _ name: String = "",
        location: SourceLocation = #_sourceLocation
    ) throws {
        for orientation in orientations {
            let expected = try #require(try reference(bytes, orientation), sourceLocation: location)
            let found = try turned(bytes, orientation, location: location)
            if found == nil, try isLeft(bytes, orientation) { continue }
            #expect(found == expected, "\(name) \(orientation)", sourceLocation: location)
        }
    }

    @Test(arguments: JPEGSampling.all, processes)
    func writesWhatTheReferenceWrites(sampling: JPEGSampling, process: JPEGProcess) throws {
        for size in Self.sizes {
            let bytes = try JPEGBuilder.file(sampling, process, size, orientation: 6)
            try expectReferenceTurns(of: bytes, Orientation.allCases, "\(size)")
        }
    }

    @Test func coefficientsOfEverySizeAndRunAreWritten() throws {
        let picture = try JPEGSampling.all[0].picture(Size(width: 512, height: 64))
        let plane = picture.planes[0]
        for column in 0..<plane.width {
            for row in 0..<plane.height {
                let block = plane.block(column, row)
                block.update(repeating: 0, count: 64)
                // The DC differences go up to the largest that can be written.
                block[0] = column % 2 == 0 ? -1024 : 1023
                block[(column * plane.height + row) % 63 + 1] =
                    Int16((column % 2) * 2 - 1) * Int16((2 << (row + 2)) - 1)
            }
        }
        for process in Self.processes {
            let bytes = try JPEGBuilder.file(picture, process.coding(JPEGSampling.all[0]))
            try expectReferenceTurns(of: bytes)
        }
    }

    /// Many blocks in sequence: full ones, ones with long runs, with large coefficients, and ones without any.
    @Test(arguments: [JPEGProcess.baseline, .optimized, .restarts])
    func blocksOfAllKindsFollowEachOther(process: JPEGProcess) throws {
        let sampling = JPEGSampling.all[5]
        let picture = try sampling.picture(Size(width: 768, height: 512))
        for plane in picture.planes {
            for row in 0..<plane.height {
                for column in 0..<plane.width {
                    let block = plane.block(column, row)
                    switch (row / 3 + column / 5) % 5 {
                    case 0: for index in 1..<64 { block[index] = Int16((index + column) % 7) - 3 }
                    case 1: for index in 1..<64 { block[index] = index % 23 == column % 23 ? 5 : 0 }
                    case 2: for index in 1..<9 { block[index * 6] = Int16(column % 3 - 1) * Int16(400 + row) }
                    case 3:
                        for index in 1..<64 { block[index] = 0 }
                        // A short code for the last coefficient, after which a DC difference follows without an end.
                        if row % 2 == 0 { (block[61], block[63]) = (1, Int16(column % 2 * 2 - 1)) }
                    default: break
                    }
                }
            }
        }
        let bytes = try JPEGBuilder.file(picture, process.coding(sampling))
        try expectReferenceTurns(of: bytes)
        if process == .optimized { try JPEGSourceCodesTests().expectSourceCodes(of: bytes) }
    }

    /// Large pictures with many bits in a block are copied with tables for more bits of the source.
    @Test(arguments: [JPEGProcess.baseline, .optimized, .restarts])
    func blocksOfManyBitsFollowEachOther(process: JPEGProcess) throws {
        let sampling = JPEGSampling.all[0]
        let picture = try sampling.picture(Size(width: 1024, height: 512))
        let plane = picture.planes[0]
        var state: UInt32 = 1
        for row in 0..<plane.height {
            for column in 0..<plane.width {
                let block = plane.block(column, row)
                for index in 1..<64 {
                    state = state &* 1_664_525 &+ 1_013_904_223
                    // Zeros, and coefficients of 1 to 10 bits, small ones more often.
                    let bits = ((state >> 8 & 0xFF) * (state >> 16 & 0xFF)) >> 12
                    let value = Int16((state >> 8 & 0xFFFF) & ((1 << min(bits, 10)) - 1))
                    block[index] = state >> 30 == 0 ? 0 : state >> 29 & 1 == 0 ? value : -value
                }
            }
        }
        let bytes = try JPEGBuilder.file(picture, process.coding(sampling))
        #expect(bytes.count > 300_000)
        try expectReferenceTurns(of: bytes)
        if process == .optimized { try JPEGSourceCodesTests().expectSourceCodes(of: bytes) }
    }

    /// The output is written over the source's data, unless it is larger.
    @Test func outputOutgrowsTheMemoryOfTheSource() throws {
        let picture = try JPEGSampling.all[0].picture(Size(width: 2048, height: 1024))
        let plane = picture.planes[0]
        for row in 0..<plane.height {
            for column in 0..<plane.width {
                // After a transposition, the codes of these coefficients are longer.
                let block = plane.block(column, row)
                block.update(repeating: 0, count: 64)
                (block[6], block[7]) = (1, 1)
            }
        }
        let bytes = try JPEGBuilder.file(picture, JPEGProcess.baseline.coding(JPEGSampling.all[0]))
        let expected = try #require(try reference(bytes, .right))
        #expect(expected.count > bytes.count + 16_384)
        #expect(try turned(bytes, .right) == expected)
    }

    @Test(arguments: [JPEGProcess.progressive, .arithmetic, .arithmeticProgressive])
    func leavesOtherProcessesAlone(process: JPEGProcess) throws {
        let bytes = try JPEGBuilder.file(JPEGSampling.all[5], process, Size(width: 32, height: 32), orientation: 6)
        #expect(try turned(bytes, .right) == nil)
    }

    @Test(arguments: processes)
    func givesUpAtEveryCut(process: JPEGProcess) throws {
        let bytes = try JPEGBuilder.file(JPEGSampling.all[5], process, Size(width: 40, height: 24), orientation: 6)
        var parsed = 0
        for count in 0..<(bytes.count - 2) {
            let cut = Array(bytes.prefix(count))
            guard (try? JPEGFile(parsing: cut)) != nil else { continue }
            parsed += 1
            #expect(try turned(cut, .right) == nil, "cut at \(count)")
            #expect(try turned(cut, .down) == nil, "cut at \(count)")
        }
        #expect(parsed > 0)
    }

    /// A mutated file is either refused, or turned exactly as the reference turns it. Components of the first size are
    /// requantized; those of the second are turned exactly.
    @Test(arguments: processes, [Size(width: 40, height: 24), Size(width: 32, height: 32)])
    func agreesWithTheReferenceOnMutations(process: JPEGProcess, size: Size) throws {
        let bytes = try JPEGBuilder.file(JPEGSampling.all[5], process, size, orientation: 6)
        var agreed = 0
        // Bits with the standard's codes are copied with needless runs of 16 zeros before the end of a block.
        let orientations = process == .baseline ? [Orientation.right] : [.right, .down]
        for index in bytes.indices {
            for flip in [UInt8(0x01), 0x10, 0xFF] {
                var mutated = bytes
                mutated[index] ^= flip
                guard (try? JPEGFile(parsing: mutated)) != nil else { continue }
                for orientation in orientations {
                    guard let result = try turned(mutated, orientation) else { continue }
                    #expect(
                        try reference(mutated, orientation) == result, "byte \(index) ^ \(flip), \(orientation)")
                    agreed += 1
                }
            }
        }
        #expect(agreed > 0)
    }
}
