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
        var failure: CInt = 0
    }
    private let state = Mutex(State())

    /// Why standard output takes nothing any more (`errno`), so that there is no use in going on for whoever reads it:
    /// `EPIPE` where they are gone; 0 as long as it does.
    var failure: CInt { state.withLock { $0.failure } }
    /// Whether standard output takes nothing any more.
    var isBroken: Bool { failure != 0 }

    /// Writes a line to standard output.
    func print(_ line: String) {
        state.withLock { state in
            let bar = state.bar
            if !bar.isEmpty { _ = Self.write("\r\u{1B}[K", to: STDERR_FILENO) }
            let failure = Self.write(line + "\n", to: STDOUT_FILENO)
            if failure != 0 { state.failure = failure }
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

    /// Why the descriptor takes nothing any more; 0 where it did.
    private static func write(_ text: String, to descriptor: CInt) -> CInt {
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
                return errno
            }
            // A device that takes nothing and says nothing would be asked for ever.
            if count == 0 { return EIO }
            bytes = bytes.dropFirst(count)
        }
        return 0
    }

    /// Colours are for terminals, unless the user said otherwise (no-color.org).
    private static func colours(_ descriptor: CInt) -> Bool {
        isatty(descriptor) == 1 && getenv("NO_COLOR") == nil && getenv("TERM").map { String(cString: $0) } != "dumb"
    }
}
