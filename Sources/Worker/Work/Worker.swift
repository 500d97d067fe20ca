internal import CUprightLinux
internal import Glibc
internal import UprightCodecs
package import UprightBase

/// The worker's side: enters the sandbox, then answers requests until the supervisor is gone.
package enum Worker {
    /// Why a worker ended before its supervisor; the raw value is the exit status.
    package enum Failure: Int32, Error {
        /// The required sandbox is not in force.
        case notConfined = 113
        /// The bytes on the channel were not a request.
        case badRequest = 114
    }

    /// The largest picture whose memory is kept for the next one.
    private static let maximumKeptBytes = 128 << 20

    /// Serves a channel.
    ///
    /// Sends the `SandboxStatus` as the first message, then one answer per request.
    package static func serve(
        _ channel: Channel, in sandbox: Sandbox, threads: Int = 1,
        perform: (WorkerRequest, [Int32], ThreadPool) throws(ChannelError) -> WorkerAnswer = answer
    ) throws(Failure) {
        ByteBuffer.keepMemory(upTo: maximumKeptBytes)
        var pool = ThreadPool(0)
        let status = sandbox.apply { pool = ThreadPool(threads - 1) }
        do throws(ChannelError) {
            try channel.send(status)
            while status.isSufficient {
                // A receive that waits is woken, for nothing, when the supervisor takes the answer before it; a poll is not.
                while clinux_await_readable(channel.descriptor, 1_000_000_000) == 0 {}
                let (request, descriptors) = try channel.receive(WorkerRequest.self)
                defer { for descriptor in descriptors { close(descriptor) } }
                let answer = try perform(request, descriptors, pool)
                try channel.send(CodecLibraries.takeNeed() ? .needsLibraries : answer)
            }
        } catch .closed {
            return
        } catch {
            throw .badRequest
        }
        throw .notConfined
    }

    /// Answers one request, with the pool's threads if the request allows it.
    package static func answer(
        _ request: WorkerRequest, _ descriptors: [Int32], _ pool: ThreadPool
    ) throws(ChannelError) -> WorkerAnswer {
        let expected = request.descriptorCount
        guard descriptors.count == expected else {
            throw .malformed("expected \(expected) descriptors, found \(descriptors.count)")
        }
        do throws(DescriptorWorkError) {
            switch request {
            case .normalize(let options, let threads):
                var work = DescriptorWork(options: options)
                work.parallelism = Parallelism(pool, width: threads)
                return .picture(try work.perform(source: descriptors[0], output: descriptors[1]))
            case .edit(let edits, let limits):
                let work = EditWork(edits: edits, limits: limits)
                return .edited(try work.perform(source: descriptors[0], output: descriptors[1]))
            case .editSidecar(let edits, let limits):
                let work = EditWork(edits: edits, limits: limits)
                return .edited(try work.performOnSidecar(source: descriptors[0], output: descriptors[1]))
            case .turn(let options):
                let work = TurnWork(options: options)
                return .edited(try work.perform(source: descriptors[0], output: descriptors[1]))
            case .thumbnail(let edge, let limits):
                let work = ThumbnailWork(edge: edge, limits: limits)
                return .thumbnail(try work.perform(source: descriptors[0], output: descriptors[1]))
            case .describe(let limits):
                return .description(try DescriptionWork(limits: limits).perform(source: descriptors[0]))
            case .facts(let limits):
                return .facts(try ReadingWork.facts(source: descriptors[0], limits: limits))
            case .copy(let limits):
                return .metadata(try ReadingWork.copy(source: descriptors[0], limits: limits))
            case .inspect(let scope, let limits):
                let work = InspectionWork(scope: scope, limits: limits)
                return .inspection(try work.perform(source: descriptors[0]))
            case .extract(let part, let limits):
                let work = ExtractionWork(part: part, limits: limits)
                return .extracted(try work.perform(source: descriptors[0], output: descriptors[1]))
            case .boundaries(let keys):
                return .boundaries(
                    try ReadingWork.boundaries(source: descriptors[0], output: descriptors[1], keys: keys))
            case .sidecar(let format, let limits):
                return .sidecar(try ReadingWork.sidecar(source: descriptors[0], as: format, limits: limits))
            case .track(let limits):
                return .track(
                    try ReadingWork.track(source: descriptors[0], output: descriptors[1], limits: limits))
            case .turnSidecar(let turn):
                return .turnedSidecar(
                    try SidecarWork(turn: turn).perform(source: descriptors[0], output: descriptors[1]))
            }
        } catch { return .failure(error) }
    }
}
