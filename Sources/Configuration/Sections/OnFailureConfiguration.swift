/// The hook that the daemon calls for rejected pictures (`on-failure`).
package struct OnFailureConfiguration: Sendable, Hashable {
    /// What the hook calls.
    package enum Target: Sendable, Hashable {
        /// A program with its arguments. It reads the failures from standard input.
        case command([String])
        /// An HTTP or HTTPS URL to which the failures are sent by POST. It can contain a secret, so it is never shown.
        case address(String)
        /// A file whose first line is that URL.
        case addressFile(String)
    }

    /// What the hook calls (`on-failure.command`, `url`, `url-file`); nil for no hook. Default: nil.
    package var target: Target?
    /// The shortest time between two calls (`on-failure.interval`). Default: 1 min.
    package var interval = Duration.seconds(60)
    /// The longest time that a call can take (`on-failure.timeout`). Default: 30 s.
    package var timeout = Duration.seconds(30)

    /// Creates the defaults: no hook.
    package init() {}

    /// The keys of the section.
    package static let keys = ["command", "url", "url-file", "interval", "timeout"]

    package init(reading section: ConfigurationSection) {
        interval = section.duration("interval", default: interval, in: .seconds(1)...(.seconds(86_400)))
        timeout = section.duration("timeout", default: timeout, in: .seconds(1)...(.seconds(600)))
        let given = ["command", "url", "url-file"].filter { section.has($0) }
        if given.count > 1 {
            section.report(given[1], expected: "only one of command, url and url-file", found: "\(given[0]) as well")
        }
        switch given.first {
        case "command": target = Self.command(section)
        case "url": target = Self.address(section)
        case "url-file": target = section.path("url-file").map { .addressFile($0) }
        default: break
        }
    }

    private static func command(_ section: ConfigurationSection) -> Target? {
        guard let words = section.list("command") else { return nil }
        guard let program = words.first, program.contains("/"),
            !words.contains(where: { $0.unicodeScalars.contains("\0") })
        else {
            section.report(
                "command", expected: "the path of a program, and its arguments: [/usr/local/bin/tell, --now]",
                found: words.first.map { "\"\($0)\"" } ?? "an empty list")
            return nil
        }
        return .command([section.absolute(program, "command")] + words.dropFirst())
    }

    private static func address(_ section: ConfigurationSection) -> Target? {
        guard let text = section.text("url") else { return nil }
        guard isAddress(text) else {
            section.report("url", expected: "an address that starts with http:// or https://", found: "something else")
            return nil
        }
        return .address(text)
    }

    /// Whether a text is an HTTP or HTTPS URL with a host.
    package static func isAddress(_ text: String) -> Bool {
        ["http://", "https://"].contains { scheme in
            guard text.lowercased().hasPrefix(scheme) else { return false }
            let host = text.dropFirst(scheme.count).prefix { !"/?#".contains($0) }
            return !host.isEmpty && !text.contains { $0.isWhitespace || $0.isNewline }
        }
    }
}
