/// The tags that the standards define, by directory.
///
/// Source: Exif 3.0 (CIPA DC-008-2023), tables 3 to 20; TIFF 6.0; DNG 1.7 and the TIFF/EP tags that appear in IFD0.
public enum TagTable {
    /// Returns all tags of a directory, in the order of their numbers.
    public static func definitions(of group: TagGroup) -> [TagDefinition] {
        switch group {
        case .primary, .thumbnail: tiff
        case .exif: exif
        case .gps: gps
        case .interoperability: interoperability
        }
    }

    /// Returns the definition of a tag; nil if it is not in the standard.
    public static func definition(of tag: TagID) -> TagDefinition? { byNumber[tag] }

    /// Returns the proper tag of a misplaced one: some writers put tags of the Exif IFD into IFD0, and vice versa.
    /// Returns the tag itself if its own directory defines it, or if neither does.
    public static func known(_ tag: TagID) -> TagID {
        guard !isDefined(tag) else { return tag }
        let other: TagGroup
        switch tag.group {
        case .primary, .thumbnail: other = .exif
        case .exif: other = .primary
        case .gps, .interoperability: return tag
        }
        let proper = TagID(other, tag.number)
        return isDefined(proper) ? proper : tag
    }

    /// Looking a definition up would copy it.
    private static func isDefined(_ tag: TagID) -> Bool { byNumber.index(forKey: tag) != nil }

    /// Returns the tag with a name, an alias, an ImageIO key or a number (`0x9003`), ignoring case.
    ///
    /// - Parameter groups: the directories to search, in this order.
    public static func tag(named name: String, in groups: [TagGroup]) -> TagID? {
        let wanted = name.lowercased()
        for group in groups {
            if let number = byName[group]?[wanted] { return TagID(group, number) }
        }
        if wanted.hasPrefix("0x"), let number = UInt16(wanted.dropFirst(2), radix: 16), let group = groups.first {
            let known = groups.first { isDefined(TagID($0, number)) }
            return TagID(known ?? group, number)
        }
        return nil
    }

    private static let byNumber: [TagID: TagDefinition] = Dictionary(
        TagGroup.allCases.flatMap { group in
            definitions(of: group).map { (TagID(group, $0.number), $0) }
        }
    ) { first, _ in first }

    private static let byName: [TagGroup: [String: UInt16]] = Dictionary(
        uniqueKeysWithValues: TagGroup.allCases.map { group in
            var names: [String: UInt16] = [:]
            for definition in definitions(of: group) { names[definition.name.lowercased()] = definition.number }
            for definition in definitions(of: group) {
                for alias in definition.aliases + [definition.key] where names[alias.lowercased()] == nil {
                    names[alias.lowercased()] = definition.number
                }
            }
            return (group, names)
        })
}
