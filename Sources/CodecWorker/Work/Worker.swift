internal import Glibc

/// The worker's side: confines itself, then answers requests until the supervisor is gone.
package enum Worker {
    /// Why a worker ended before its supervisor did; the exit status.
    package enum Failure: Int32, Error {
        /// The sandbox that was required is not in force.
        case notConfined = 113
        /// What came on the channel was no request.
        case badRequest = 114
    }

    /// Serves the channel at the given descriptor.
    ///
    /// The first message on the channel is the `SandboxStatus`; then one answer for each request.
    package static func serve(
        _ channel: Channel, in sandbox: Sandbox,
        perform: (WorkerRequest, [Int32]) throws(ChannelError) -> WorkerAnswer = answer
    ) throws(Failure) {
        let status = sandbox.apply()
        do throws(ChannelError) {
            try channel.send(status)
            while status.isSufficient {
                let (request, descriptors) = try channel.receive(WorkerRequest.self)
                defer { for descriptor in descriptors { close(descriptor) } }
                try channel.send(try perform(request, descriptors))
            }
        } catch .closed {
            return
        } catch {
            throw .badRequest
        }
        throw .notConfined
    }

    /// Answers one request.
    package static func answer(_ request: WorkerRequest, _ descriptors: [Int32]) throws(ChannelError) -> WorkerAnswer {
        switch request {
        case .normalize(let options, let limit):
            guard descriptors.count == 2 else {
                throw .malformed("expected a source and an output, found \(descriptors.count) descriptors")
            }
            do throws(DescriptorWorkError) {
                let work = DescriptorWork(options: options, outputLimit: limit)
                return .picture(try work.perform(source: descriptors[0], output: descriptors[1]))
            } catch { return .failure(error) }
        }
    }
}
