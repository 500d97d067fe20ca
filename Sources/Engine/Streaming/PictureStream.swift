internal import UprightBase
internal import CUprightLinux
internal import Dispatch
internal import Glibc
internal import Synchronization
internal import UprightConfiguration
internal import UprightFiles
internal import UprightRewriting
internal import UprightFormats

/// The loop of `upright worker`: reads requests from one descriptor and writes results to another, in the order in
/// which they are done.
///
/// Memory is bounded: a request is read only when there is room for it. A sender must therefore read results while it
/// sends.
package struct PictureStream: Sendable {
    private let configuration: Configuration
    private let engine: PictureEngine
    private let jobs: Int
    private let retriedWork: RetriedWork

    /// How many files are in progress at a time: more than are processed, so that some can sync meanwhile.
    private static let filesUnderWay = 64
    /// The capacity that pipes get, in bytes: four times the kernel's default. More saves nothing, and would use up the
    /// limit of a user who runs many workers (`pipe-user-pages-soft`, 64 MiB).
    static let pipeBytes = 1 << 18

    /// Creates a stream that works on pictures with an engine, as a configuration says.
    package init(configuration: Configuration, engine: PictureEngine) {
        self.configuration = configuration
        self.engine = engine
        jobs = configuration.parallelJobs
        retriedWork = RetriedWork(processor: engine.processor)
    }

    private enum Arrival: Sendable {
        case file(StreamRequest, source: String, output: String)
        case bytes(StreamRequest, name: String, content: OpenFile, length: Int, echoes: Bool)
        case notKept(StreamRequest, name: String, FileError)
        case tooLarge(StreamRequest, name: String, length: Int)
        case unreadable(StreamRequestError)
        case end(isCut: Bool, isAnswered: Bool, failure: CInt)
    }

    /// The bytes that follow a result.
    private struct Body: Sendable {
        static let empty = Body(file: nil, bytes: 0)
        var file: OpenFile?
        var bytes: Int
    }

    /// Counts the free places for files and bodies in progress.
    private struct Room: Sendable {
        let files = DispatchSemaphore(value: 0)
        let bodies = DispatchSemaphore(value: 0)

        init(files: Int, bodies: Int) {
            for _ in 0..<files { self.files.signal() }
            for _ in 0..<bodies { self.bodies.signal() }
        }
    }

    /// Works on every request until the input ends or `isStopped` returns true. Every request that was read is
    /// answered.
    ///
    /// - Parameters:
    ///   - input: requests are read from it.
    ///   - output: results are written to it.
    ///   - isStopped: returns whether to stop reading requests; called every 100 ms while none arrives.
    package func run(input: CInt, output: CInt, isStopped: @escaping @Sendable () -> Bool) async -> StreamSummary {
        for pipe in [input, output] { upright_enlarge_pipe(pipe, CInt(Self.pipeBytes)) }
        let writer = ResultWriter(output)
        // The bytes of two pictures per job: one is processed while another is read or written.
        let room = Room(files: max(Self.filesUnderWay, 2 * jobs), bodies: 2 * jobs)
        let (arrivals, feed) = AsyncStream.makeStream(of: Arrival.self)
        let largest = configuration.normalization.limits.fileSize
        // The pictures and the outputs that are in progress.
        let files = MemoryFiles(keeping: 4 * jobs)
        let isOver: @Sendable () -> Bool = { isStopped() || writer.failure != 0 }
        let reads = SystemThread.run {
            Self.read(RequestReader(input, files: files, isStopped: isOver), room: room, largest: largest, feed: feed)
        }
        let tally = Tally()
        guard reads else {
            feed.finish()
            return StreamSummary(inputFailure: EAGAIN)
        }
        await withDiscardingTaskGroup { group in
            for await arrival in arrivals {
                group.addTask {
                    await answer(arrival, files: files, writer: writer, tally: tally, isStopped: isStopped)
                    switch arrival {
                    case .file, .tooLarge, .unreadable: room.files.signal()
                    case .bytes, .notKept: room.bodies.signal()
                    case .end: break
                    }
                }
            }
        }
        var summary = tally.summary.withLock(\.self)
        summary.outputFailure = writer.failure
        return summary
    }

    /// The counts so far, and what was done once.
    private final class Tally: Sendable {
        let summary = Mutex(StreamSummary())
        let cleaned = CleanedFolders()
    }

    // MARK: Reading

    /// Reads requests while there is room for them, until the input ends.
    private static func read(
        _ source: RequestReader, room: Room, largest: Int, feed: AsyncStream<Arrival>.Continuation
    ) {
        var reader = source
        var isCut = false
        var isAnswered = false
        reading: while !isCut {
            let line: ArraySlice<UInt8>
            switch reader.line() {
            case .end: break reading
            case .tooLong:
                room.files.wait()
                let most = RequestReader.maximumLineBytes
                feed.yield(
                    .unreadable(StreamRequestError("expected a line of at most \(most) bytes, found a longer one")))
                continue
            case .line(let found): line = found
            }
            do throws(StreamRequestError) {
                let request = try StreamRequest(parsing: line)
                switch request.location {
                case .file(let source, let output):
                    room.files.wait()
                    feed.yield(.file(request, source: source, output: output))
                case .bytes(let name, let length, _) where length > largest:
                    room.files.wait()
                    isCut = !reader.skip(length)
                    if isCut { room.files.signal() } else { feed.yield(.tooLarge(request, name: name, length: length)) }
                case .bytes(let name, let length, let echoes):
                    room.bodies.wait()
                    switch reader.body(length) {
                    case .content(let file):
                        feed.yield(.bytes(request, name: name, content: file, length: length, echoes: echoes))
                    case .failed(let error): feed.yield(.notKept(request, name: name, error))
                    case .end:
                        isCut = true
                        room.bodies.signal()
                    }
                }
            } catch {
                room.files.wait()
                feed.yield(.unreadable(error))
                isCut = !reader.skip(error.length)
                isAnswered = isCut
            }
        }
        feed.yield(.end(isCut: isCut, isAnswered: isAnswered, failure: reader.failure))
        feed.finish()
    }

    // MARK: Answering

    private func answer(
        _ arrival: Arrival, files: MemoryFiles, writer: ResultWriter, tally: Tally,
        isStopped: @Sendable () -> Bool
    ) async {
        switch arrival {
        case .file(let request, let source, let output):
            let job = job(request, source: source, output: output)
            let result = await retriedWork.result(unless: isStopped) {
                let isThere = await offTheCooperativePool {
                    if tally.cleaned.insert(job.folder.output) { Leftovers.clear(job.folder.output) }
                    return Self.isThere(job)
                }
                return await isThere
                    ? engine.work(on: job)[0]
                    : engine.refused(job.folder, job.relative, Refusal(.rejected, "no such file"))
            }
            var report = result.report
            report.source = source
            await write(request, report, result, to: writer, tally)
        case .bytes(let request, let name, let content, _, _) where request.work != .normalize:
            let limits = configuration.normalization(in: FolderConfiguration(source: "", output: "")).limits
            let answer =
                if case .labels(let turn, let options) = request.work {
                    await engine.turn(labels: content, by: turn, options, limits: limits, files: files)
                } else {
                    await engine.describe(content, limits: limits)
                }
            tally.summary.withLock { $0.outcomes[answer.outcome, default: 0] += 1 }
            let line = JSONValue.object(
                [("id", request.id), ("source", .string(name))] + answer.members + [("length", .integer(answer.bytes))]
            ).serialized
            await offTheCooperativePool { writer.write(line, answer.file, count: answer.bytes) }
            files.put(content)
            if let file = answer.file { files.put(file) }
        case .bytes(let request, let name, let content, let length, let echoes):
            var options = configuration.normalization(in: FolderConfiguration(source: "", output: ""))
            options.edits += request.edits
            var picture = PictureInMemory(name: name, content: content, files: files, options: options)
            picture.position = request.position
            var output = PictureFromMemory.Output.none
            let result = await retriedWork.result(unless: isStopped) { [picture] in
                let made = await engine.work(on: picture)
                output = made.output
                return made.result
            }
            var report = result.report
            report.source = name
            let body: Body =
                switch output {
                case .none: .empty
                case .source: echoes ? Body(file: content, bytes: length) : .empty
                case .file(let file, let bytes): Body(file: file, bytes: bytes)
                }
            await write(request, report, result, body: body, to: writer, tally)
            files.put(content)
            if case .file(let file, _) = output { files.put(file) }
        case .notKept(let request, let name, let error):
            let refusal = Refusal(error)
            let report = FileReport(source: name, outcome: refusal.outcome, reason: refusal.reason)
            await write(request, report, nil, body: .empty, to: writer, tally)
        case .tooLarge(let request, let name, let length):
            let report = FileReport(
                source: name, outcome: .rejected,
                reason: configuration.normalization.limits.excess(ofFileOf: length) ?? "")
            await write(request, report, nil, body: .empty, to: writer, tally)
        case .unreadable(let error):
            tally.summary.withLock { $0.unreadable += 1 }
            let line = JSONValue.object([
                ("id", error.id), ("outcome", .null), ("reason", .string(error.description)),
            ]).serialized
            await offTheCooperativePool { writer.write(line) }
        case .end(let isCut, let isAnswered, let failure):
            tally.summary.withLock {
                $0.isCut = isCut
                $0.isCutAnswered = isAnswered
                $0.inputFailure = failure
            }
        }
    }

    /// Returns false only if the file certainly does not exist; any other problem is found when the file is opened.
    private static func isThere(_ job: PictureJob) -> Bool {
        do throws(FileError) { return try job.folder.openSource().statusIfPresent(of: job.relative) != nil } catch {
            return !error.isAbsence
        }
    }

    private func job(_ request: StreamRequest, source: String, output: String) -> PictureJob {
        let (source, output) = (RawPath(source), RawPath(output))
        func folder(_ path: RawPath) -> String { path.parent.isEmpty ? "." : path.parent.exact }
        var settings = FolderConfiguration(source: folder(source), output: folder(output))
        // A client requests each file by itself, companions included.
        settings.companions = false
        var dropFolder = DropFolder(settings, of: configuration)
        dropFolder.options.edits += request.edits
        var job = PictureJob(folder: dropFolder, relative: RawPath(bytes: source.name))
        job.outputName = output.name
        job.position = request.position
        return job
    }

    /// Writes a result: the object of `reprocess --json`, with the request's id and the picture's position and time.
    private func write(
        _ request: StreamRequest, _ report: FileReport, _ result: PictureResult?, body: Body? = nil,
        to writer: ResultWriter, _ tally: Tally
    ) async {
        tally.summary.withLock { $0.outcomes[report.outcome, default: 0] += 1 }
        var report = report
        if report.output != nil { report.output = result?.exactReport.output }
        guard case .object(let members) = report.json else { return }
        let record = result?.record
        var all =
            [("id", request.id)] + members + [
                ("latitude", .measure(record?.latitude)), ("longitude", .measure(record?.longitude)),
                ("captured", .text(record?.captured)), ("capturedOffset", .text(record?.capturedOffset)),
                ("width", .count(result?.geometry?.size.width)), ("height", .count(result?.geometry?.size.height)),
            ] + PictureGeometry.members(result?.geometry)
        if let body { all.append(("length", .integer(body.bytes))) }
        let line = JSONValue.object(all).serialized
        await offTheCooperativePool { writer.write(line, body?.file, count: body?.bytes ?? 0) }
    }
}
