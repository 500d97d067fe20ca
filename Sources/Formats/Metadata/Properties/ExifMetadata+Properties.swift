extension ExifMetadata {
    /// Returns the tags in ImageIO's dictionaries: `{TIFF}`, `{Exif}`, `{GPS}`, `{DNG}` and a maker's; ImageIO lacks
    /// `{Thumbnail}` for IFD1 and `{Interoperability}`. Tags without a name have their decimal number as key. `{Exif}`
    /// also holds the raw bytes of a maker note, whether or not a reader supports it.
    public func dictionaries(handlers: TagHandlers = .standard) -> [String: PropertyValue] {
        dictionaries(handlers: handlers, makerNote(handlers: handlers))
    }

    /// - Parameter note: the maker note, which takes longer to read than the rest.
    func dictionaries(handlers: TagHandlers, _ note: MakerNote?) -> [String: PropertyValue] {
        // By `TagGroup.index`; DNG's tags, which are IFD0's as well, come last.
        let names = ["{TIFF}", "{Thumbnail}", "{Exif}", "{GPS}", "{Interoperability}", "{DNG}"]
        var found = names.map { _ in [String: PropertyValue]() }
        for entry in entries where !TagDictionary.pointers.contains(entry.tag.number) {
            let isDNG = entry.tag.group == .primary && TagDictionary.isDNG(entry.tag.number)
            let dictionary = isDNG ? names.count - 1 : entry.tag.group.index
            let key = handlers.key(of: entry.tag) ?? String(entry.tag.number)
            guard found[dictionary][key] == nil else { continue }
            found[dictionary][key] = imageIOValue(entry, handlers: handlers)
        }
        var all: [String: PropertyValue] = [:]
        for (name, values) in zip(names, found) where !values.isEmpty { all[name] = .dictionary(values) }
        if let note { all[note.key] = .dictionary(note.properties) }
        return all
    }

    /// Returns the value in ImageIO's form.
    private func imageIOValue(_ entry: ExifEntry, handlers: TagHandlers) -> PropertyValue {
        let value = property(entry, handlers: handlers)
        switch (entry.tag.group, entry.tag.number) {
        case (.gps, 0x02), (.gps, 0x04), (.gps, 0x14), (.gps, 0x16):
            // Degrees without a sign, which is in the reference tag.
            guard case .rational(let parts) = entry.value,
                let degrees = DegreesMinutesSeconds(parts)?.decimalDegrees
            else { return value }
            return .real(degrees)
        case (.exif, 0x8827):
            return value.array == nil ? .array([value]) : value
        default:
            return value
        }
    }
}
