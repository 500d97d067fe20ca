internal import UprightConfiguration
package import UprightFiles

/// How long an original that is to be moved or deleted waits for its writers.
package enum RetirementWait {
    /// Why it is too early, and when it is not any more; nil if no process is known or suspected to write to the original.
    ///
    /// - Parameters:
    ///   - now: milliseconds since 1970.
    ///   - status: the original's status when it was read.
    ///   - closed: its status when all of its writers had closed it; nil if that is not known.
    ///   - isBeingWritten: whether a process has it open for writing; nil if that is not known.
    ///   - delivered: when it was delivered, in milliseconds since 1970.
    ///   - trustsTimes: whether its times show how long it has been unchanged. A server's clock can differ.
    ///   - pause: how long it must be unchanged if nothing else is known (`retire-after`).
    package static func reason(
        at now: Int64, status: FileStatus, closed: FileStatus?, isBeingWritten: Bool?, delivered: Int64,
        trustsTimes: Bool, pause: Duration
    ) -> (reason: String, until: Int64)? {
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
