extension StatusConfiguration {
    /// Reads the address under `listen`: `off`, `unix:PATH` or `HOST:PORT` with a loopback host.
    package init(reading section: ConfigurationSection, state: String) {
        let expected = "off, unix:PATH, or a loopback address and a port such as 127.0.0.1:9180 or [::1]:9180"
        let standard: Address? = state.isEmpty ? nil : .unix(path: LexicalPath.normalized(state + "/status.sock"))
        guard let text = section.scalar("listen", expected: expected) else {
            listen = standard
            control = standard
            return
        }
        if text == "off" { return }
        if text.hasPrefix("unix:"), text.utf8.count > 5 {
            listen = .unix(path: section.absolute(String(text.dropFirst(5)), "listen"))
            control = listen
            return
        }
        guard let address = ServerAddress(text), address.port > 0 else {
            section.report("listen", expected: expected, found: "\"\(text)\"")
            return
        }
        guard address.isLoopback else {
            section.report("listen", expected: expected, found: "\"\(text)\", which others can reach")
            return
        }
        control = standard
        listen = .tcp(host: address.host, port: address.port)
    }
}
