internal import UprightFiles
package import UprightBase
package import UprightConfiguration
internal import Synchronization

/// Reports rejected pictures to the configured program or URL: several in one call, no more often than configured, and
/// without delaying pictures.
package final class FailureHook: Sendable {
    /// The number of calls by result.
    package struct Counts: Sendable, Hashable {
        /// Calls that succeeded.
        package var done = 0
        /// Calls that failed or took too long.
        package var failed = 0
    }

    private struct State {
        var failures: [JSONValue] = []
        var leftOut = 0
        var counts = Counts()
    }

    private let target: OnFailureConfiguration.Target
    private let interval: Duration
    private let timeout: Duration
    private let version: String
    private let log: @Sendable (String) -> Void
    private let state = Mutex(State())
    private let wakes: AsyncStream<Void>
    private let waker: AsyncStream<Void>.Continuation

    /// The most failures in one call; further ones are only counted.
    package static let maximumFailures = 100
    /// How long to collect failures for one call.
    private static let gatheringTime = Duration.seconds(1)
    /// How long the last call can take when the daemon ends.
    private static let endingTime = Duration.seconds(5)

    /// Creates the hook of a configuration; nil if it has none.
    ///
    /// - Parameter log: Called with a message for each failed call.
    package init?(
        _ configuration: OnFailureConfiguration, version: String, log: @escaping @Sendable (String) -> Void
    ) {
        guard let target = configuration.target else { return nil }
        self.target = target
        (interval, timeout) = (configuration.interval, configuration.timeout)
        (self.version, self.log) = (version, log)
        (wakes, waker) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Why a hook cannot be called as its settings say; nil if it can. Calls nothing.
    static func fault(of configuration: OnFailureConfiguration) -> SettingFault? {
        switch configuration.target {
        case .command(let words): return HookCommand(words).fault
        case .addressFile(let path):
            do throws(SettingFault) { _ = try HookPost.address(in: path) } catch { return error }
            return nil
        case .address, nil: return nil
        }
    }

    /// The number of calls so far, by result.
    package var counts: Counts { state.withLock { $0.counts } }

    /// Adds a rejected picture to the next call. Returns at once.
    package func add(_ failure: JSONValue) {
        state.withLock { state in
            if state.failures.count < Self.maximumFailures {
                state.failures.append(failure)
            } else {
                state.leftOut += 1
            }
        }
        waker.yield()
    }

    /// Makes the calls until it is cancelled. The remaining failures are then reported at once, in at most five seconds.
    package func run() async {
        for await _ in wakes {
            do { try await Task.sleep(for: Self.gatheringTime) } catch { break }
            await call(within: timeout)
            do { try await Task.sleep(for: interval) } catch { break }
        }
        // This task is cancelled, but the last call must not be.
        let timeout = min(timeout, Self.endingTime)
        await Task { await self.call(within: timeout) }.value
    }

    private func call(within timeout: Duration) async {
        let (failures, leftOut) = state.withLock { state in
            defer { (state.failures, state.leftOut) = ([], 0) }
            return (state.failures, state.leftOut)
        }
        guard !failures.isEmpty else { return }
        let message = JSONValue.object([
            ("version", .string(version)), ("count", .integer(failures.count + leftOut)),
            ("leftOut", .integer(leftOut)),
            ("failures", .array(failures)),
        ])
        let body = Array((message.serialized + "\n").utf8)
        let problem: String?
        switch target {
        case .command(let words): problem = await HookCommand(words).run(body, within: timeout)
        case .address(let address): problem = await HookPost(address).send(body, within: timeout)
        case .addressFile(let path):
            do throws(SettingFault) {
                problem = await HookPost(try HookPost.address(in: path)).send(body, within: timeout)
            } catch { problem = error.description }
        }
        state.withLock { state in
            if problem == nil { state.counts.done += 1 } else { state.counts.failed += 1 }
        }
        if let problem {
            log(
                "on-failure: \(problem); failures not reported: \(failures.count + leftOut) (upright queue list shows them)"
            )
        }
    }
}
