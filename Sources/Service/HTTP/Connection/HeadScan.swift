/// Looks for the end of a request's head, and counts.
struct HeadScan {
    /// What was found.
    enum Result: Hashable {
        /// It ends beyond the bytes that are there.
        case unfinished
        /// Its length in bytes, with the empty line behind it.
        case complete(Int)
        /// It is longer than it may be.
        case refused(HTTPStatus)
    }

    /// How many bytes were looked at.
    private(set) var scanned = 0
    private let limits: HTTPLimits
    /// Bytes of the line so far, without its carriage return.
    private var column = 0
    private var isRequestLine = true
    private var headerBytes = 0

    /// What of empty lines before the request line is borne (RFC 9112, section 2.2, asks for one).
    private static let mostBefore = 16

    init(_ limits: HTTPLimits) { self.limits = limits }

    /// Goes on where it stopped; `bytes` are all bytes of the head that are there.
    mutating func advance(over bytes: some RandomAccessCollection<UInt8>) -> Result {
        for byte in bytes.dropFirst(scanned) {
            scanned += 1
            if !isRequestLine { headerBytes += 1 }
            switch byte {
            case UInt8(ascii: "\n"):
                if column == 0, !isRequestLine { return .complete(scanned) }
                if column > 0 { isRequestLine = false }
                column = 0
            case UInt8(ascii: "\r"): break
            default: column += 1
            }
            if isRequestLine {
                if column > limits.requestLine { return .refused(.uriTooLong) }
                if scanned - column > Self.mostBefore { return .refused(.badRequest) }
            } else if headerBytes > limits.headers {
                return .refused(.requestHeaderFieldsTooLarge)
            }
        }
        return .unfinished
    }
}
