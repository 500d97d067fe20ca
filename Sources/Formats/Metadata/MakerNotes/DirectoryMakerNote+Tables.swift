extension DirectoryMakerNote {
    /// The number of names in all tables, by maker's key, for the tests and the documentation.
    package static var namesByMaker: [String: Int] {
        var counts: [String: Int] = [:]
        for form in MakerNoteForms.all + [.nikon, .fujifilm] {
            let tables = form.tables
            let names = tables.names.flatMap { name in
                tables.table(name).map { $0.fields.values.flatMap { $0.map(\.name) } } ?? []
            }
            counts[form.key] = max(counts[form.key] ?? 0, Set(names).count)
        }
        return counts
    }

    package static var names: Set<String> {
        Set(
            Set(MakerNoteForms.all.map(\.file) + ["nikon", "fujifilm", "apple"]).flatMap { file in
                let tables = MakerNoteTables.of(file)
                return tables.names.flatMap { tables.table($0)?.fields.values.flatMap { $0.map(\.name) } ?? [] }
            })
    }

    /// What users set in a camera, by exiftool's group of it (`CanonCustom`): the maker's key, and the names that are no other
    /// value's. The others have the group and a point before them.
    package static func settings(_ group: String) -> (group: String, maker: String, names: Set<String>)? {
        let known = [
            ("CanonCustom", "{MakerCanon}", "canon", "CustomFunctions"),
            ("NikonCustom", "{MakerNikon}", "nikon", "CustomSettings"),
        ]
        guard let found = known.first(where: { $0.0.lowercased() == group.lowercased() }) else { return nil }
        let tables = MakerNoteTables.of(found.2)
        let names = tables.names.filter { $0.hasPrefix(found.3) }.flatMap { name in
            tables.table(name)?.fields.values.flatMap { $0.map(\.name) } ?? []
        }
        return (found.0, found.1, Set(names.filter { !$0.contains(".") }))
    }

    /// Lines of tables that cannot be read, and sections that are referred to and do not exist.
    package static var tableFaults: [String] {
        var faults: [String] = MakerNoteTables.of("apple").faults
        for form in MakerNoteForms.all + [.nikon, .fujifilm] {
            faults += form.tables.faults.map { "\(form.key): \($0)" }
            let tables = form.tables
            for field in tables.names.compactMap({ tables.table($0) }).flatMap(\.fields.values).flatMap(\.self) {
                switch field.form {
                case .section(let name) where !tables.has(name), .substituted(let name) where !tables.has(name):
                    faults.append("\(form.key): >\(name)")
                case .version(let name, _) where !tables.names.contains { $0.hasPrefix(name) }:
                    faults.append("\(form.key): >\(name)*")
                default: break
                }
            }
        }
        return faults
    }
}
