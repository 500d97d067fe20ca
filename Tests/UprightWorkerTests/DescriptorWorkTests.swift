import UprightWorker
import UprightDigests
import Glibc
import UprightRewriting
import Testing

@Suite("The work between two descriptors")
struct DescriptorWorkTests {
    @Test("What is no picture is ignored, with its size and digest")
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

    @Test("What is no picture is ignored even where it is too large")
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

    @Test("A descriptor that cannot be read is an error with its number")
    func unreadable() throws {
        let error = #expect(throws: DescriptorWorkError.self) {
            try DescriptorWork(options: NormalizationOptions()).perform(source: -1, output: -1)
        }
        #expect(error == .reading(errno: EBADF))
    }

    @Test("The fixes of a track are bounded by the configured limit")
    func trackLimit() async throws {
        let fixes = (0..<100).map {
            "<trkpt lat=\"1\" lon=\"2\"><time>2020-01-01T00:\($0 / 60 + 10):\($0 % 60 + 10)Z</time></trkpt>"
        }
        let gpx = "<gpx><trk><trkseg>\(fixes.joined())</trkseg></trk></gpx>"
        var limits = Limits()
        let source = TestFile(gpx)
        let output = TestFile()
        let reader = InProcessContentReader()
        #expect(
            try await reader.track(source: source.descriptor, output: output.descriptor, limits: limits).reason == "")
        limits.output.ratio = 1
        limits.output.allowance = -gpx.utf8.count + 1
        let large = try await reader.track(source: source.descriptor, output: output.descriptor, limits: limits)
        withExtendedLifetime((source, output)) {}
        #expect(large.reason == "" || large.reason.contains("limits.output-ratio"))
    }

    @Test("The limit of an output neither traps nor wraps")
    func outputLimit() {
        var limit = OutputLimit()
        #expect(limit.bytes(forSource: 10) == 80 + 64 << 20)
        #expect(limit.bytes(forSource: .max) == .max)
        limit.allowance = .max
        #expect(limit.bytes(forSource: 10) == .max)
    }
}
