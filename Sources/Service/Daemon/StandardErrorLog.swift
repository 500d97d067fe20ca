internal import UprightBase
internal import UprightEngine
package import UprightConfiguration
internal import CUprightLinux
internal import Glibc
package import Logging

/// Writes log lines to standard error: as text, for journald, or as one JSON object per line.
package struct StandardErrorLog: LogHandler {
    /// The least severe level that is logged.
    package var logLevel: Logger.Level
    /// The metadata of every line.
    package var metadata: Logger.Metadata = [:]
    private let format: LogConfiguration.Format
    /// Whether standard error is connected to journald, which reads the priority of a line from its prefix.
    private let hasPriorities: Bool

    package init(_ configuration: LogConfiguration) {
        format = configuration.format
        logLevel =
            switch configuration.level {
            case .debug: .debug
            case .info: .info
            case .warning: .warning
            case .error: .error
            }
        hasPriorities = getenv("JOURNAL_STREAM") != nil
    }

    /// Creates a logger that writes as configured.
    package static func logger(_ configuration: LogConfiguration) -> Logger {
        Logger(label: "upright") { _ in StandardErrorLog(configuration) }
    }

    /// The metadata of every line under a key.
    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    /// Writes a line.
    package func log(event: LogEvent) {
        let all = metadata.merging(event.metadata ?? [:]) { $1 }
        var line = ""
        switch format {
        case .text:
            line = "\(event.level): \(event.message)"
            if hasPriorities {
                line = "<\(Self.priority(event.level))>\(event.message)"
            } else if isatty(2) == 0 {
                line = "\(Self.timestamp()) \(line)"
            }
            // A file name can contain anything; what is in one must not forge or hide a log line.
            line = ShownText.onOneLine(line)
        case .json:
            var members: [(String, JSONValue)] = [
                ("time", .string(Self.timestamp())), ("level", .string(event.level.rawValue)),
                ("message", .string(event.message.description)),
            ]
            for (key, value) in all.sorted(by: { $0.key < $1.key }) {
                members.append((key, .string(value.description)))
            }
            line = JSONValue.object(members).serialized
        }
        var bytes = Array(line.utf8)
        bytes.append(UInt8(ascii: "\n"))
        var written = 0
        // One write per line keeps the lines of several threads whole. A log without a reader must not stop the daemon.
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { write(2, $0.baseAddress! + written, $0.count - written) }
            if count < 0, errno == EINTR { continue }
            if count <= 0 { return }
            written += count
        }
    }

    /// The priority of `syslog(3)`.
    private static func priority(_ level: Logger.Level) -> Int {
        switch level {
        case .trace, .debug: 7
        case .info: 6
        case .notice: 5
        case .warning: 4
        case .error: 3
        case .critical: 2
        }
    }

    /// The current time in the form of RFC 3339, in UTC, with milliseconds.
    static func timestamp() -> String {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        var parts = tm()
        gmtime_r(&time.tv_sec, &parts)
        func padded(_ value: Int, _ digits: Int) -> String {
            let text = String(value)
            return String(repeating: "0", count: max(digits - text.count, 0)) + text
        }
        let date =
            "\(padded(Int(parts.tm_year) + 1900, 4))-\(padded(Int(parts.tm_mon) + 1, 2))-\(padded(Int(parts.tm_mday), 2))"
        let clock = "\(padded(Int(parts.tm_hour), 2)):\(padded(Int(parts.tm_min), 2)):\(padded(Int(parts.tm_sec), 2))"
        return "\(date)T\(clock).\(padded(time.tv_nsec / 1_000_000, 3))Z"
    }
}
