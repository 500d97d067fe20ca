import UprightRewriting
import TestSupport
import Testing
import UprightBase

/// Any number of threads can share the work on a picture, with the same result.
@Suite struct SharedWorkTests {
    private static let threads = ThreadPool(4)

    /// Returns the bytes of the output.
    private func bytes(_ result: NormalizationResult) -> [UInt8]? {
        switch result.output {
        case .none: nil
        case .source: []
        case .bytes(let bytes): bytes
        }
    }

    @Test(arguments: Fixture.all)
    func theResultDoesNotDependOnThreads(fixture: Fixture) throws {
        let source = try fixture.content()
        let alone = Normalizer().normalize(source)
        for width in [2, 3, 5] {
            // Even if there is little to share.
            let shared = Normalizer(parallelism: Parallelism(Self.threads, width: width, grain: 1)).normalize(source)
            #expect(shared.report == alone.report, "\(width) threads")
            #expect(bytes(shared) == bytes(alone), "\(width) threads")
        }
    }

    /// The example in the documentation article.
    @Test func anyPoolCanHelp() throws {
        let bytes = try #require(Fixture.named("samples/orientation-6.jpg")).content()
        let threads = ThreadPool(3)
        let shared = Normalizer(parallelism: Parallelism(threads)).normalize(bytes)
        #expect(shared.report.outcome == .normalized)
    }

    @Test func thereIsWorkToShare() {
        #expect(Self.threads.count == 4)
        #expect(Fixture.all.contains { ($0.orientation ?? 1) > 1 })
    }
}
