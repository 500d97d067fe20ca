extension ICCProfile {
    /// Returns a profile's header and texts as a dictionary; ImageIO has the name alone. Nil if the bytes are not a profile.
    ///
    /// Source: ICC.1:2022, 7.2.
    static func properties(of bytes: [UInt8]) -> [String: PropertyValue]? {
        guard let profile = ICCProfile(parsing: bytes) else { return nil }
        let order = TIFFByteOrder.bigEndian
        func text(_ offset: Int) -> PropertyValue? {
            var text = TextEncoding.lenient(bytes[offset..<offset + 4].prefix { $0 != 0 })
            while text.hasSuffix(" ") { text.removeLast() }
            return text.isEmpty ? nil : .string(text)
        }
        func number(_ offset: Int, _ size: Int) -> Int { Int(order.integer(bytes[offset..<offset + size])) }
        func fixed(_ offset: Int) -> PropertyValue {
            .real(Double(Int32(truncatingIfNeeded: number(offset, 4))) / 65536)
        }
        var found: [String: PropertyValue] = [
            "ProfileVersion": .string(profile.version), "ProfileClass": .string(profile.profileClass),
            "ColorSpaceData": .string(profile.colorSpace), "ProfileConnectionSpace": .string(profile.connectionSpace),
            "ProfileSize": .integer(number(0, 4)), "ProfileFlags": .integer(number(44, 4)),
            "RenderingIntent": .integer(number(64, 4)),
            "ConnectionSpaceIlluminant": [fixed(68), fixed(72), fixed(76)],
        ]
        found["ProfileCMMType"] = text(4)
        found["PrimaryPlatform"] = text(40)
        found["DeviceManufacturer"] = text(48)
        found["DeviceModel"] = text(52)
        found["ProfileCreator"] = text(80)
        if number(24, 2) > 0 {
            func two(_ offset: Int) -> String {
                let number = number(offset, 2)
                return number < 10 ? "0\(number)" : "\(number)"
            }
            found["ProfileDateTime"] = .string(
                "\(number(24, 2)):\(two(26)):\(two(28)) \(two(30)):\(two(32)):\(two(34))")
        }
        let identifier = Array(bytes[84..<100])
        if identifier.contains(where: { $0 != 0 }) { found["ProfileID"] = .data(identifier) }
        found["ProfileDescription"] = profile.name.map { .string($0) }
        for (tag, name) in [("cprt", "ProfileCopyright"), ("dmnd", "DeviceMfgDesc"), ("dmdd", "DeviceModelDesc")] {
            found[name] = description(in: bytes, tag: tag).map { .string($0) }
        }
        return found
    }
}
