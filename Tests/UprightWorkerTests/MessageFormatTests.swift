import UprightWorker
import Testing

@Suite("The format of messages")
struct MessageFormatTests {
    @Test("Integers of every width keep their extremes")
    func integers() throws {
        func check<T: FixedWidthInteger & Codable>(_ type: T.Type) throws {
            for value in [T.min, T.max, 0, 1] {
                #expect(try sent(value) == value)
                #expect(try sent([value]) == [value])
            }
        }
        try check(Int.self)
        try check(Int8.self)
        try check(Int16.self)
        try check(Int32.self)
        try check(Int64.self)
        try check(UInt.self)
        try check(UInt8.self)
        try check(UInt16.self)
        try check(UInt32.self)
        try check(UInt64.self)
    }

    @Test("An integer outside the type's range is refused")
    func ranges() throws {
        let (large, negative, largest) = (
            try MessageEncoder.encode(256), try MessageEncoder.encode(-1), try MessageEncoder.encode(UInt64.max)
        )
        #expect(throws: MessageError.self) { try MessageDecoder.decode(UInt8.self, from: large) }
        #expect(throws: MessageError.self) { try MessageDecoder.decode(UInt64.self, from: negative) }
        #expect(throws: MessageError.self) { try MessageDecoder.decode(Int.self, from: largest) }
    }

    @Test("Strings and bytes with every form of length are read back")
    func lengths() throws {
        for count in [0, 1, 254, 255, 256, 70_000] {
            let text = String(repeating: "x", count: count)
            #expect(try sent(text) == text)
            let named = [text: count]
            #expect(try sent(named) == named)
            let bytes = [UInt8](repeating: 7, count: count)
            let encoded = try MessageEncoder.encode(bytes)
            #expect(encoded.count <= count + 6)
            #expect(try MessageDecoder.decode([UInt8].self, from: encoded) == bytes)
        }
    }

    @Test("Everything that Codable supports is read back")
    func everything() throws {
        let full = Everything(
            numbers: ["": .max, "b": .min], places: [-1: "x", .max: ""], keyed: [.init(x: 1): [nil, "", "y"]],
            bytes: [nil, [], [1, 2]], flag: true, single: -1.5, nested: [[], [[0.1]]], set: [3],
            tree: .node([.leaf, .named(nil, value: 4), .node([])]))
        #expect(try sent(full) == full)
        let (some, none): (Everything?, Everything?) = (full, nil)
        #expect(try sent(some) == some)
        #expect(try sent(none) == none)
    }

    @Test("The bytes are those of the format's description")
    func layout() throws {
        let pair: [UInt8] =
            [9, 20, 0, 0, 0] + [5] + Array("first".utf8) + [6, 2, 0xC3, 0xA9] + [6] + Array("second".utf8) + [7, 1, 1]
        #expect(try MessageEncoder.encode(Pair(first: "é", second: [1])) == pair)
        #expect(try MessageEncoder.encode([true, nil, false]) == [8, 3, 0, 0, 0, 2, 0, 1])
        #expect(try MessageEncoder.encode(-2) == [3, 254, 255, 255, 255, 255, 255, 255, 255])
        #expect(try MessageEncoder.encode(UInt64.max) == [4] + [UInt8](repeating: 255, count: 8))
        #expect(try MessageEncoder.encode(1.0) == [5, 0, 0, 0, 0, 0, 0, 240, 63])
    }

    @Test("Fields are found in any order, and others are skipped")
    func order() throws {
        let bytes = try MessageEncoder.encode(Pair(first: "a", second: [9]))
        #expect(try MessageDecoder.decode(Turned.self, from: bytes) == Turned(second: [9], third: nil, first: "a"))
        #expect(throws: MessageError.missing(offset: 0, field: "third")) {
            try MessageDecoder.decode(Demanding.self, from: bytes)
        }
    }

    @Test("A length beyond the end is refused before anything is allocated")
    func claims() {
        for bytes: [UInt8] in [
            [8, 255, 255, 255, 255], [8, 255, 255, 255, 127, 0], [7, 255, 255, 255, 255, 255], [7, 255, 255, 255, 255],
            [7, 2, 1], [7], [7, 255], [8, 1, 0, 0], [8, 2, 0, 0, 0, 7, 1], [8, 2, 0, 0, 0, 7, 1, 1],
        ] {
            #expect(throws: MessageError.self, "\(bytes)") { try MessageDecoder.decode([[UInt8]].self, from: bytes) }
        }
        for bytes: [UInt8] in [
            [9, 1, 0, 0, 0, 9], [9, 2, 0, 0, 0, 1, 97], [9, 3, 0, 0, 0, 1, 97, 3], [9, 3, 0, 0, 0, 255, 255, 255],
            [9, 255, 255, 255, 255], [9, 4, 0, 0, 0, 1, 97, 0, 10],
        ] {
            #expect(throws: MessageError.self, "\(bytes)") {
                try MessageDecoder.decode([String: Int?].self, from: bytes)
            }
        }
    }

    @Test("An unknown or unexpected kind is refused")
    func kinds() {
        #expect(throws: MessageError.unexpected(offset: 0, expected: "the kind of a value", found: "byte 10")) {
            try MessageDecoder.decode(Int.self, from: [10])
        }
        #expect(throws: MessageError.unexpected(offset: 5, expected: "text", found: "yes")) {
            try MessageDecoder.decode([String].self, from: [8, 1, 0, 0, 0, 2])
        }
        // 0xFF never occurs in UTF-8.
        #expect(throws: MessageError.unexpected(offset: 2, expected: "UTF-8", found: "other bytes")) {
            try MessageDecoder.decode(String.self, from: [6, 1, 255])
        }
    }

    @Test("A number that is not finite is neither sent nor received", arguments: [Double.nan, .infinity, -.infinity])
    func notFinite(number: Double) throws {
        #expect(throws: MessageError.self) { try MessageEncoder.encode([number]) }
        #expect(throws: MessageError.self) { try MessageEncoder.encode([Float(number)]) }
        let bytes = [5] + (0..<8).map { UInt8(truncatingIfNeeded: number.bitPattern >> (8 * $0)) }
        #expect(throws: MessageError.self) { try MessageDecoder.decode(Double.self, from: bytes) }
    }

    @Test("A finite number outside the range of Float is refused")
    func tooLarge() throws {
        let bytes = try MessageEncoder.encode(1e300)
        #expect(throws: MessageError.self) { try MessageDecoder.decode(Float.self, from: bytes) }
    }

    @Test("Lists can be 512 deep and no deeper, on both sides")
    func depth() throws {
        for (depth, isSent) in [(512, true), (513, false), (100_000, false)] {
            var bytes: [UInt8] = []
            for level in 0..<depth {
                let length = 5 * (depth - 1 - level)
                bytes += [8] + (0..<4).map { UInt8(truncatingIfNeeded: length >> (8 * $0)) }
            }
            if isSent {
                let lists = try MessageDecoder.decode(Lists.self, from: bytes)
                #expect(try MessageEncoder.encode(lists) == bytes)
                #expect(throws: MessageError.tooDeep(offset: 5 * 512, most: 512)) {
                    try MessageEncoder.encode(Lists(lists: [lists]))
                }
            } else {
                #expect(throws: MessageError.tooDeep(offset: 5 * 512, most: 512)) {
                    try MessageDecoder.decode(Lists.self, from: bytes)
                }
            }
        }
    }

    @Test("A list ends even if its elements read nothing")
    func blind() throws {
        let bytes = try MessageEncoder.encode([["a"], ["b", "c"]])
        #expect(try MessageDecoder.decode([Blind].self, from: bytes).count == 2)
    }

    @Test(
        "A type that encodes itself in an unsupported way is refused",
        arguments: [Misuse.nothing, .twice, .twoContainers, .inside, .afterwards, .inheritance])
    func misuse(_ misuse: Misuse) {
        #expect(throws: MessageError.self) { try MessageEncoder.encode(misuse) }
        #expect(throws: MessageError.self) { try MessageEncoder.encode([misuse]) }
        #expect(throws: MessageError.self) { try MessageEncoder.encode(["a": misuse]) }
    }
}

/// Returns the value as the other side receives it.
private func sent<Value: Codable>(_ value: Value) throws -> Value {
    try MessageDecoder.decode(Value.self, from: MessageEncoder.encode(value))
}

private struct Everything: Codable, Equatable {
    struct Point: Codable, Hashable { var x: Int }
    indirect enum Tree: Codable, Equatable {
        case leaf
        case named(String?, value: Int)
        case node([Tree])
    }

    var numbers: [String: Int64]
    var places: [Int: String]
    var keyed: [Point: [String?]]
    var bytes: [[UInt8]?]
    var absent: Double?
    var flag: Bool
    var single: Float
    var nested: [[[Double]]]
    var set: Set<UInt8>
    var tree: Tree
}

private struct Pair: Codable, Equatable {
    var first: String
    var second: [UInt8]
}

private struct Turned: Codable, Equatable {
    var second: [UInt8]
    var third: String?
    var first: String
}

private struct Demanding: Codable, Equatable {
    var first: String
    var third: String
}

private struct Lists: Codable {
    var lists: [Lists]

    init(lists: [Lists]) { self.lists = lists }

    init(from decoder: any Decoder) throws { lists = try [Lists](from: decoder) }

    func encode(to encoder: any Encoder) throws { try lists.encode(to: encoder) }
}

private struct Blind: Decodable {
    init(from decoder: any Decoder) {}
}

enum Misuse: String, Encodable {
    case nothing, twice, twoContainers, inside, afterwards, inheritance

    private enum Key: CodingKey { case a, b }

    func encode(to encoder: any Encoder) throws {
        switch self {
        case .nothing: break
        case .twice:
            var container = encoder.singleValueContainer()
            try container.encode(1)
            try container.encode(2)
        case .twoContainers:
            _ = encoder.unkeyedContainer()
            _ = encoder.container(keyedBy: Key.self)
        case .inside:
            _ = encoder.unkeyedContainer()
            var container = encoder.singleValueContainer()
            try container.encode(1)
        case .afterwards:
            var container = encoder.container(keyedBy: Key.self)
            var first = container.nestedUnkeyedContainer(forKey: .a)
            try container.encode(1, forKey: .b)
            try first.encode(1)
        case .inheritance:
            var container = encoder.container(keyedBy: Key.self)
            try 1.encode(to: container.superEncoder())
        }
    }
}
