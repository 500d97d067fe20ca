internal import UprightBase

/// Decides which requests a server answers. A server without a token listens on a loopback address.
package struct AccessGuard: Sendable {
    /// The token that clients must give; nil for none.
    package let token: String?

    package init(token: String?) { self.token = token }

    /// Whether a request names this server. With a token, any host name is accepted: the token protects the content. Without
    /// one, the address is this machine's.
    package func namesUs(_ request: HTTPRequest) -> Bool { token != nil || request.namesThisMachine }

    /// Whether a request is admitted.
    package enum Admission: Sendable, Hashable {
        case admitted
        /// It has no token.
        case unknown
        /// It has a wrong token.
        case wrong
    }

    /// Whether a request has the token, as `Authorization: Bearer`.
    package func admission(of request: HTTPRequest) -> Admission {
        guard token != nil else { return .admitted }
        // The name of a scheme is compared without regard to case, and spaces can follow it (RFC 9110, section 11.1).
        guard let authorization = request.headers["Authorization"], authorization.lowercased().hasPrefix("bearer ")
        else { return .unknown }
        return isToken(String(authorization.dropFirst(7).drop { $0 == " " })) ? .admitted : .wrong
    }

    package func isToken(_ text: String) -> Bool { token.map { Self.isSame(text, $0) } ?? false }

    /// Whether a browser says that a page of another site makes the request.
    package static func isFromOtherSite(_ request: HTTPRequest) -> Bool {
        request.headers["Sec-Fetch-Site"].map { $0 != "same-origin" && $0 != "none" } ?? false
    }

    /// Compares in constant time, so that the duration reveals nothing.
    package static func isSame(_ a: String, _ b: String) -> Bool {
        let a = SHA256.hash(Array(a.utf8))
        let b = SHA256.hash(Array(b.utf8))
        return zip(a, b).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
