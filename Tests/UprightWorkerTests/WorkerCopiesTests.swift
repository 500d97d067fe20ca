internal import UprightWorker
internal import UprightBase
internal import UprightRewriting
internal import Foundation
internal import Testing

@Suite("Workers that work on copies", .serialized)
struct WorkerCopiesTests {
    private let turned: TestFile

    init() throws {
        turned = TestFile(
            [UInt8](try Data(contentsOf: ThumbnailTests.fixtures.appending(path: "samples/orientation-6.jpg"))))
    }

    @Test("A worker that writes into its source does not change the caller's", arguments: [false, true])
    func scribble(isCopying: Bool) async {
        let pool = makePool()
        let source = TestFile("scribble")
        _ = await process(source, into: TestFile(), by: pool, isCopying: isCopying)
        #expect((source.content == Array("scribble".utf8)) == isCopying)
        await pool.shutDown()
    }

    @Test("Each output is exact, whatever the file and the worker held before")
    func reused() async throws {
        let pool = makePool("upright-codec") { $0.size = 1 }
        let output = TestFile([UInt8](repeating: 0x2A, count: 1 << 20))
        let expected = TestFile()
        let plain = try await process(turned, into: expected, by: pool).get()
        for text in ["no picture", nil, "a", nil, nil] {
            let source = text.map { TestFile($0) } ?? turned
            let copied = try await process(source, into: output, by: pool, isCopying: true).get()
            #expect(copied.sourceSHA256 == SHA256.hash(source.content))
            guard text == nil else { continue }
            #expect(copied.output == plain.output)
            #expect(output.content == expected.content)
        }
        await pool.shutDown()
    }

    @Test("An output that the caller's file cannot hold is a failure to write, and the worker continues")
    func full() async throws {
        let pool = makePool("upright-codec") { $0.size = 1 }
        let full = open("/dev/full", O_RDWR)
        defer { close(full) }
        await #expect(throws: WorkerError.work(.writing(errno: ENOSPC, written: 0))) {
            _ = try await pool.process(
                source: turned.descriptor, output: full, options: NormalizationOptions(), isCopying: true)
        }
        await #expect(throws: WorkerError.work(.reading(errno: EBADF))) {
            _ = try await pool.process(source: -1, output: full, options: NormalizationOptions(), isCopying: true)
        }
        #expect(pool.restarts == 0)
        await pool.shutDown()
    }

    @Test("Descriptors do not accumulate when workers are replaced")
    func descriptors() async {
        await #expect(processExitsWith: .success) {
            let before = openPoolDescriptors()
            let pool = makePool { $0.limits.filesPerWorker = 2 }
            for word in ["a", "abort", "b", "c", "killed", "d"] {
                _ = await process(TestFile(word), into: TestFile(), by: pool, isCopying: true)
            }
            await pool.shutDown()
            #expect(openPoolDescriptors() == before)
        }
    }
}
