internal import UprightBase

/// The configuration of HEVC pictures (`hvcC`, ISO/IEC 14496-15, section 8.3.3.1).
enum HEVCConfiguration {
    private static let headLength = 22
    /// The types of video, sequence and picture parameter sets (ITU-T H.265, table 7-1).
    static let parameterSets: ClosedRange<UInt8> = 32...34

    /// Returns a configuration with its parameter sets alone; the configuration itself if it has no others, or cannot be read.
    static func parameterSets(of payload: [UInt8]) -> [UInt8] {
        guard payload.count > headLength else { return payload }
        var (place, count) = (headLength + 1, UInt8(0))
        var kept: [UInt8] = []
        for _ in 0..<payload[headLength] {
            let start = place
            guard let units = payload.bigEndian16(at: place + 1) else { return payload }
            place += 3
            for _ in 0..<units {
                guard let length = payload.bigEndian16(at: place) else { return payload }
                place += 2 + Int(length)
            }
            guard place <= payload.count else { return payload }
            guard parameterSets.contains(payload[start] & 0x3F) else { continue }
            kept += payload[start..<place]
            count += 1
        }
        return payload[..<headLength] + [count] + kept
    }

    /// Returns the parameter sets, each after its length of 4 bytes, and the number of bytes of the lengths in the coded data; nil if
    /// the configuration cannot be read.
    static func sets(in payload: [UInt8]) -> (units: [UInt8], lengthSize: Int)? {
        guard payload.count > headLength else { return nil }
        var (place, units) = (headLength + 1, [UInt8]())
        for _ in 0..<payload[headLength] {
            guard let count = payload.bigEndian16(at: place + 1) else { return nil }
            place += 3
            for _ in 0..<count {
                guard let length = payload.bigEndian16(at: place), let unit = payload.bytes(Int(length), at: place + 2)
                else { return nil }
                units += UInt32(length).bigEndianBytes + unit
                place += 2 + Int(length)
            }
        }
        return (units, Int(payload[headLength - 1] & 3) + 1)
    }
}
