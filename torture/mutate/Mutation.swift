/// Makes hostile files from seeds. The same number gives the same file, so a finding is a number.
struct Mutation {
    private var state: UInt64

    init(number: UInt64) { state = number &* 0x9E37_79B9_7F4A_7C15 &+ 0x1234_5678_9ABC_DEF1 }

    private mutating func next() -> UInt64 {
        // splitmix64
        state = state &+ 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    private mutating func below(_ bound: Int) -> Int { bound <= 0 ? 0 : Int(next() % UInt64(bound)) }

    /// A mutated copy of one of the seeds.
    mutating func file(from seeds: [[UInt8]]) -> [UInt8] {
        var bytes = seeds[below(seeds.count)]
        for _ in 0...below(6) { mutate(&bytes, seeds) }
        // Half of the damaged PNGs get correct checksums; otherwise no code after the checksum test would run.
        if below(2) == 0 { repairChecksums(of: &bytes) }
        return bytes
    }

    private mutating func place(in bytes: [UInt8]) -> Int {
        switch below(4) {
        case 0: below(min(bytes.count, 64))
        case 1: below(min(bytes.count, 1024))
        default: below(bytes.count)
        }
    }

    private mutating func mutate(_ bytes: inout [UInt8], _ seeds: [[UInt8]]) {
        guard !bytes.isEmpty else { return bytes = [UInt8(below(256))] }
        let at = place(in: bytes)
        let length = min(1 << below(10), bytes.count - at)
        switch below(13) {
        case 0, 1: bytes[at] ^= 1 << below(8)
        case 2: bytes[at] = [0, 1, 0x7F, 0x80, 0xFE, 0xFF, 0xD8, 0xD9][below(8)]
        case 3: bytes[at] = UInt8(below(256))
        case 4, 5: overwrite(&bytes, at: at, width: 2)
        case 6, 7: overwrite(&bytes, at: at, width: 4)
        case 8: bytes.removeSubrange(at...)
        case 9: bytes.removeSubrange(at..<at + length)
        case 10: bytes.insert(contentsOf: bytes[at..<at + length], at: place(in: bytes))
        case 11: for index in at..<at + length { bytes[index] = UInt8(below(256)) }
        default:
            let other = seeds[below(seeds.count)]
            let from = below(other.count)
            bytes.replaceSubrange(at..<at + length, with: other[from..<min(from + 1 << below(12), other.count)])
        }
    }

    private mutating func overwrite(_ bytes: inout [UInt8], at: Int, width: Int) {
        let values: [UInt64] = [
            0, 1, 2, 3, 7, 8, 0x7F, 0xFF, 0x100, 0x7FFF, 0x8000, 0xFFFF, 0x1_0000, 0x7FFF_FFFF, 0x8000_0000,
            0xFFFF_FFFF,
            UInt64(bytes.count), UInt64(bytes.count) &- 1, UInt64(at), next() & 0xFFFF_FFFF,
        ]
        let value = values[below(values.count)]
        let bigEndian = below(2) == 0
        for index in 0..<min(width, bytes.count - at) {
            let shift = 8 * (bigEndian ? width - 1 - index : index)
            bytes[at + index] = UInt8(truncatingIfNeeded: value >> UInt64(shift))
        }
    }

    private func repairChecksums(of bytes: inout [UInt8]) {
        guard bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) else { return }
        var at = 8
        while at + 12 <= bytes.count {
            let length = bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
            guard length <= bytes.count - at - 12 else { return }
            let end = at + 8 + length
            let sum = Mutation.crc(bytes[at + 4..<end])
            for index in 0..<4 { bytes[end + index] = UInt8(truncatingIfNeeded: sum >> UInt32(24 - 8 * index)) }
            at = end + 4
        }
    }

    private static let crcTable: [UInt32] = (0..<256).map { number in
        (0..<8).reduce(UInt32(number)) { sum, _ in sum & 1 == 1 ? 0xEDB8_8320 ^ (sum >> 1) : sum >> 1 }
    }

    private static func crc(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        ~bytes.reduce(~UInt32(0)) { sum, byte in crcTable[Int((sum ^ UInt32(byte)) & 0xFF)] ^ (sum >> 8) }
    }
}
