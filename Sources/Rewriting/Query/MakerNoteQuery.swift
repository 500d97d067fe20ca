internal import UprightFormats

/// Asks makers' notes for a value by exiftool's name, alone or with its group: `ShutterCount`, `MakerNotes:ShutterCount`,
/// `Nikon:ShutterCount`, `NikonCustom:AFActivation`; a point separates as a colon does.
struct MakerNoteQuery: Sendable, Hashable {
    /// The key of the maker's dictionary; nil for all.
    private let maker: String?
    /// The keys, the first that is there counts.
    private let keys: [String]

    /// Creates a query; nil if the name has a group that is no maker's.
    init?(_ name: String) {
        guard let mark = name.firstIndex(where: { $0 == ":" || $0 == "." }) else {
            (maker, keys) = (nil, [name])
            return
        }
        let (group, tag) = (String(name[..<mark]), String(name[name.index(after: mark)...]))
        guard !tag.isEmpty else { return nil }
        if let settings = DirectoryMakerNote.settings(group) {
            maker = settings.maker
            // Only a name that is also another value's has the group before it.
            let isAlone = settings.names.contains { $0.lowercased() == tag.lowercased() }
            keys = isAlone ? [tag] : ["\(settings.group).\(tag)"]
        } else if group.lowercased() == "makernotes" {
            (maker, keys) = (nil, [tag])
        } else if let key = Self.makers[group.lowercased()] {
            (maker, keys) = (key, [tag])
        } else {
            return nil
        }
    }

    /// exiftool's groups.
    private static let makers: [String: String] = {
        let names = [
            "Apple", "Canon", "Casio", "DJI", "FLIR", "Google", "Kodak", "Leica", "Minolta", "Nikon", "Olympus",
            "Panasonic",
            "Pentax", "Reconyx", "Ricoh", "Samsung", "Sanyo", "Sigma", "Sony",
        ]
        let pairs = names.map { ($0.lowercased(), "{Maker\($0)}") } + [("fujifilm", "{MakerFuji}")]
        return Dictionary(uniqueKeysWithValues: pairs)
    }()

    /// The makers' dictionaries among a file's.
    static func notes(in dictionary: [String: PropertyValue]) -> [(key: String, values: PropertyValue)] {
        dictionary.filter { $0.key.hasPrefix("{Maker") }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// Returns the value; nil if no note has it.
    func value(in dictionary: [String: PropertyValue]) -> PropertyValue? {
        for (key, note) in Self.notes(in: dictionary) where maker.map({ $0 == key }) ?? true {
            for name in keys {
                if let value = note[name] { return value }
                let lower = name.lowercased()
                let same = note.dictionary?.keys.filter { $0.lowercased() == lower }.min()
                if let same { return note[same] }
                // A setting that has its group before its name.
                let settings = note.dictionary?.keys.filter { $0.lowercased().hasSuffix("custom." + lower) }.min()
                if let settings { return note[settings] }
            }
        }
        return nil
    }
}
