internal import Glibc

/// The descriptors that this process may have open.
public enum DescriptorRoom {
    /// Descriptors that pictures leave to libdispatch, which ends the process where it gets none, to SQLite and to clients.
    private static let reserve = 8

    /// A descriptor that was just opened, or -1 and `EMFILE` where it is one of the last that the process may have.
    static func leavingReserve(_ descriptor: CInt) -> CInt {
        var limit = rlimit()
        // The kernel gives the lowest number that is free.
        guard descriptor >= 0, getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0,
            rlim_t(descriptor) + rlim_t(reserve) >= limit.rlim_cur
        else { return descriptor }
        close(descriptor)
        errno = EMFILE
        return -1
    }

    /// How many descriptors, of the wanted number, can be opened beside those that are open. They are closed again.
    public static func room(for wanted: Int) -> Int {
        var opened: [CInt] = []
        while opened.count < wanted {
            let descriptor = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
            guard descriptor >= 0 else { break }
            opened.append(descriptor)
        }
        for descriptor in opened { close(descriptor) }
        return opened.count
    }

    /// Raises the limit on open files to the given number, where it is lower, as far as the process may (the hard limit).
    public static func raise(to wanted: Int) {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0, limit.rlim_cur < wanted else {
            return
        }
        limit.rlim_cur = min(rlim_t(wanted), limit.rlim_max)
        // If this fails, the limit stays lower; code that needs more checks for it.
        _ = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}
