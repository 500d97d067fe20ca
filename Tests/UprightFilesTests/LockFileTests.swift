internal import Foundation
internal import Glibc
internal import TestSupport
internal import Testing
internal import UprightFiles

@Suite("LockFile")
struct LockFileTests {
    @Test("a lock that is held stays, and one that was abandoned is removed at once")
    func removal() throws {
        let scratch = try TemporaryFolder()
        let (kept, gone) = (RawPath(scratch["kept"].path()), RawPath(scratch["gone"].path()))
        let lock = try LockFile(kept)
        try scratch.write("123\n", to: "gone")
        for path in [kept, gone, RawPath(scratch["none"].path())] { LockFile.removeIfAbandoned(path) }
        #expect(scratch.files == ["kept"])
        #expect(LockFile.isHeld(kept) && LockFile.holder(kept) == getpid())
        withExtendedLifetime(lock) {}
    }

    @Test("a lock that is taken while others remove abandoned ones is that of the file at its path")
    func race() async throws {
        let scratch = try TemporaryFolder()
        let path = RawPath(scratch["claims"].path())
        let isDone = Stop()
        for _ in 0..<2 {
            Thread.detachNewThread { while !isDone.isSet { LockFile.removeIfAbandoned(path) } }
        }
        for _ in 0..<2_000 {
            let lock = try LockFile(path)
            // Whoever looks finds it held.
            #expect(LockFile.isHeld(path))
            lock.remove()
        }
        isDone.set()
    }

    private final class Stop: Sendable {
        private let lock = NSLock()
        nonisolated(unsafe) private var value = false
        var isSet: Bool { lock.withLock { value } }
        func set() { lock.withLock { value = true } }
    }
}
