internal import CUprightLinux
internal import Dispatch
internal import Synchronization
internal import UprightBase

/// The pool's threads, each with its workers, and the requests that wait for a thread.
final class WorkerThreads: Sendable {
    private typealias Continuation<Success> = CheckedContinuation<Result<Success, WorkerError>, Never>

    /// Makes a request, given the number of threads that may share the work.
    typealias Request = @Sendable (_ threads: Int) -> WorkerRequest

    /// Asks the worker of a thread, and waits for its answer.
    typealias Ask = (_ files: RequestFiles, _ request: Request) throws(WorkerError) -> WorkerAnswer

    private struct Job: Sendable {
        /// Does the work, and returns what gives its caller the result.
        let perform: @Sendable (inout SeatedWorkers) -> () -> Void
        let refuse: @Sendable (WorkerError) -> Void

        init<Success: Sendable>(
            _ continuation: Continuation<Success>,
            _ body: @escaping @Sendable (inout SeatedWorkers) throws(WorkerError) -> Success
        ) {
            perform = { workers in
                let result: Result<Success, WorkerError>
                do throws(WorkerError) { result = .success(try body(&workers)) } catch { result = .failure(error) }
                return { continuation.resume(returning: result) }
            }
            refuse = { continuation.resume(returning: .failure($0)) }
        }
    }

    /// The workers of a thread, each started when it is first needed.
    private struct SeatedWorkers: ~Copyable {
        /// Works on nearly all pictures.
        var usual: WorkerProcess?
        /// Has the libraries that few pictures need, and works on those.
        var withLibraries: WorkerProcess?
    }

    /// The workers of a thread, which are locked while one works on a request.
    private final class Seat: Sendable {
        let workers = Mutex(SeatedWorkers())
    }

    private struct State {
        var jobs: [Job] = []
        var threads = 0
        var seats: [Seat] = []
        var idle = 0
        var restarts = 0
        var isStopping = false
        var endings: [CheckedContinuation<Void, Never>] = []
    }

    private let configuration: WorkerPoolConfiguration
    private let state = Mutex(State())
    private let wake = DispatchSemaphore(value: 0)

    init(_ configuration: WorkerPoolConfiguration) { self.configuration = configuration }

    var restarts: Int { state.withLock(\.restarts) }

    func answer(_ files: RequestFiles, _ request: @escaping Request) async throws(WorkerError) -> WorkerAnswer {
        try await run { (workers) throws(WorkerError) in try self.answer(request, files, by: &workers) }
    }

    /// Runs blocking work on a thread that can ask its worker.
    func perform<Value: Sendable>(_ work: @escaping @Sendable (Ask) -> Value) async throws(WorkerError) -> Value {
        try await run { (workers) throws(WorkerError) in
            work { (files, request) throws(WorkerError) in try self.answer(request, files, by: &workers) }
        }
    }

    func start() async throws(WorkerError) -> SandboxStatus {
        try await run { (workers) throws(WorkerError) in try self.status(of: &workers.usual) }
    }

    private func run<Success: Sendable>(
        _ body: @escaping @Sendable (inout SeatedWorkers) throws(WorkerError) -> Success
    ) async throws(WorkerError) -> Success {
        try await withCheckedContinuation { continuation in
            let job = Job(continuation, body)
            if !accept(job) { job.refuse(.shutDown) }
        }.get()
    }

    /// Lets the threads end once no request is waiting.
    func stop() {
        let threads = state.withLock { state in
            state.isStopping = true
            return state.threads
        }
        for _ in 0..<threads { wake.signal() }
    }

    func shutDown() async {
        stop()
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            let isDone = state.withLock { state in
                if state.threads > 0 { state.endings.append(continuation) }
                return state.threads == 0
            }
            if isDone { continuation.resume() }
        }
    }

    /// Queues a job, and starts another thread if all are busy. Returns false after `stop`.
    private func accept(_ job: Job) -> Bool {
        enum Decision { case refuse, wake, startThread }
        let decision = state.withLock { state -> Decision in
            if state.isStopping { return .refuse }
            state.jobs.append(job)
            if state.idle >= state.jobs.count || state.threads >= max(configuration.size, 1) { return .wake }
            state.threads += 1
            return .startThread
        }
        switch decision {
        case .refuse: return false
        case .wake: break
        case .startThread: if !SystemThread.run({ self.work() }) { withdraw() }
        }
        wake.signal()
        return true
    }

    /// Called when a thread could not be started. If there is no thread at all, fails the queued jobs, which would
    /// otherwise wait for ever.
    private func withdraw() {
        let stranded = state.withLock { state in
            state.threads -= 1
            defer { if state.threads == 0 { state.jobs = [] } }
            return state.threads == 0 ? state.jobs : []
        }
        for job in stranded { job.refuse(.shortage("no thread")) }
    }

    /// The body of a thread: works until the pool stops and no request is waiting.
    private func work() {
        let seat = Seat()
        state.withLock { state in
            state.seats.append(seat)
            state.idle += 1
        }
        while let job = next() {
            let deliver = seat.workers.withLock { job.perform(&$0) }
            // Before its caller knows: the next request is for this thread, and not for another one with another worker.
            state.withLock { $0.idle += 1 }
            deliver()
        }
        Self.endWorkers(of: seat)
        let endings = state.withLock { state in
            state.threads -= 1
            defer { if state.threads == 0 { state.endings = [] } }
            return state.threads == 0 ? state.endings : []
        }
        for ending in endings { ending.resume() }
    }

    /// Ends the worker of each thread as soon as the thread is idle.
    func endIdleWorkers() async {
        let seats = state.withLock(\.seats)
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            let isStarted = SystemThread.run {
                for seat in seats { Self.endWorkers(of: seat) }
                continuation.resume()
            }
            // Without a thread, the workers stay.
            if !isStarted { continuation.resume() }
        }
    }

    private static func endWorkers(of seat: Seat) {
        seat.workers.withLock { workers in
            if let last = workers.usual.take() { last.end() }
            if let last = workers.withLibraries.take() { last.end() }
        }
    }

    private func next() -> Job? {
        while true {
            wake.wait()
            let (job, isStopping) = state.withLock { state in
                let job = state.jobs.isEmpty ? nil : state.jobs.removeFirst()
                if job != nil || state.isStopping { state.idle -= 1 }
                return (job, state.isStopping)
            }
            if job != nil || isStopping { return job }
        }
    }

    private func status(of worker: inout WorkerProcess?) throws(WorkerError) -> SandboxStatus {
        let current = if let running = worker.take() { running } else { try newWorker(loadsLibraries: false) }
        let status = current.status
        worker = .some(current)
        return status
    }

    private func newWorker(loadsLibraries: Bool) throws(WorkerError) -> WorkerProcess {
        try WorkerProcess(configuration, loadsLibraries: loadsLibraries)
    }

    /// How many threads may share the work on a picture: an equal share for each picture in progress.
    private var threadsForOne: Int {
        state.withLock { configuration.threads / max($0.threads - $0.idle, 1) }
    }

    private func answer(
        _ request: Request, _ files: RequestFiles, by workers: inout SeatedWorkers
    ) throws(WorkerError) -> WorkerAnswer {
        let answer = try answer(request, files, by: &workers.usual, loadsLibraries: false)
        guard answer == .needsLibraries else { return answer }
        if let output = files.descriptors.dropFirst().first, case let status = clinux_shorten(output, 0), status < 0 {
            return .failure(.writing(errno: -status, written: 0))
        }
        let second = try self.answer(request, files, by: &workers.withLibraries, loadsLibraries: true)
        if second == .needsLibraries { throw .misbehaved("it needs libraries that it has loaded") }
        return second
    }

    private func answer(
        _ request: Request, _ files: RequestFiles, by worker: inout WorkerProcess?, loadsLibraries: Bool
    ) throws(WorkerError) -> WorkerAnswer {
        var current = if let running = worker.take() { running } else { try newWorker(loadsLibraries: loadsLibraries) }
        let size = files.descriptors.first.map(clinux_file_size) ?? 0
        do {
            let answer = try current.answer(
                request(threadsForOne), files: files, sourceBytes: Int(max(size, 0)))
            if current.pictures < configuration.limits.filesPerWorker {
                worker = .some(current)
            } else {
                current.end()
            }
            return answer
        } catch {
            state.withLock { $0.restarts += 1 }
            throw error
        }
    }
}
