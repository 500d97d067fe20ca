internal import UprightConfiguration
internal import UprightDigests
internal import UprightHTTP

/// Decides which requests can see the gallery, and which can change it.
struct GalleryGuard: Sendable {
    private let token: String?
    /// The token that every form must contain.
    let formToken: String

    /// The name of the cookie that replaces the token.
    static let cookie = "upright-gallery"

    init(token: String?) {
        self.token = token
        var generator = SystemRandomNumberGenerator()
        formToken = (0..<4).map { _ in String(generator.next() as UInt64, radix: 16) }.joined()
    }

    /// Whether a request names this server. Pages of other sites whose name resolves to this machine do not (DNS rebinding).
    func namesUs(_ request: HTTPRequest) -> Bool {
        // With a token, any host name is accepted: the token protects the content. Without one, the address is this
        // machine's.
        guard token == nil else { return true }
        return request.host.flatMap { LoopbackHost.host(ofAuthority: $0) }.map { LoopbackHost.contains($0) } ?? false
    }

    /// Whether a request can see the gallery.
    enum Admission: Sendable, Hashable {
        case admitted
        /// It has no token.
        case unknown
        /// It has a wrong token.
        case wrong
    }

    /// Whether a request can see the gallery.
    func admission(of request: HTTPRequest) -> Admission {
        guard let token else { return .admitted }
        if let authorization = request.headers["Authorization"], authorization.hasPrefix("Bearer ") {
            return Self.isSame(String(authorization.dropFirst(7)), token) ? .admitted : .wrong
        }
        let prefix = Self.cookie + "="
        let given = request.headers.values(of: "Cookie").flatMap { $0.split(separator: ";") }
            .map { $0.drop { $0 == " " } }.filter { $0.hasPrefix(prefix) }
        if given.contains(where: { Self.isSame(String($0.dropFirst(prefix.count)), cookieValue) }) { return .admitted }
        return given.isEmpty ? .unknown : .wrong
    }

    /// Whether a text is the token.
    func isToken(_ text: String) -> Bool { token.map { Self.isSame(text, $0) } ?? false }

    /// The value of the cookie: a hash, so that the cookie does not reveal the token, which may be in use elsewhere.
    var cookieValue: String { hexadecimal(SHA256.hash(Array("upright gallery \(token ?? "")".utf8))) }

    /// Whether a request to change something comes from a page of this gallery.
    func comesFromUs(_ request: HTTPRequest, form: [String: String]) -> Bool {
        guard let given = form["token"], Self.isSame(given, formToken) else { return false }
        if let site = request.headers["Sec-Fetch-Site"], site != "same-origin", site != "none" {
            return false
        }
        return true
    }

    /// Compares in constant time, so that the duration reveals nothing.
    private static func isSame(_ a: String, _ b: String) -> Bool {
        let a = SHA256.hash(Array(a.utf8))
        let b = SHA256.hash(Array(b.utf8))
        return zip(a, b).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
