internal import CUprightLinux
package import Logging
internal import UprightFiles
internal import UprightBase

/// The threads and descriptors that work needs. libdispatch, which starts threads, waits without a word where it may not, and
/// ends the process where it has no descriptor: so this is asked before anything else, on the thread that the process begins
/// with.
package struct ProcessRoom: Sendable, Hashable {
    /// Threads, beside those that run.
    var threads: Int
    /// Descriptors, beside those that are open.
    var descriptors: Int

    /// What a command needs.
    package static let command = ProcessRoom(threads: 4, descriptors: 16)
    /// What work on pictures needs, with one worker.
    package static let work = ProcessRoom(threads: 10, descriptors: 32)

    static let threadAdvice =
        "raise TasksMax of the unit, pids.max of the control group, or the limit on processes or address space (ulimit -u, -v)"
    private static let descriptorAdvice = "raise LimitNOFILE of the unit, or the limit on open files (ulimit -n)"
    /// The descriptors that the daemon likes to have: most of them are for clients and pictures that come together.
    private static let amplyDescriptors = 1_024
    private static let interval = Duration.seconds(1)

    /// What the process lacks, and what to do; nil where it has room.
    package var lack: String? {
        let found = DescriptorRoom.room(for: descriptors)
        if found < descriptors {
            return "expected room for \(descriptors) open files, found it for \(found): " + Self.descriptorAdvice
        }
        let started = Int(clinux_thread_room(Int32(threads)))
        guard started < threads else { return nil }
        return "expected room for \(threads) threads, found it for \(started): " + Self.threadAdvice
    }

    /// Waits until there is room for the daemon, and tells the log and the service manager that it does.
    package static func awaitDaemon(_ logger: Logger) {
        DescriptorRoom.raise(to: amplyDescriptors)
        var told: String?
        while let lack = work.lack {
            if lack != told {
                logger.error("no folder is watched yet: \(lack)")
                ServiceNotifier().send("STATUS=waiting: \(lack)")
                told = lack
            }
            SystemThread.sleep(interval)
            DescriptorRoom.raise(to: amplyDescriptors)
        }
        if told != nil { logger.notice("there is room for threads and open files now; going on") }
    }
}
