internal import UprightMetadata

extension DamagedXMP {
    /// The packet with 1 for each orientation; nothing else is touched, and the length stays.
    var neutralized: [UInt8] {
        var bytes = bytes
        for place in digits { bytes[place] = 0x31 }
        return bytes
    }
}
