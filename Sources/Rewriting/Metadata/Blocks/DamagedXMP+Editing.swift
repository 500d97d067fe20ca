internal import UprightFormats

extension DamagedXMP {
    /// The packet with every orientation set to 1; nothing else changes, and the length stays the same.
    var neutralized: [UInt8] {
        var bytes = bytes
        for place in digits { bytes[place] = 0x31 }
        return bytes
    }
}
