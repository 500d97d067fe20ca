internal import UprightFiles

/// Reads tracks that arrive or grow while the daemon runs, and tells that pictures may get positions by them.
struct TrackAttendant: StepAttendant {
    let paths: [RawPath]
    let tracks: KnownTracks
    let environment: StepEnvironment

    /// How often the files are looked at. One is read when it has not changed in between.
    private static let period = Duration.seconds(2)

    func run(_ report: @Sendable (_ message: String, _ isError: Bool) -> Void) async {
        var told: Set<String> = []
        while !Task.isCancelled {
            for problem in tracks.takeProblems() where told.insert(problem).inserted {
                report("geotag.tracks: \(problem)", false)
            }
            let start = ContinuousClock.now
            if await tracks.refresh(paths, in: environment) {
                told = []
                environment.news.tell()
            }
            // In a folder of very many tracks, it takes its time.
            let pause = max(Self.period, (ContinuousClock.now - start) * 20)
            do { try await Task.sleep(for: pause) } catch { return }
        }
    }
}
