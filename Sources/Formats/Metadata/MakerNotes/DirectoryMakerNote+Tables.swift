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

    /// Lines of tables that cannot be read, and sections that are referred to and do not exist.
    package static var tableFaults: [String] {
        var faults: [String] = MakerNoteTables.apple.faults
        for form in MakerNoteForms.all + [.nikon, .fujifilm] {
            faults += form.tables.faults.map { "\(form.key): \($0)" }
            let tables = form.tables
            for field in tables.names.compactMap({ tables.table($0) }).flatMap(\.fields.values).flatMap(\.self) {
                switch field.form {
                case .section(let name) where !tables.has(name): faults.append("\(form.key): >\(name)")
                case .version(let name, _) where !tables.names.contains { $0.hasPrefix(name) }:
                    faults.append("\(form.key): >\(name)*")
                default: break
                }
            }
        }
        return faults
    }
}
