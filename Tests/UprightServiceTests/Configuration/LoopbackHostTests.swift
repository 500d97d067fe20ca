internal import UprightConfiguration
internal import Testing

@Suite struct LoopbackHostTests {
    @Test(arguments: [
        "localhost", "LOCALHOST", "LocalHost.", "127.0.0.1", "127.1.2.3", "127.255.255.255", "::1", "[::1]",
        "0:0:0:0:0:0:0:1", "[0000::0001]", "[::ffff:127.0.0.1]",
    ])
    func hostsThatAreThisMachine(host: String) { #expect(LoopbackHost.contains(host)) }

    @Test(arguments: [
        "", ".", "localhost..", "localhost.attacker.example", "localhost.evil", "a.localhost", "notlocalhost",
        "127.0.0.1.evil.example", "127.0.0.1.", "127.1", "0x7f.1", "0x7f000001", "2130706433", "0177.0.0.1",
        "127.0.0.01", "127.0.0.256", "128.0.0.1", "0.0.0.0", "10.127.0.1", "::", "::2", "[::1", "::1]", "[::1%lo]",
        "[127.0.0.1]", "::127.0.0.1", "1::1", "[::ffff:10.0.0.1]", " localhost", "localhost\u{0}.evil",
    ])
    func allOthersAreNot(host: String) { #expect(!LoopbackHost.contains(host)) }

    @Test(arguments: [
        ("http://localhost", true), ("http://LOCALHOST:8080/a", true), ("http://127.0.0.1?x", true),
        ("http://[::1]:80/", true), ("http://localhost.attacker.example", false), ("http://localhost@evil/", false),
        ("http://localhost:80@evil/", false), ("http://127.0.0.1.evil.example/", false), ("http://0x7f.1/", false),
        ("http://localhost\\@evil/", false), ("http://localhost%2eevil/", false), ("http://[::1].evil/", false),
        ("http://localhost:80:90/", false), ("http://localhost:8a/", false), ("http:///localhost", false),
        ("localhost", false), ("http://evil/localhost", false), ("http://evil#localhost", false),
    ])
    func urls(url: String, isLoopback: Bool) { #expect(LoopbackHost.contains(hostOf: url) == isLoopback) }

    @Test(arguments: [
        ("localhost:8711", "127.0.0.1:8711"), ("LOCALHOST.:1", "127.0.0.1:1"), ("127.0.0.2:80", "127.0.0.2:80"),
        ("[::1]:80", "[::1]:80"), ("127.0.0.1.evil:80", nil), ("0x7f.1:80", nil), ("127.0.0.1:+80", nil),
        ("127.0.0.+1:80", nil), ("example.org:80", nil), ("[::1:80", nil), ("[12345::1]:80", nil),
    ])
    func addresses(text: String, expected: String?) { #expect(ServerAddress(text)?.description == expected) }
}
