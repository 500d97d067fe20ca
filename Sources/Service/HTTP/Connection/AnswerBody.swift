/// What is left to write of an answer's body.
struct AnswerBody {
    /// The most bytes that are written at a time.
    static let piece = 65_536

    private var bytes: ArraySlice<UInt8> = []
    private var streamed = 0
    /// Gives the next piece; nil where all bytes are at hand.
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

    /// Bytes that take memory.
    var unsentBytes: Int { bytes.count }

    /// Takes at most `count` of the bytes at hand.
    mutating func takeBytes(_ count: Int) -> [UInt8] {
        defer { bytes = bytes.dropFirst(count) }
        return Array(bytes.prefix(count))
    }

    /// Counts a piece that was streamed; false where it is more than was announced.
    mutating func count(_ piece: [UInt8]) -> Bool {
        streamed -= piece.count
        return streamed >= 0
    }
}
