internal import Glibc
internal import Synchronization
internal import UprightBase
internal import UprightFiles

/// Standard output and standard error: whole lines, in order, with a progress bar that stays at the bottom.
///
/// Writes go straight to the descriptors, so no buffer is lost however the process ends.
final class Console: Sendable {
    /// The console of this process.
    static let shared = Console()

    /// Whether standard error is a terminal that can show a progress bar.
    let errorIsTerminal = isatty(STDERR_FILENO) == 1 && !Console.isDumb
    /// Whether to use colours on standard output.
    let outputHasColours = Console.colours(STDOUT_FILENO)
    /// Whether to use colours on standard error.
    let errorHasColours = Console.colours(STDERR_FILENO)

    private struct State {
        var bar = ""
        var failure: CInt = 0
    }
    private let state = Mutex(State())

    /// The `errno` with which a write to standard output failed: `EPIPE` if the reader is gone; 0 as long as writes
    /// succeed.
    var failure: CInt { state.withLock { $0.failure } }
    /// Whether standard output can no longer be written.
    var isBroken: Bool { failure != 0 }

    /// Whether standard output is a terminal.
    let outputIsTerminal = isatty(STDOUT_FILENO) == 1

    /// Writes a line to standard output, which need not be text.
    func print(bytes line: [UInt8]) {
        state.withLock { state in
            let failure = Self.write(line + [0x0A], to: STDOUT_FILENO)
            if failure != 0 { state.failure = failure }
        }
    }

    /// Writes the content of a file to standard output.
    func write(_ file: OpenFile) throws(FileError) {
        var offset = 0
        while case let piece = try file.read(1 << 20, at: offset), !piece.isEmpty {
            offset += piece.count
            let failure = Self.write(piece, to: STDOUT_FILENO)
            guard failure == 0 else { return state.withLock { $0.failure = failure } }
        }
    }

    /// Writes a line to standard output.
    func print(_ line: String) {
        let line = Self.escaped(line, colours: outputHasColours)
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
        let line = Self.escaped(line, colours: errorHasColours)
        state.withLock { state in
            let clear = state.bar.isEmpty ? "" : "\r\u{1B}[K"
            _ = Self.write(clear + line + "\n" + state.bar, to: STDERR_FILENO)
        }
    }

    /// Reports what failed: what was expected and found, where, and what to do.
    func error(_ text: String) { report(Self.prefix + text) }

    /// Reports what is wrong with the arguments, in the lines of the parser.
    func error(lines: String) {
        for (number, line) in lines.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            report((number == 0 ? Self.prefix : "") + line)
        }
    }

    /// Reports what the user should know of work that was done.
    func warning(_ text: String) { report(Self.prefix + "warning: " + text) }

    /// Reports something of interest.
    func note(_ text: String) { report(Self.prefix + "note: " + text) }

    /// The start of every message, so that it can be told from those of other programs.
    private static let prefix = "upright: "

    /// A line as it is written: with its own styles and tabs, and without what in a name or a value could do harm.
    private static func escaped(_ line: String, colours: Bool) -> String {
        guard colours || line.contains("\t") else { return ShownText.onOneLine(line) }
        var (shown, rest) = ("", line[...])
        while let end = rest.firstIndex(where: { $0 == "\u{1B}" || $0 == "\t" }) {
            shown += ShownText.onOneLine(String(rest[..<end]))
            let code = Style.codes.first { colours && rest[end...].hasPrefix($0) } ?? ""
            let kept = rest[end] == "\t" ? "\t" : code.isEmpty ? ShownText.escaped("\u{1B}") : code
            shown += kept
            rest = rest[end...].dropFirst(max(code.count, 1))
        }
        return shown + ShownText.onOneLine(String(rest))
    }

    /// Draws the progress bar, or removes it if the text is empty. Draws nothing without a terminal.
    func draw(bar text: String) {
        guard errorIsTerminal else { return }
        state.withLock { state in
            guard text != state.bar else { return }
            state.bar = text
            _ = Self.write("\r\u{1B}[K" + text, to: STDERR_FILENO)
        }
    }

    /// The width of the terminal in columns.
    var width: Int {
        var size = winsize()
        guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }

    /// Writes text to a descriptor. Returns 0, or the `errno` with which it failed.
    private static func write(_ text: String, to descriptor: CInt) -> CInt {
        write(Array(text.utf8), to: descriptor)
    }

    private static func write(_ content: [UInt8], to descriptor: CInt) -> CInt {
        var bytes = content[...]
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
            // A device that accepts no bytes and reports no error would keep this loop running forever.
            if count == 0 { return EIO }
            bytes = bytes.dropFirst(count)
        }
        return 0
    }

    /// Whether the terminal understands no control sequences.
    private static var isDumb: Bool { getenv("TERM").map { String(cString: $0) } == "dumb" }

    /// Colours are for terminals, unless the user disables them with a variable that is not empty (no-color.org).
    private static func colours(_ descriptor: CInt) -> Bool {
        isatty(descriptor) == 1 && !isDumb && getenv("NO_COLOR").map { $0.pointee == 0 } != false
    }
}
