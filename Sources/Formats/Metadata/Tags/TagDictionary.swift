/// Which of ImageIO's dictionaries a tag of IFD0 appears in.
enum TagDictionary {
    /// Whether a tag of IFD0 belongs to `{DNG}`: the numbers that the DNG specification has taken.
    static func isDNG(_ number: UInt16) -> Bool {
        (0xC612...0xC65D).contains(number) || (0xC68B...0xC7FF).contains(number) || (0xCD2D...0xCD4B).contains(number)
    }

    /// Tags that lead to other directories or blocks and are shown as those, not as numbers.
    static let pointers: Set<UInt16> = [0x8769, 0x8825, 0xA005, 0x014A]
}
