/// Works on a picture that somebody waits for: retries transient failures at short intervals, and works alone on a picture whose
/// worker was killed.
package struct RetriedWork: Sendable {
    private let processor: any PictureProcessor
    private let isolation = Isolation()

    /// Creates the work of a processor. All work of the processor that may run at a time shares it.
    package init(processor: any PictureProcessor) { self.processor = processor }

    /// Returns the result of work on one picture, after up to three retries.
    ///
    /// - Parameter isStopped: whether nothing is to be tried again.
    package func result(
        unless isStopped: @Sendable () -> Bool, _ work: () async -> PictureResult
    ) async -> PictureResult {
        await Self.tries {
            $0.isTransient && !isStopped()
        } of: { last in
            await isolation.run(alone: last?.isKill == true, by: processor, isKilled: \.isKill, work)
        }
    }

    /// Returns the result of the last of up to four tries: the next follows, after a pause, if the one before is to be repeated.
    static func tries<Result, Failure>(
        while isRepeated: (Result) -> Bool, of work: (_ last: Result?) async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        var result = try await work(nil)
        for pause in [100, 300, 900] where isRepeated(result) {
            do { try await Task.sleep(for: .milliseconds(pause)) } catch { break }
            result = try await work(result)
        }
        return result
    }
}
