import UprightWorker
import Testing

@Suite("The messages of the protocol")
struct MessageTests {
    @Test("A message is read back as written, and JSON gives the same for both", arguments: Message.all)
    func roundTrip(_ message: Message) throws {
        #expect(try message.isEqual(message.bytes))
        #expect(try message.readingAsJSON(message.bytes) == message.json)
        #expect(try message.reading(message.bytes) == message.bytes)
    }

    @Test("Every prefix is refused, and so are further bytes", arguments: Message.all)
    func prefixes(_ message: Message) {
        for length in message.bytes.indices {
            #expect(throws: MessageError.self, "\(length) bytes") {
                try message.reading(Array(message.bytes[..<length]))
            }
        }
        let end = message.bytes.count
        #expect(throws: MessageError.unexpected(offset: end, expected: "the end of the message", found: "1 more bytes"))
        {
            try message.reading(message.bytes + [0])
        }
    }

    @Test("Every changed byte gives a valid message, or is refused", arguments: Message.all)
    func mutations(_ message: Message) throws {
        var bytes = message.bytes
        var refused = 0
        // All changes of a short message, and fewer of a long one.
        let step = UInt8(clamping: 1 + bytes.count / 128)
        for index in bytes.indices {
            let original = bytes[index]
            for change in stride(from: UInt8(1), through: 255, by: UInt8.Stride(step)) {
                bytes[index] = original ^ change
                if try reads(message, bytes) == false { refused += 1 }
            }
            bytes[index] = original
        }
        #expect(refused > 0)
    }

    @Test("Random bytes are read or refused")
    func random() throws {
        var generator = SplitMix(state: 1)
        for _ in 0..<20_000 {
            let message = Message.all.randomElement(using: &generator)!
            let count = Int.random(in: 0..<60, using: &generator)
            var bytes = (0..<count).map { _ in UInt8.random(in: 0...9, using: &generator) }
            if Bool.random(using: &generator) {
                // Parts of valid messages in the wrong places are read further.
                var other = Message.all.randomElement(using: &generator)!.bytes
                let start = Int.random(in: other.indices, using: &generator)
                let end = Int.random(in: start..<other.count, using: &generator)
                other.replaceSubrange(start..<end, with: bytes)
                bytes = other
            }
            _ = try reads(message, bytes)
        }
    }

    /// Returns whether the bytes are a message of the type. If so, checks that they can be sent and are read back the
    /// same.
    private func reads(_ message: Message, _ bytes: [UInt8]) throws -> Bool {
        let read: [UInt8]
        do { read = try message.reading(bytes) } catch { return false }
        #expect(try message.reading(read) == read)
        return true
    }
}

/// Pseudo-random numbers that are the same in every run.
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
