public import UprightFormats

extension MetadataEdit {
    /// Returns the edit that removes values from a named list, and then appends those that it lacks. Empty texts are left
    /// out. A list without values left is removed.
    ///
    /// A value counts as present if its text is the same, letter by letter, so that repeating the edit changes nothing.
    public static func changeList(
        _ name: String, removing: [String] = [], adding: [String] = []
    ) throws(MetadataValueError) -> MetadataEdit {
        try changeList(try MetadataName(name), called: name, removing: removing, adding: adding)
    }

    package static func changeList(
        _ item: MetadataName, called name: String, removing: [String], adding: [String]
    ) throws(MetadataValueError) -> MetadataEdit {
        let (removing, adding) = (removing.filter { !$0.isEmpty }, unique(adding.filter { !$0.isEmpty }))
        switch item {
        case .iptc(let definition) where definition.isRepeatable:
            if !adding.isEmpty { _ = try iptc(definition, adding) }
            return MetadataEdit(
                .changeIPTCList(
                    record: definition.record, number: definition.number, removing: removing, adding: adding))
        case .xmp(let name) where XMPForms.canBeList(name):
            return MetadataEdit(.changeXMPList(name, removing: removing, adding: adding))
        case .text(let text):
            guard !adding.contains(where: { $0.utf8.contains(0) }) else { throw .textEnd(name) }
            return MetadataEdit(.changeTexts(text, removing: removing, adding: adding))
        default: throw .list(name).suggesting(TagNames.misspelt(item))
        }
    }

    /// The edit for a file in which the list has no values, because an earlier edit removes them.
    package var fillingEmptyList: MetadataEdit {
        let action: Action
        switch self.action {
        case .changeIPTCList(let record, let number, _, let adding):
            action =
                adding.isEmpty
                ? .removeIPTC(record: record, number: number) : .setIPTC(record: record, number: number, adding)
        case .changeXMPList(let name, _, let adding):
            if adding.isEmpty {
                action = .removeXMP(name)
            } else {
                action = Self.xmp(name, adding, isList: true).action
            }
        case .changeTexts(let text, _, let adding): action = .setTexts(text, adding)
        default: return self
        }
        return MetadataEdit(action, when: condition)
    }

    /// The values of a list after an edit; `present` if nothing changes.
    static func changed(_ present: [String], removing: [String], adding: [String]) -> [String] {
        let kept = present.filter { !removing.contains($0) || adding.contains($0) }
        return kept + adding.filter { !kept.contains($0) }
    }

    private static func unique(_ texts: [String]) -> [String] {
        var seen: Set<String> = []
        return texts.filter { seen.insert($0).inserted }
    }
}
