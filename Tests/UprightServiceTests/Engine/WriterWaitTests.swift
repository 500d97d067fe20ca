internal import Testing
internal import UprightEngine
internal import UprightFiles

/// How long files wait for their writers, by what is known of these.
@Suite struct WriterWaitTests {
    private func status(changed: Int64) -> FileStatus {
        FileStatus(
            kind: .regular, device: 1, inode: 1, size: 9, modified: changed * 1_000_000, changed: changed * 1_000_000)
    }

    /// Whether an original stays that was changed at 1,000 s, with a `retire-after` of 60 s.
    private func stays(
        at seconds: Int64, _ isBeingWritten: Bool?, closed: FileStatus? = nil, delivered: Int64 = 1_000,
        trustsTimes: Bool = true
    ) -> Bool {
        RetirementWait.reason(
            at: seconds * 1_000, status: status(changed: 1_000_000), closed: closed, isBeingWritten: isBeingWritten,
            delivered: delivered * 1_000, trustsTimes: trustsTimes, pause: .seconds(60)) != nil
    }

    @Test(
        "An original waits while it is written, and if that is not known until it has been unchanged for retire-after")
    func originals() {
        #expect(!stays(at: 1_000, false) && stays(at: 9_000, true))
        #expect(stays(at: 1_059, nil) && !stays(at: 1_060, nil))
        // Delivered later than it was changed: the times count, unless they are those of a server's clock.
        #expect(!stays(at: 1_060, nil, delivered: 1_050) && stays(at: 1_060, nil, delivered: 1_050, trustsTimes: false))
        #expect(!stays(at: 1_110, nil, delivered: 1_050, trustsTimes: false))
    }

    @Test(
        "After the clock was set back, an original waits for retire-after from then, and not for the length of the jump"
    )
    func clockSetBack() {
        let wait = RetirementWait.reason(
            at: 1_000_000, status: status(changed: 1_000_000), closed: nil, isBeingWritten: nil, delivered: 90_000_000,
            trustsTimes: false, pause: .seconds(60))
        #expect(wait?.until == 1_060_000)
    }

    @Test("That its writers have closed an original holds for the file that they closed, and not once it is edited")
    func editedAfterItWasClosed() {
        #expect(!stays(at: 1_001, nil, closed: status(changed: 1_000_000)))
        #expect(stays(at: 1_001, nil, closed: status(changed: 999_000)))
    }

    @Test("An incomplete file waits while it is written; after that for 30 s, twenty times that if it is not known")
    func incompleteFiles() {
        func waits(_ missing: String?, _ isBeingWritten: Bool?, age seconds: Int64, settle: Duration = .seconds(2))
            -> Bool
        {
            ArrivingFile(missing: missing, isBeingWritten: isBeingWritten, age: seconds * 1_000, settle: settle)
                .reasonToWait != nil
        }
        #expect(waits("its end", true, age: 1_000_000) && waits(nil, true, age: 1_000_000))
        #expect(!waits(nil, false, age: 0) && !waits(nil, nil, age: 0))
        #expect(waits("its end", false, age: 29) && !waits("its end", false, age: 30))
        // Another user's upload pauses for longer than a file of which the kernel says that it is closed.
        #expect(waits("its end", nil, age: 599) && !waits("its end", nil, age: 600))
        #expect(
            waits("its end", false, age: 49, settle: .seconds(10))
                && !waits("its end", false, age: 50, settle: .seconds(10)))
        // A clock that was set back holds nothing for ever.
        #expect(!waits("its end", false, age: -1))
    }
}
