import Testing
import UprightBase

@Suite struct SystemThreadTests {
    @Test func aThreadRuns() async {
        await withCheckedContinuation { continuation in
            #expect(SystemThread.run(stackBytes: 1 << 20) { continuation.resume() })
        }
    }
}
