internal import Dispatch
internal import Foundation
internal import Synchronization
internal import TestSupport
internal import Testing
internal import UprightConfiguration
internal import UprightEngine
internal import UprightFiles
internal import UprightRewriting
internal import UprightWorker

/// Counts the pictures processed at a time, and keeps each one until another arrives or a time has passed.
private final class Counting: PictureProcessor {
    let most = Mutex(0)
    private let running = Mutex(0)
    /// A test cannot wait for the absence of another picture, only for a time. An expected picture takes long only if the
    /// machine is busy.
    private let longest: Duration

    var reader: any ContentReader { InProcessContentReader() }

    init(longest: Duration) { self.longest = longest }

    func process(source: CInt, into output: CInt, options: NormalizationOptions) async -> ProcessedPicture {
        let now = running.withLock { count in
            count += 1
            return count
        }
        most.withLock { $0 = max($0, now) }
        let end = ContinuousClock.now + longest
        while most.withLock({ $0 }) < 2, ContinuousClock.now < end { await Task.yield() }
        defer { running.withLock { $0 -= 1 } }
        return await InProcessProcessor().process(source: source, into: output, options: options)
    }
}

/// Works on one picture at a time on its own thread, lets others wait for it, and does something when it begins one.
private final class Queueing: PictureProcessor {
    let waiting = 8
    let begun = Mutex(0)
    private let thread = DispatchQueue(label: "upright.test")
    private let onBegin: @Sendable () -> Void

    var reader: any ContentReader { InProcessContentReader() }

    init(onBegin: @escaping @Sendable () -> Void) { self.onBegin = onBegin }

    func process(source: CInt, into output: CInt, options: NormalizationOptions) async -> ProcessedPicture {
        await InProcessProcessor().process(source: source, into: output, options: options)
    }

    func perform<Value: Sendable>(
        _ work: @escaping @Sendable (BlockingNormalization) -> Value
    ) async -> Value? {
        await withCheckedContinuation { continuation in
            thread.async {
                continuation.resume(
                    returning: work { source, output, options in
                        self.begun.withLock { $0 += 1 }
                        self.onBegin()
                        do {
                            return try DescriptorWork(options: options).perform(source: source, output: output)
                        } catch {
                            preconditionFailure("\(error)")
                        }
                    })
            }
        }
    }
}

@Suite("Pictures processed alone")
struct IsolationTests {
    /// Processes one picture of each of two folders through one dispatcher, as the daemon's lanes do.
    private func workOnTwoFolders(alone: Bool) async throws -> Int {
        let bench = try Bench()
        try bench.put("samples/orientation-6.jpg", as: "a.jpg")
        try bench.put("samples/orientation-3.jpg", as: "b.jpg")
        let processor = Counting(longest: alone ? .milliseconds(200) : .seconds(30))
        let engine = PictureEngine(processor: processor, jobs: 2, version: "1")
        let dispatcher = Dispatcher(engine: engine, journal: nil, retry: RetryConfiguration())
        let folder = DropFolder(bench.folder, of: bench.configuration)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for name in ["a.jpg", "b.jpg"] {
                let job = PictureJob(folder: folder, relative: RawPath(name))
                group.addTask { _ = try await dispatcher.attempt(job, alone: alone) }
            }
            try await group.waitForAll()
        }
        #expect(bench.scratch.files.filter { $0.hasPrefix("out/") } == ["out/a.jpg", "out/b.jpg"])
        return processor.most.withLock { $0 }
    }

    @Test(
        "when a run is stopped, the picture in progress is finished, and those that wait for its thread are not begun")
    func stopped() async throws {
        let bench = try Bench()
        for number in 1...8 { try bench.put("samples/orientation-\(number).jpg", as: "\(number).jpg") }
        let running = Mutex<Task<Void, any Error>?>(nil)
        let processor = Queueing { running.withLock { $0?.cancel() } }
        let isReady = DispatchSemaphore(value: 0)
        let task = Task {
            // Not before the processor can stop it.
            await withCheckedContinuation { continuation in
                DispatchQueue.global().async {
                    isReady.wait()
                    continuation.resume()
                }
            }
            try await bench.pass(processor: processor)
        }
        running.withLock { $0 = task }
        isReady.signal()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(processor.begun.withLock { $0 } == 1)
        #expect(bench.scratch.files.filter { $0.hasPrefix("out/") }.count == 1)
    }

    @Test("a picture processed alone has no neighbour in another lane either")
    func alone() async throws {
        #expect(try await workOnTwoFolders(alone: true) == 1)
        #expect(try await workOnTwoFolders(alone: false) == 2)
    }
}
