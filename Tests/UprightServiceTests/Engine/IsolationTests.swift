internal import Dispatch
internal import Foundation
internal import Glibc
internal import Synchronization
internal import TestSupport
internal import Testing
internal import UprightConfiguration
internal import UprightEngine
internal import UprightFiles
internal import UprightRewriting
internal import UprightWorker

/// Counts the pictures processed at a time, and keeps each one until another arrives or a time has passed.
private final class Counting: BlockingProcessor {
    let most = Mutex(0)
    private let running = Mutex(0)
    /// A test cannot wait for the absence of another picture, only for a time. An expected picture takes long only if the
    /// machine is busy.
    private let longest: Duration

    init(longest: Duration) { self.longest = longest }

    func normalize(_ source: CInt, _ output: CInt, _ options: NormalizationOptions) -> ProcessedPicture {
        let now = running.withLock { count in
            count += 1
            return count
        }
        most.withLock { $0 = max($0, now) }
        let end = ContinuousClock.now + longest
        while most.withLock({ $0 }) < 2, ContinuousClock.now < end { usleep(1_000) }
        defer { running.withLock { $0 -= 1 } }
        return InProcessProcessor.normalize(source, output, options)
    }
}

/// Kills the work on pictures beside others, as the kernel does if the decoders are short of memory.
private final class Crowded: BlockingProcessor {
    struct Figures {
        var running = 0
        var kills = 0
        var pictures = 0
        var endings = 0
        var isCrowded = false
        /// Whether a picture is killed alone as well.
        var killsAlways = false
    }

    let figures = Mutex(Figures())

    init(always: Bool = false) { figures.withLock { $0.killsAlways = always } }

    func normalize(_ source: CInt, _ output: CInt, _ options: NormalizationOptions) -> ProcessedPicture {
        figures.withLock { figures in
            figures.running += 1
            figures.isCrowded = figures.running > 1
        }
        // Others can arrive meanwhile.
        for _ in 0..<200 { sched_yield() }
        var answer = InProcessProcessor.normalize(source, output, options)
        let isKilled = figures.withLock { figures in
            let isKilled = figures.killsAlways || figures.isCrowded || figures.running > 1
            figures.running -= 1
            figures.pictures += 1
            if figures.running == 0 { figures.isCrowded = false }
            if isKilled { figures.kills += 1 }
            return isKilled
        }
        guard isKilled else { return answer }
        answer.report.outcome = .deferred
        answer.failure = .killed(signal: SIGKILL)
        return answer
    }

    func endIdleWorkers() async { figures.withLock { $0.endings += 1 } }
}

/// Works on one picture at a time on its own thread, lets others wait for it, and does something when it begins one.
private final class Queueing: PictureProcessor {
    let waiting = 8
    let begun = Mutex(0)
    private let thread = DispatchQueue(label: "upright.test")
    private let onBegin: @Sendable () -> Void

    var reader: any ContentReader { InProcessContentReader() }

    init(onBegin: @escaping @Sendable () -> Void) { self.onBegin = onBegin }

    func perform<Value: Sendable>(_ work: @escaping @Sendable (BlockingNormalization) -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            thread.async {
                continuation.resume(
                    returning: work { source, output, options in
                        self.begun.withLock { $0 += 1 }
                        self.onBegin()
                        return InProcessProcessor.normalize(source, output, options)
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
        let dispatcher = Dispatcher(engine: engine, retry: RetryConfiguration())
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

    @Test("pictures whose workers kill one another are processed alone, at once, and all are delivered")
    func crowded() async throws {
        let bench = try Bench()
        for number in 1...40 { try bench.put("samples/orientation-6.jpg", as: "\(number).jpg") }
        let processor = Crowded()
        let reports = try await bench.pass(try bench.journal(), processor: processor)
        #expect(reports.count == 40 && reports.values.allSatisfy { $0.outcome == .normalized })
        let figures = processor.figures.withLock { $0 }
        #expect(figures.endings >= figures.kills, "the other workers keep their memory")
        // None is killed twice.
        #expect(figures.pictures == 40 + figures.kills && figures.kills <= 40)
    }

    @Test("a picture that is killed alone as well is deferred")
    func killedAlone() async throws {
        let bench = try Bench()
        try bench.put("samples/orientation-6.jpg", as: "a.jpg")
        let processor = Crowded(always: true)
        let engine = PictureEngine(processor: processor, jobs: 2, version: "1")
        let dispatcher = Dispatcher(engine: engine, retry: RetryConfiguration())
        let job = PictureJob(folder: DropFolder(bench.folder, of: bench.configuration), relative: "a.jpg")
        let (results, again, fault) = try await dispatcher.attempt(job)
        #expect(results.first?.report.outcome == .deferred && again != nil && fault == nil)
        #expect(processor.figures.withLock { $0.pictures } == 2)
        #expect(bench.scratch.files == ["drop/a.jpg"])
    }

    @Test("three pictures in a row that are killed are a fault of the machine; one that keeps its worker ends the row")
    func killsInARow() async throws {
        let bench = try Bench()
        for number in 1...7 { try bench.put("samples/orientation-6.jpg", as: "\(number).jpg") }
        let processor = Crowded()
        let dispatcher = Dispatcher(
            engine: PictureEngine(processor: processor, jobs: 1, version: "1"),
            retry: RetryConfiguration())
        let folder = DropFolder(bench.folder, of: bench.configuration)
        var faults: [String] = []
        for number in 1...7 {
            processor.figures.withLock { $0.killsAlways = number != 3 }
            let job = PictureJob(folder: folder, relative: RawPath("\(number).jpg"))
            if try await dispatcher.attempt(job).fault?.kind == .process { faults.append("\(number)") }
        }
        #expect(faults == ["6", "7"])
    }

    @Test("a picture processed alone has no neighbour in another lane either")
    func alone() async throws {
        #expect(try await workOnTwoFolders(alone: true) == 1)
        #expect(try await workOnTwoFolders(alone: false) == 2)
    }
}
