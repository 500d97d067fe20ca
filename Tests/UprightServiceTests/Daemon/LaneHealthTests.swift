internal import Logging
internal import Synchronization
internal import Testing
internal import UprightConfiguration
internal import UprightEngine
internal import UprightService

@Suite struct LaneHealthTests {
    private func health(_ bench: Bench, freeSpace: Int) -> LaneHealth {
        var surroundings = LaneHealth.Surroundings()
        surroundings.freeSpace = freeSpace
        return LaneHealth(
            DropFolder(bench.folder, of: bench.configuration), in: surroundings,
            log: DaemonLog(Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }), hasWork: { false },
            resumed: { _ in })
    }

    @Test("A lane is checked before it takes what has arrived, and not only from time to time")
    func checkedBeforeArrivals() async throws {
        let bench = try Bench()
        #expect(await health(bench, freeSpace: 0).admission() == .open)
        let full = health(bench, freeSpace: .max)
        let isAdmitted = Mutex(false)
        let admission = Task {
            let admission = await full.admission()
            isAdmitted.withLock { $0 = true }
            return admission
        }
        while await full.reason == nil, !isAdmitted.withLock({ $0 }) { await Task.yield() }
        #expect(await full.reason?.kind == .noSpace)
        await full.stop()
        #expect(await admission.value == .stopped)
    }
}
