internal import Glibc

/// Decides which hosts are this machine, which nobody else can be reached under: `localhost`, the addresses 127.0.0.0/8 and
/// `::1`.
///
/// All else is another machine, also names such as `localhost.example.org`, and spellings that one program reads as such
/// an address and another does not (`0x7f.1`, `2130706433`).
package enum LoopbackHost {
    /// Whether a host is this machine: a name, in any case and with or without the dot at its end, or an address, IPv6
    /// with or without its brackets.
    package static func contains(_ host: some StringProtocol) -> Bool {
        if host.hasPrefix("["), host.hasSuffix("]") { return isLoopback(IPv6: String(host.dropFirst().dropLast())) }
        let name = host.lowercased()
        if name == "localhost" || name == "localhost." { return true }
        if let address = address(IPv4: name) { return address[0] == 127 }
        return isLoopback(IPv6: name)
    }

    /// The host of an authority, `host` or `host:port`; nil if the text is none, or has a user name.
    ///
    /// An IPv6 address keeps its brackets.
    package static func host(ofAuthority text: some StringProtocol) -> String? {
        let end =
            text.hasPrefix("[") ? text.firstIndex(of: "]").map { text.index(after: $0) } : text.firstIndex(of: ":")
        let host = String(text[..<(end ?? text.endIndex)])
        let rest = text[(end ?? text.endIndex)...]
        guard !host.isEmpty, rest.isEmpty || rest.first == ":", rest.dropFirst().utf8.allSatisfy(isDigit) else {
            return nil
        }
        if host.hasPrefix("[") { return host.hasSuffix("]") ? host : nil }
        return host.utf8.allSatisfy { isDigit($0) || isLetter($0) || $0 == 0x2D || $0 == 0x2E } ? host : nil
    }

    /// Whether a URL's host is this machine.
    package static func contains(hostOf url: some StringProtocol) -> Bool {
        guard let scheme = url.firstRange(of: "://") else { return false }
        let authority = url[scheme.upperBound...].prefix { !"/?#".contains($0) }
        return host(ofAuthority: authority).map { contains($0) } ?? false
    }

    /// The bytes of an IPv4 address in its usual form; nil for any other text.
    static func address(IPv4 text: String) -> [UInt8]? { parsed(text, AF_INET, 4) }

    /// The bytes of an IPv6 address without brackets; nil for any other text.
    static func address(IPv6 text: String) -> [UInt8]? { parsed(text, AF_INET6, 16) }

    private static func isLoopback(IPv6 text: String) -> Bool {
        guard let address = address(IPv6: text) else { return false }
        let start = [UInt8](repeating: 0, count: 10)
        // ::1, or the IPv4 address in ::ffff:127.0.0.1.
        return address == start + [0, 0, 0, 0, 0, 1] || address.starts(with: start + [0xFF, 0xFF, 127])
    }

    private static func parsed(_ text: String, _ family: CInt, _ count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        return inet_pton(family, text, &bytes) == 1 ? bytes : nil
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
}
