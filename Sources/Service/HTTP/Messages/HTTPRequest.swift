/// A complete request, within the limits of the server.
public struct HTTPRequest: Sendable, Hashable {
    /// The method: `GET`, `HEAD`, `POST`, ….
    public var method: String
    /// The path, with its escapes decoded. It starts with a slash.
    public var path: String
    /// The query's names and values in order, with their escapes decoded.
    public var query: [HTTPFields.Field] = []
    /// The host and port as the client named them; nil if it named none (HTTP/1.0).
    public var host: String?
    /// The header fields.
    public var headers: HTTPFields = [:]
    /// The body.
    public var body: [UInt8] = []
    /// The client's numeric address; nil over a Unix socket.
    public var peer: String?

    /// Creates a request for a path.
    public init(method: String, path: String) {
        self.method = method
        self.path = path
    }

    /// The first value of a name in the query.
    public func query(_ name: String) -> String? { query.first { $0.name == name }?.value }

    /// The fields of a form in the body, as browsers send it, in order; names can repeat.
    public var formFields: [HTTPFields.Field] { FormText.fields(String(decoding: body, as: UTF8.self)) }

    /// The names and values of a body of the type `application/x-www-form-urlencoded`. If a name repeats, the last value
    /// counts.
    public var form: [String: String] {
        let fields = FormText.fields(String(decoding: body, as: UTF8.self))
        return Dictionary(fields.map { ($0.name, $0.value) }) { $1 }
    }
}
