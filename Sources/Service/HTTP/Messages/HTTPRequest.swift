internal import UprightConfiguration

/// A complete request, within the limits of the server.
package struct HTTPRequest: Sendable {
    /// The method: `GET`, `HEAD`, `POST`, ….
    package var method: String
    /// The path, with its escapes decoded. It starts with a slash.
    package var path: String
    /// The query's names and values in order, with their escapes decoded.
    package var query: [HTTPFields.Field] = []
    /// The host and port as the client named them; nil if it named none (HTTP/1.0).
    package var host: String?
    package var headers: HTTPFields = [:]
    /// The body; empty if a receiver has it.
    package var body: [UInt8] = []
    /// What has taken the body (``HTTPIntake/received(by:insteadOf:)``).
    package var receiver: (any HTTPBodyReceiver)?
    /// The client's numeric address; nil over a Unix socket.
    package var peer: String?

    package init(method: String, path: String) {
        self.method = method
        self.path = path
    }

    package func query(_ name: String) -> String? { query.first { $0.name == name }?.value }

    /// Whether it names this machine. A page whose name resolves to a loopback address does not (DNS rebinding).
    var namesThisMachine: Bool {
        host.flatMap { LoopbackHost.host(ofAuthority: $0) }.map { LoopbackHost.contains($0) } ?? false
    }

    /// The values of a cookie.
    func cookies(_ name: String) -> [String] {
        let pairs: [Substring] = headers.values(of: "Cookie").flatMap { $0.split(separator: ";") }
        return pairs.compactMap { (pair: Substring) -> String? in
            let pair = pair.drop { $0 == " " }
            return pair.hasPrefix(name + "=") ? String(pair.dropFirst(name.count + 1)) : nil
        }
    }

    /// The fields of a form in the body, as browsers send it, in order; names can repeat.
    package var formFields: [HTTPFields.Field] { FormText.fields(String(decoding: body, as: UTF8.self)) }

    /// The names and values of a body of the type `application/x-www-form-urlencoded`. If a name repeats, the last value
    /// counts.
    package var form: [String: String] {
        let fields = FormText.fields(String(decoding: body, as: UTF8.self))
        return Dictionary(fields.map { ($0.name, $0.value) }) { $1 }
    }
}
