/// The part of a response body that is still to be written.
struct AnswerBody {
    /// The most bytes to write at a time.
    static let piece = 65_536

    private var bytes: ArraySlice<UInt8> = []
    private var streamed = 0
    /// Produces the next piece; nil if all bytes are in memory.
    let stream: (@Sendable () async throws -> [UInt8]?)?

    init(_ body: HTTPResponse.Body) {
        switch body {
        case .bytes(let bytes):
            self.bytes = bytes[...]
            stream = nil
        case .stream(let length, let next):
            streamed = length
            stream = next
        }
    }

    var isEmpty: Bool { bytes.isEmpty && streamed == 0 }

    /// The bytes held in memory.
    var unsentBytes: Int { bytes.count }

    /// Takes at most `count` of the bytes in memory.
    mutating func takeBytes(_ count: Int) -> [UInt8] {
        defer { bytes = bytes.dropFirst(count) }
        return Array(bytes.prefix(count))
    }

    /// Counts a streamed piece. Returns false if the body is longer than announced.
    mutating func count(_ piece: [UInt8]) -> Bool {
        streamed -= piece.count
        return streamed >= 0
    }
}
