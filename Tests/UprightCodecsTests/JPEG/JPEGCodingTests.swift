import UprightBase
import UprightCodecs
import UprightFormats
import Testing
import TestJPEG

@Suite struct JPEGCodingTests {
    static let sizes = [Size(width: 1, height: 1), Size(width: 17, height: 33), Size(width: 64, height: 16)]

    @Test(arguments: JPEGSampling.all, JPEGProcess.allCases)
    func decodingIsTheInverseOfEncoding(sampling: JPEGSampling, process: JPEGProcess) throws {
        for size in Self.sizes {
            let picture = try sampling.picture(size)
            let coding = process.coding(sampling)
            let bytes = try picture.encoded(as: coding, expecting: 100, limit: 1 << 20).bytes
            let (decoded, warnings) = try JPEGCoefficients.decoding(bytes)
            #expect(warnings.isEmpty)
            #expect(decoded.content == picture.content)
            #expect(decoded.size == size)
            #expect(decoded.planes.map(\.id) == sampling.ids)
            #expect(decoded.planes.map(\.quantization) == picture.planes.map(\.quantization))
        }
    }

    /// The coding read from a file is the one that it was written with, so a turned file keeps it.
    @Test(arguments: JPEGSampling.all, JPEGProcess.allCases)
    func readsTheCodingBackFromTheFile(sampling: JPEGSampling, process: JPEGProcess) throws {
        let coding = process.coding(sampling)
        let bytes = try sampling.picture(Size(width: 40, height: 24)).encoded(
            as: coding, expecting: 0, limit: 1 << 20
        ).bytes
        let read = JPEGCoding(of: try JPEGFile(parsing: bytes), in: bytes)
        #expect(read.scans == coding.scans)
        #expect(read.isArithmetic == coding.isArithmetic)
        #expect(read.restartInterval == coding.restartInterval)
        #expect(read.dcTables == coding.dcTables)
        if process == .baseline { #expect(!read.optimizesTables) }
        if process == .optimized { #expect(read.optimizesTables) }
    }

    private static func read(_ coding: JPEGCoding, _ sampling: JPEGSampling) throws -> JPEGCoding {
        let bytes = try sampling.picture(Size(width: 40, height: 24)).encoded(as: coding, expecting: 0, limit: 1 << 20)
            .bytes
        return JPEGCoding(of: try JPEGFile(parsing: bytes), in: bytes)
    }

    /// More scans than the file has would leave no bits unsent, and decoders would no longer smooth.
    @Test func aTruncatedScriptKeepsItsScans() throws {
        let sampling = JPEGSampling.all[5]
        var coding = JPEGProcess.progressive.coding(sampling)
        #expect(try !Self.read(coding, sampling).isIncomplete)
        while coding.scans.count > 1 {
            coding.scans.removeLast()
            let read = try Self.read(coding, sampling)
            #expect(read.scans == coding.scans)
            #expect(read.isIncomplete)
        }
    }

    /// A completed script sends every bit, so the coefficients round-trip.
    @Test func aCompletedScriptSendsEverything() throws {
        let sampling = JPEGSampling.all[5]
        let size = Size(width: 40, height: 24)
        var coding = JPEGProcess.progressive.coding(sampling)
        while coding.scans.count > 1 {
            coding.scans.removeLast()
            let whole = coding.completed(for: [0, 1, 2])
            #expect(!whole.isIncomplete)
            let written = try sampling.picture(size).encoded(as: whole, expecting: 0, limit: 1 << 20).bytes
            #expect(try JPEGCoefficients.decoding(written).picture.content == sampling.picture(size).content)
        }
    }

    @Test func stopsAtTheLimit() throws {
        let picture = try JPEGSampling.all[2].picture(Size(width: 512, height: 512))
        #expect {
            _ = try picture.encoded(as: JPEGCoding(planeCount: 3), expecting: 0, limit: 8192)
        } throws: {
            ($0 as? CodecError)?.kind == .tooLarge
        }
    }

    @Test func coefficientsOutOfRangeAreClamped() throws {
        let picture = try JPEGSampling.all[0].picture(Size(width: 16, height: 8))
        picture.planes[0].block(0, 0)[0] = 20_000
        picture.planes[0].block(1, 0)[9] = -20_000
        let coding = JPEGCoding(planeCount: 1)
        #expect(throws: CodecError.self) { try picture.encoded(as: coding, expecting: 0, limit: 1 << 20) }
        #expect(picture.clampCoefficients(of: Array(picture.planes.indices)).count == 2)
        let bytes = try picture.encoded(as: coding, expecting: 0, limit: 1 << 20).bytes
        let block = try JPEGCoefficients.decoding(bytes).picture.planes[0].block(1, 0)
        #expect(block[9] == -1023)
    }

    @Test func planesWithTheSameTableNumberGetSeparateTables() throws {
        var picture = try JPEGSampling.all[2].picture(Size(width: 16, height: 8))
        for index in 0..<3 {
            picture.planes[index].table = 0
            picture.planes[index].quantization[5] = UInt16(100 + index)
        }
        let areEnough = picture.separateTables()
        #expect(areEnough)
        #expect(picture.planes.map(\.table) == [0, 1, 2])
    }
}
