internal import Testing
internal import UprightEngine
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
}
