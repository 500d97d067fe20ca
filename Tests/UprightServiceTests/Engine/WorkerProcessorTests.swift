internal import TestSupport
internal import Testing
internal import UprightEngine
internal import UprightRewriting
internal import UprightWorker

@Suite("WorkerProcessor")
struct WorkerProcessorTests {
    @Test("large outputs are checked beside a waiting worker only if no processor is idle for it", arguments: 1...4)
    func occupation(workers: Int) {
        var configuration = WorkerPoolConfiguration(program: "/nonexistent")
        configuration.threads = 3
        configuration.size = workers
        let processor = WorkerProcessor(pool: WorkerPool(configuration))
        #expect(processor.occupiesAllProcessors == (workers >= 3))
    }

    @Test("a pool that is shut down is the answer to each picture, which waits")
    func shutDown() async throws {
        let bench = try Bench()
        try bench.put("samples/orientation-6.jpg", as: "a.jpg")
        let pool = WorkerPool(WorkerPoolConfiguration(program: "/nonexistent"))
        await pool.shutDown()
        let report = try await bench.pass(processor: WorkerProcessor(pool: pool))["a.jpg"]
        #expect(report?.outcome == .deferred && report?.reason == "\(WorkerError.shutDown)")
        #expect(bench.scratch.files == ["drop/a.jpg"])
    }
}
