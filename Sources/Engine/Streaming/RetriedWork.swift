/// Works on a picture that somebody waits for: retries transient failures at short intervals, and works alone on a picture whose
/// worker was killed.
package struct RetriedWork: Sendable {
    private let processor: any PictureProcessor
    private let isolation = Isolation()

    private static let maximumTries = 4
    private static let shortestPause = Duration.milliseconds(100)

    /// Creates the work of a processor. All work of the processor that may run at a time shares it.
    package init(processor: any PictureProcessor) { self.processor = processor }

    /// Returns the result of work on one picture, after up to three retries.
    ///
    /// - Parameter isStopped: whether nothing is to be tried again.
    package func result(
        unless isStopped: @Sendable () -> Bool, _ work: () async -> PictureResult
    ) async -> PictureResult {
        var result = await attempt(alone: false, work)
        var pause = Self.shortestPause
        for _ in 1..<Self.maximumTries where result.isTransient && !isStopped() {
            do { try await Task.sleep(for: pause) } catch { break }
            pause *= 3
            result = await attempt(alone: result.isKill, work)
        }
        return result
    }

    private func attempt(alone: Bool, _ work: () async -> PictureResult) async -> PictureResult {
        await isolation.run(alone: alone, by: processor, isKilled: \.isKill, work)
    }
}
