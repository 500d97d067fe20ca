internal import Glibc
internal import Synchronization

/// Standard output and standard error: whole lines, in order, with a progress bar that stays at the bottom.
///
/// Writes go straight to the descriptors, so nothing is lost in a buffer however the process ends.
final class Console: Sendable {
    /// The console of this process.
    static let shared = Console()

    /// Whether standard error is a terminal, so that a progress bar can be drawn.
    let errorIsTerminal = isatty(STDERR_FILENO) == 1
    /// Whether colours may be used on standard output.
    let outputHasColours = Console.colours(STDOUT_FILENO)
    /// Whether colours may be used on standard error.
    let errorHasColours = Console.colours(STDERR_FILENO)

    private struct State {
        var bar = ""
        var isBroken = false
    }
    private let state = Mutex(State())

    /// Whether whoever read standard output is gone: there is no use in going on for them.
    var isBroken: Bool { state.withLock { $0.isBroken } }

    /// Writes a line to standard output.
    func print(_ line: String) {
        state.withLock { state in
            let bar = state.bar
            if !bar.isEmpty { _ = Self.write("\r\u{1B}[K", to: STDERR_FILENO) }
            if !Self.write(line + "\n", to: STDOUT_FILENO) { state.isBroken = true }
            if !bar.isEmpty { _ = Self.write(bar, to: STDERR_FILENO) }
        }
    }

    /// Writes a line to standard error.
    func report(_ line: String) {
        state.withLock { state in
            let clear = state.bar.isEmpty ? "" : "\r\u{1B}[K"
            _ = Self.write(clear + line + "\n" + state.bar, to: STDERR_FILENO)
        }
    }

    /// Draws the progress bar, or takes it away where the text is empty. Without a terminal nothing is drawn.
    func draw(bar text: String) {
        guard errorIsTerminal else { return }
        state.withLock { state in
            guard text != state.bar else { return }
            state.bar = text
            _ = Self.write("\r\u{1B}[K" + text, to: STDERR_FILENO)
        }
    }

    /// How many columns the terminal has.
    var width: Int {
        var size = winsize()
        guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }

    /// False where the descriptor takes nothing any more.
    private static func write(_ text: String, to descriptor: CInt) -> Bool {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 {
                if errno == EINTR { continue }
                if errno == EAGAIN {
                    var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                    _ = poll(&wait, 1, -1)
                    continue
                }
                return false
            }
            bytes = bytes.dropFirst(count)
        }
        return true
    }

    /// Colours are for terminals, unless the user said otherwise (no-color.org).
    private static func colours(_ descriptor: CInt) -> Bool {
        isatty(descriptor) == 1 && getenv("NO_COLOR") == nil && getenv("TERM").map { String(cString: $0) } != "dumb"
    }
}
