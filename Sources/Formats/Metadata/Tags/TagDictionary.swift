/// Assigns the tags of IFD0 to ImageIO's dictionaries.
enum TagDictionary {
    /// Whether a tag of IFD0 belongs to `{DNG}`, by the number ranges of the DNG specification.
    static func isDNG(_ number: UInt16) -> Bool {
        (0xC612...0xC65D).contains(number) || (0xC68B...0xC7FF).contains(number) || (0xCD2D...0xCD4B).contains(number)
    }

    /// Tags that point to other directories or blocks, which are shown in place of the numbers.
    static let pointers: Set<UInt16> = [0x8769, 0x8825, 0xA005, 0x014A]
}
