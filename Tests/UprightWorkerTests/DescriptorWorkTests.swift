import UprightWorker
import UprightBase
import Glibc
import UprightRewriting
import Testing

@Suite("The work between two descriptors")
struct DescriptorWorkTests {
    @Test("A file that is not a picture is ignored, with its size and digest")
    func ignored() throws {
        let source = TestFile("no picture")
        let output = TestFile()
        let result = try DescriptorWork(options: NormalizationOptions())
            .perform(source: source.descriptor, output: output.descriptor)
        withExtendedLifetime((source, output)) {}
        #expect(result.report.outcome == .ignored)
        #expect(result.sourceBytes == 10)
        #expect(result.sourceSHA256 == SHA256.hash(Array("no picture".utf8)))
        #expect(result.output == .none && output.content.isEmpty)
    }

    @Test("A picture that is upright already is answered with a check instead of a digest, under a new key each time")
    func unchanged() throws {
        // A GIF of one pixel.
        let fixture: [UInt8] = [
            0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0x2C, 0, 0, 0, 0, 1,
            0, 1, 0,
            0, 2, 2, 0x44, 1, 0, 0x3B,
        ]
        let source = TestFile(fixture)
        let output = TestFile()
        let work = DescriptorWork(options: NormalizationOptions())
        let results = try (0..<2).map { _ in
            try work.perform(source: source.descriptor, output: output.descriptor)
        }
        withExtendedLifetime((source, output)) {}
        #expect(
            results.allSatisfy { $0.output == .source && $0.sourceSHA256.isEmpty && $0.sourceBytes == fixture.count })
        let checks = try results.map { try #require($0.sourceCheck) }
        #expect(checks[0].key != checks[1].key)
        for check in checks {
            var keyed = KeyedDigest(key: check.key)
            fixture.withUnsafeBytes { keyed.update($0) }
            #expect(keyed.finalized() == check.digest)
        }
        #expect(output.content.isEmpty)
    }

    @Test("A file that is not a picture is ignored even if it is too large")
    func largeAndNoPicture() throws {
        var options = NormalizationOptions()
        options.limits.fileSize = 8
        let source = TestFile("no picture")
        let output = TestFile()
        let result = try DescriptorWork(options: options)
            .perform(source: source.descriptor, output: output.descriptor)
        withExtendedLifetime((source, output)) {}
        #expect(result.report.outcome == .ignored)
        #expect(result.sourceBytes == 10 && result.sourceSHA256 == [])
    }

    @Test("A descriptor that cannot be read gives an error with its number")
    func unreadable() throws {
        let error = #expect(throws: DescriptorWorkError.self) {
            try DescriptorWork(options: NormalizationOptions()).perform(source: -1, output: -1)
        }
        #expect(error == .reading(errno: EBADF))
    }

    @Test("The configured limit bounds the fixes of a track")
    func trackLimit() async throws {
        let fit = Self.fit(fixes: 100)
        var limits = Limits()
        let source = TestFile(fit)
        let output = TestFile()
        let reader = InProcessContentReader()
        let small = try await reader.track(source: source.descriptor, output: output.descriptor, limits: limits)
        #expect(small.reason == "" && small.points == 100)
        #expect(output.content.count == 100 * TrackPoints.stride)
        // A fix has 13 bytes in the file and 32 in the worker's answer.
        limits.output.ratio = 1
        limits.output.allowance = 0
        let unwritten = TestFile()
        let large = try await reader.track(source: source.descriptor, output: unwritten.descriptor, limits: limits)
        withExtendedLifetime((source, output, unwritten)) {}
        #expect(large.reason.contains("limits.output-ratio"))
        #expect(unwritten.content.isEmpty)
    }

    /// A FIT file of records with a time and a position, one second apart.
    private static func fit(fixes: Int) -> [UInt8] {
        func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
        var data: [UInt8] = [0x40, 0, 0, 20, 0, 3, 253, 4, 0x86, 0, 4, 0x85, 1, 4, 0x85]
        for index in 0..<fixes { data += [0] + number(1_000_000_000 + index) + number(1 << 28) + number(1 << 27) }
        return [14, 0x20, 0, 0] + number(data.count) + Array(".FIT".utf8) + [0, 0] + data + [0, 0]
    }

    @Test("The limit of an output neither traps nor overflows")
    func outputLimit() {
        var limit = OutputLimit()
        #expect(limit.bytes(forSource: 10) == 80 + 64 << 20)
        #expect(limit.bytes(forSource: .max) == .max)
        limit.allowance = .max
        #expect(limit.bytes(forSource: 10) == .max)
    }
}
