internal import CUprightLinux
internal import Glibc

/// Sandboxes the calling process, which must have a single thread. This cannot be undone.
///
/// No thread can be started later. The threads that the process needs are started in between: after the layers that
/// threads inherit, and before the system-call filter, which applies to all threads at once.
package struct Sandbox: Sendable {
    /// The exit status of a worker that ran out of memory where the failure could not be reported.
    package static let exhaustedMemoryStatus: Int32 = 112

    /// How the process is sandboxed.
    package var mode: SandboxMode
    /// The maximum address space of the process, in bytes.
    package var memory: Int

    /// Applies the layers that the mode asks for and the kernel supports. Descriptors 0, 1 and 2 stay open.
    ///
    /// - Parameter start: starts the threads that the process needs.
    package func apply(starting start: () -> Void = {}) -> SandboxStatus {
        var status = SandboxStatus(mode: mode)
        func succeeds(_ what: String, _ result: Int32) -> Bool {
            if result < 0 { status.problems.append("\(what): \(describe(errno: -result))") }
            return result >= 0
        }
        _ = succeeds("closing inherited descriptors", clinux_close_from(3))
        _ = succeeds("ending with the supervisor", clinux_end_with_parent())
        // Before privileges are dropped: a process that is not dumpable may not write its own entry in /proc.
        clinux_volunteer_in_shortage()
        clinux_keep_memory_warm()
        _ = succeeds("handling exhausted memory", clinux_exit_on_exhausted_memory(Sandbox.exhaustedMemoryStatus))
        if succeeds("resource limits", clinux_limit_resources(UInt64(memory), 16, UInt64(Int64.max))) {
            status.memory = memory
        }
        if mode == .off {
            start()
            return status
        }
        status.hasDroppedPrivileges = succeeds("dropping privileges", clinux_drop_privileges())
        let abi = clinux_landlock_deny_all()
        if succeeds("Landlock", abi) { status.landlockABI = Int(abi) }
        start()
        status.hasSystemCallFilter = succeeds("system-call filter", clinux_filter_system_calls())
        return status
    }
}

/// Returns the system's text for an error number, with the number.
package func describe(errno number: Int32) -> String {
    guard let text = strerror(number) else { return "error \(number)" }
    return "\(String(cString: text)) (errno \(number))"
}
