import Foundation
import Testing
import UprightRewriting
import UprightWorker

@Suite("Workers with the libraries that few pictures need")
struct CodecLibraryTests {
    /// A pool whose workers write their process number and arguments into a file when they start.
    private struct Recorded {
        let folder: URL
        let pool: WorkerPool

        init() throws {
            folder = FileManager.default.temporaryDirectory.appending(path: "upright-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let worker = folder.appending(path: "worker")
            // Links: a program that was just written cannot be started while a process of another test has it open.
            let script = ThumbnailTests.fixtures.appending(path: "../Tests/programs/recording-worker")
                .standardizedFileURL
            try FileManager.default.createSymbolicLink(at: worker, withDestinationURL: script)
            try FileManager.default.createSymbolicLink(
                at: folder.appending(path: "codec"), withDestinationURL: URL(fileURLWithPath: program("upright-codec")))
            pool = makePool("upright-codec") {
                $0.program = worker.path()
                $0.size = 1
            }
        }

        /// The process numbers of the workers so far, and whether each was to load the libraries.
        var started: [(process: String, loadsLibraries: Bool)] {
            get throws {
                try String(contentsOf: folder.appending(path: "started"), encoding: .utf8).split(separator: "\n").map {
                    (String($0.prefix { $0 != " " }), $0.contains("--libraries"))
                }
            }
        }

        func maps(_ process: String) throws -> String {
            // The kernel gives a page at a time, and no size: only reading to the end has all of it.
            let file = try #require(FileHandle(forReadingAtPath: "/proc/\(process)/maps"))
            return String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
        }

        func end() async throws {
            await pool.shutDown()
            try FileManager.default.removeItem(at: folder)
        }
    }

    /// A sideways TIFF of two samples, 10 and 20, coded with LZW: the codes 256, 10, 20, 257.
    private static let lzw: [UInt8] = {
        func number(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> (8 * $0) & 255) } }
        let entries = [
            (256, 2), (257, 1), (258, 8), (259, 5), (262, 1), (273, 134), (274, 6), (277, 1), (278, 1), (279, 5),
        ]
        return Array("II*\0".utf8) + number(8, 4) + number(entries.count, 2)
            + entries.flatMap { number($0.0, 2) + number(3, 2) + number(1, 4) + number($0.1, 4) } + number(0, 4)
            + [0x80, 0x02, 0x82, 0x90, 0x10]
    }()

    @Test("libtiff is in a worker of its own, which is started for the first picture that needs it and kept")
    func ownWorker() async throws {
        let recorded = try Recorded()
        func outcome(_ name: String) async throws -> String {
            let source = try TestFile(
                name == "lzw"
                    ? Self.lzw : Array(Data(contentsOf: ThumbnailTests.fixtures.appending(path: name))))
            let output = TestFile([UInt8](repeating: 1, count: 1 << 20))
            let picture = try await process(source, into: output, by: recorded.pool).get()
            guard case .written(let bytes, _) = picture.output else { return "\(picture.output)" }
            #expect(output.content.count == bytes)
            return picture.report.outcome.rawValue
        }
        #expect(try await outcome("jpeg/12-bit-orientation-6.jpg") == "normalized")
        #expect(try recorded.started.map(\.loadsLibraries) == [false])
        for name in ["lzw", "jpeg/12-bit-orientation-6.jpg", "lzw"] {
            #expect(try await outcome(name) == "normalized", "\(name)")
        }
        let started = try recorded.started
        #expect(started.map(\.loadsLibraries) == [false, true])
        let hasLibrary = try started.map { try recorded.maps($0.process).contains("libtiff") }
        #expect(hasLibrary == [false, true])
        try await recorded.end()
        for worker in started { #expect(!FileManager.default.fileExists(atPath: "/proc/\(worker.process)")) }
    }

    @Test("A worker with libraries that ends affects only its picture")
    func crash() async throws {
        let pool = makePool { $0.size = 1 }
        guard case .failure(.crashed) = await process("library abort", by: pool) else {
            Issue.record("expected a crash in the second worker")
            return
        }
        await expectWork(by: pool)
        #expect(pool.restarts == 1)
        await pool.shutDown()
    }
}
