/// Fetches the answers of a geocoder.
package protocol GeocodingTransport: Sendable {
    /// Sends a request and returns the answer.
    func get(_ request: GeocodingRequest) async throws(GeocodingFailure) -> GeocodingAnswer
}

/// A request to a geocoder.
package struct GeocodingRequest: Hashable, Sendable {
    /// The address, percent-encoded. It can contain a key, so it is never shown.
    package var url: String
    /// The wanted languages, for HTTP's `Accept-Language`.
    package var language: String?

    /// Creates a request for a path below a server's address. The parameters are percent-encoded.
    package init(
        base: String, path: String, parameters: [(name: String, value: String)], language: String? = nil
    ) {
        let query = parameters.map { "\($0.name)=\(Self.encoded($0.value))" }.joined(separator: "&")
        url = (base.hasSuffix("/") ? String(base.dropLast()) : base) + path + "?" + query
        self.language = language
    }

    private static func encoded(_ text: String) -> String {
        text.utf8.map { byte -> String in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2C, 0x2D, 0x2E, 0x5F, 0x7E: String(UnicodeScalar(byte))
            default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }.joined()
    }
}

/// A server's answer.
package struct GeocodingAnswer: Hashable, Sendable {
    /// The status code.
    package var status: Int
    /// The media type, in lower case.
    package var contentType: String
    /// The seconds to wait, if the server gives them (`Retry-After`).
    package var retryAfter: Double?
    package var body: [UInt8]

    package init(status: Int, contentType: String, retryAfter: Double? = nil, body: [UInt8]) {
        self.status = status
        self.contentType = contentType
        self.retryAfter = retryAfter
        self.body = body
    }
}
