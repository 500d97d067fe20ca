internal import Glibc

/// The descriptors that this process may have open.
package enum DescriptorRoom {
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

    /// How many descriptors, of the wanted number, can be opened beside those that are open.
    package static func room(for wanted: Int) -> Int {
        // The lowest free number; opening it also shows that the system as a whole has one left.
        let lowest = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
        guard lowest >= 0 else { return 0 }
        defer { close(lowest) }
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 0 }
        let end = CInt(clamping: limit.rlim_cur)
        var (found, next) = (1, lowest + 1)
        while found < wanted, next < end {
            let count = Int(min(64, end - next))
            var numbers = (0..<CInt(count)).map { pollfd(fd: next + $0, events: 0, revents: 0) }
            guard poll(&numbers, nfds_t(count), 0) >= 0 else { break }
            // poll() calls the numbers that are free invalid.
            for number in numbers where number.revents & Int16(POLLNVAL) != 0 { found += 1 }
            next += CInt(count)
        }
        return min(found, wanted)
    }

    /// Raises the limit on open files to the given number, where it is lower, as far as the process may (the hard limit).
    package static func raise(to wanted: Int) {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0, limit.rlim_cur < wanted else {
            return
        }
        limit.rlim_cur = min(rlim_t(wanted), limit.rlim_max)
        // If this fails, the limit stays lower; code that needs more checks for it.
        _ = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}
