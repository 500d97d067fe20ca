/// Finds the end of a request's head, and enforces its limits.
struct HeadScan {
    /// The result of a scan.
    enum Result: Hashable {
        /// The head is not complete yet.
        case unfinished
        /// The head is complete; its length in bytes, including the empty line at its end.
        case complete(Int)
        /// The head exceeds a limit.
        case refused(HTTPStatus)
    }

    /// The number of bytes scanned so far.
    private(set) var scanned = 0
    private let limits: HTTPLimits
    /// The bytes of the current line, without its carriage return.
    private var column = 0
    private var isRequestLine = true
    private var headerBytes = 0

    /// The most bytes of empty lines accepted before the request line (RFC 9112, section 2.2, asks for one line).
    private static let maximumBefore = 16

    init(_ limits: HTTPLimits) { self.limits = limits }

    /// Continues where it stopped. `bytes` are all bytes of the head so far.
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
                if scanned - column > Self.maximumBefore { return .refused(.badRequest) }
            } else if headerBytes > limits.headers {
                return .refused(.requestHeaderFieldsTooLarge)
            }
        }
        return .unfinished
    }
}
