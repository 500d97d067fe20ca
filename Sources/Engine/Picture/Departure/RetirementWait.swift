internal import UprightConfiguration
package import UprightFiles

/// What is known of the writers of an original that is to be moved or deleted.
package struct RetirementWait: Sendable {
    /// The original's status when it was read.
    package var status: FileStatus
    /// Its status when all of its writers had closed it; nil if that is not known.
    package var closed: FileStatus?
    /// Whether a process has it open for writing; nil if that is not known.
    package var isBeingWritten: Bool?
    /// When it was delivered, in milliseconds since 1970.
    package var delivered: Int64
    /// Whether its times show how long it has been unchanged. A server's clock can differ.
    package var trustsTimes: Bool
    /// How long it must be unchanged if nothing else is known (`retire-after`).
    package var pause: Duration

    package init(
        status: FileStatus, closed: FileStatus?, isBeingWritten: Bool?, delivered: Int64, trustsTimes: Bool,
        pause: Duration
    ) {
        (self.status, self.closed, self.isBeingWritten) = (status, closed, isBeingWritten)
        (self.delivered, self.trustsTimes, self.pause) = (delivered, trustsTimes, pause)
    }

    /// Why it is too early, and when it is not any more; nil if no process is known or suspected to write to the original.
    ///
    /// - Parameter now: milliseconds since 1970.
    package func reason(at now: Int64) -> (reason: String, until: Int64)? {
        switch isBeingWritten {
        case false?: return nil
        case true?:
            return ("the original stays for now: a process has it open for writing", now + Retirement.openPause)
        case nil:
            // One that was changed since may be open again.
            if closed == status { return nil }
            // After the clock was set back, the delivery lies in the future.
            let (due, overflow) = min(delivered, now).addingReportingOverflow(pause.milliseconds)
            if !overflow, due <= now { return nil }
            if trustsTimes, status.isQuiet(for: pause, at: now) { return nil }
            return (
                "the original stays for now: whether its writers have closed it is not known, and it has not been unchanged "
                    + "for retire-after (\(pause.milliseconds / 1_000) s) since it was delivered", overflow ? .max : due
            )
        }
    }
}
