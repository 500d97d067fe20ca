import Foundation
import UprightWorker
import UprightBase
import Glibc
import UprightRewriting
import Testing

func makePool(
    _ name: String = "codec-fault", _ change: (inout WorkerPoolConfiguration) -> Void = { _ in }
) -> WorkerPool {
    var configuration = WorkerPoolConfiguration(program: program(name))
    change(&configuration)
    return WorkerPool(configuration)
}

func process(_ text: String, by pool: WorkerPool) async -> Result<ProcessedPicture, WorkerError> {
    await process(TestFile(text), into: TestFile(), by: pool)
}

func process(
    _ source: TestFile, into output: TestFile, by pool: WorkerPool, isCopying: Bool = false
) async -> Result<ProcessedPicture, WorkerError> {
    defer { withExtendedLifetime((source, output)) {} }
    do throws(WorkerError) {
        return .success(
            try await pool.process(
                source: source.descriptor, output: output.descriptor, options: NormalizationOptions(),
                isCopying: isCopying))
    } catch { return .failure(error) }
}

func expectWork(by pool: WorkerPool) async {
    let text = "no picture"
    let result = await process(text, by: pool)
    #expect((try? result.get())?.sourceSHA256 == SHA256.hash(Array(text.utf8)))
}

@Suite("Workers in a pool", .serialized)
struct WorkerPoolTests {
    @Test("The installed worker answers, and reports its sandbox")
    func answers() async throws {
        let pool = makePool("upright-codec")
        let status = try await pool.start()
        #expect(status.mode == .required && status.isSufficient)
        await expectWork(by: pool)
        await pool.shutDown()
        #expect(await process("late", by: pool) == .failure(.shutDown))
    }

    @Test(
        "A picture that ends its worker affects only its own outcome, and the next one is worked on",
        arguments: [
            ("segfault", SIGSEGV), ("abort", SIGABRT), ("recurse", SIGSEGV),
        ])
    func crash(word: String, signal: Int32) async {
        let pool = makePool()
        guard case .failure(let error) = await process(word, by: pool), case .crashed(signal, _) = error else {
            Issue.record("expected a crash by signal \(signal)")
            return
        }
        #expect(error.cause == .picture)
        await expectWork(by: pool)
        #expect(pool.restarts == 1)
        await pool.shutDown()
    }

    @Test("Work on a worker's thread can ask the worker, also after it was replaced, and is refused after the end")
    func workOnAThread() async throws {
        let pool = makePool()
        let (first, second, output) = (TestFile("abort"), TestFile("no picture"), TestFile())
        let results = try await pool.perform { normalize in
            [first, second].map { source in
                Result { () throws(WorkerError) in
                    try normalize(source.descriptor, output.descriptor, NormalizationOptions())
                }
            }
        }
        withExtendedLifetime((first, second, output)) {}
        #expect(throws: WorkerError.self) { try results[0].get() }
        #expect(try results[1].get().report.outcome == .ignored)
        await pool.shutDown()
        await #expect(throws: WorkerError.shutDown) { try await pool.perform { _ in } }
    }

    @Test("A worker that is killed from outside is not the picture's fault")
    func killed() async {
        let pool = makePool()
        let result = await process("killed", by: pool)
        #expect(result == .failure(.killed(signal: SIGKILL)))
        #expect(WorkerError.killed(signal: SIGKILL).cause == .machine)
        await expectWork(by: pool)
        #expect(pool.restarts == 1)
        await pool.shutDown()
    }

    @Test("Idle workers are ended on request, and the next picture gets a new one")
    func endIdleWorkers() async throws {
        let pool = makePool()
        await pool.endIdleWorkers()
        let (first, output) = (TestFile("no picture"), TestFile())
        /// The worker's process, which its thread has started.
        func worker() async throws -> Int32 {
            try await pool.perform { normalize in
                _ = Result { () throws(WorkerError) in
                    try normalize(first.descriptor, output.descriptor, NormalizationOptions())
                }
                let path = "/proc/thread-self/children"
                let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
                return Int32(text.split(separator: " ").last ?? "") ?? 0
            }
        }
        let before = try await worker()
        #expect(before > 0 && kill(before, 0) == 0)
        // A thread that has given its answer is free for the next request.
        for _ in 0..<50 { #expect(try await worker() == before) }
        await pool.endIdleWorkers()
        #expect(kill(before, 0) == -1 && errno == ESRCH)
        #expect(try await worker() != before)
        withExtendedLifetime((first, output)) {}
        #expect(pool.restarts == 0)
        await pool.shutDown()
    }

    @Test("A worker that gets a signal to end finishes its picture")
    func asked() async {
        let pool = makePool()
        let result = await process("asked", by: pool)
        guard case .success = result else {
            Issue.record("expected an answer, found \(result)")
            return
        }
        #expect(pool.restarts == 0)
        await pool.shutDown()
    }

    @Test("A Swift trap reports its message")
    func trap() async {
        let pool = makePool()
        let result = await process("trap", by: pool)
        guard case .failure(.crashed(_, let diagnostics)) = result else {
            Issue.record("expected a crash, found \(result)")
            return
        }
        #if DEBUG
            #expect(diagnostics.contains("a trap"))
        #endif
        await pool.shutDown()
    }

    @Test("Exhausted memory gives another error than a crash", arguments: ["memory", "block"])
    func memory(word: String) async {
        let pool = makePool { $0.limits.memory = 512 << 20 }
        #expect(await process(word, by: pool) == .failure(.outOfMemory(limit: 512 << 20)))
        #expect(WorkerError.outOfMemory(limit: 512 << 20).cause == .picture, "it would be tried for ever")
        await expectWork(by: pool)
        await pool.shutDown()
    }

    @Test("A picture that takes more than its processor time ends its worker, and the next one is worked on")
    func spin() async {
        let pool = makePool { $0.limits.cpuTime = .seconds(1) }
        #expect(await process("spin", by: pool) == .failure(.outOfTime(limit: .seconds(1))))
        await expectWork(by: pool)
        await pool.shutDown()
    }

    @Test("A worker's processor time is limited for each picture, and not for all of them together")
    func limitOfEachPicture() async {
        let pool = makePool {
            $0.size = 1
            $0.limits.cpuTime = .seconds(1)
        }
        for _ in 0..<4 {
            let result = await process("burn", by: pool)
            #expect((try? result.get()) != nil, "\(result)")
        }
        #expect(pool.restarts == 0)
        await pool.shutDown()
    }

    @Test("A worker that hangs is ended at the deadline")
    func hang() async {
        let pool = makePool { $0.limits.time = .seconds(1) }
        #expect(await process("hang", by: pool) == .failure(.hung(limit: .seconds(1))))
        await expectWork(by: pool)
        await pool.shutDown()
    }

    @Test("An output beyond its limit ends the worker, not the disk")
    func fill() async {
        let pool = makePool()
        #expect(await process("fill", by: pool) == .failure(.outputTooLarge(limit: OutputLimit())))
        await pool.shutDown()
    }

    @Test("A worker that exits or sends invalid answers has misbehaved", arguments: ["leave", "babble", "escape"])
    func misbehaviour(word: String) async {
        let pool = makePool()
        let result = await process(word, by: pool)
        if word == "escape" {
            // The attempts were refused, and the worker continues.
            #expect((try? result.get())?.report.outcome == .ignored)
        } else if case .failure(.misbehaved) = result {
        } else {
            Issue.record("expected misbehaviour, found \(result)")
        }
        await expectWork(by: pool)
        await pool.shutDown()
    }

    @Test("A program that is missing or is not a worker makes the pool unavailable")
    func unavailable() async {
        for path in ["/nowhere/upright-codec", "/bin/true", "/bin/ls"] {
            let pool = WorkerPool(WorkerPoolConfiguration(program: path))
            let result = await process("any", by: pool)
            guard case .failure(let error) = result, case .unavailable = error else {
                Issue.record("expected no worker from \(path), found \(result)")
                continue
            }
            #expect(error.cause == .machine)
            await pool.shutDown()
        }
    }

    @Test("A worker is replaced after its maximum number of pictures")
    func replaced() async {
        await #expect(processExitsWith: .success) {
            let pool = makePool { configuration in
                configuration.size = 1
                configuration.limits.filesPerWorker = 2
            }
            var status: Int32 = 0
            for _ in 0..<2 {
                await expectWork(by: pool)
                #expect(waitpid(-1, &status, WNOHANG) == 0, "it should get another picture")
                await expectWork(by: pool)
                #expect(waitpid(-1, &status, WNOHANG) == -1, "it should be replaced")
            }
            await pool.shutDown()
        }
    }

    @Test("Pictures next to crashing ones are worked on; descriptors and processes do not accumulate")
    func neighbours() async {
        await #expect(processExitsWith: .success) {
            let before = openPoolDescriptors()
            let pool = makePool { configuration in
                configuration.size = 3
                configuration.limits.filesPerWorker = 7
            }
            let words = (0..<120).map { $0 % 8 == 0 ? "abort" : $0 % 8 == 3 ? "leave" : "picture \($0)" }
            await withTaskGroup(of: Void.self) { group in
                for word in words {
                    group.addTask {
                        let result = await process(word, by: pool)
                        if word.hasPrefix("picture") {
                            #expect((try? result.get())?.sourceSHA256 == SHA256.hash(Array(word.utf8)))
                        } else {
                            #expect(throws: WorkerError.self) { try result.get() }
                        }
                    }
                }
            }
            #expect(pool.restarts == 30)
            await pool.shutDown()
            #expect(openPoolDescriptors() == before)
            // Every child has been reaped.
            var status: Int32 = 0
            #expect(waitpid(-1, &status, WNOHANG) != 0)
        }
    }

    @Test("A pool that is released ends its workers")
    func letGo() async {
        await #expect(processExitsWith: .success) {
            let before = openPoolDescriptors()
            do {
                let pool = makePool()
                await expectWork(by: pool)
            }
            var polls = 0
            while openPoolDescriptors() != before && polls < 500 {
                try await Task.sleep(for: .milliseconds(10))
                polls += 1
            }
            #expect(openPoolDescriptors() == before)
        }
    }
}
