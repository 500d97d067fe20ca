import Testing
import UprightThreads

@Suite struct SystemThreadTests {
    @Test func thereIsRoomForAFewThreads() {
        #expect(SystemThread.room(for: 0) == 0)
        #expect(SystemThread.room(for: 8) == 8)
    }
}
