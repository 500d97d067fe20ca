extension DirectoryMakerNote {
    /// The number of names in all tables, by maker's key, for the tests and the documentation.
    package static var namesByMaker: [String: Int] {
        var counts: [String: Int] = [:]
        for form in MakerNoteForms.all + [.nikon, .fujifilm] {
            let names = form.tables.sections.values.flatMap { $0.fields.values.map(\.name) }
            counts[form.key] = max(counts[form.key] ?? 0, Set(names).count)
        }
        return counts
    }

    /// Lines of tables that cannot be read, and sections that are referred to and do not exist.
    package static var tableFaults: [String] {
        var faults: [String] = MakerNoteTables.apple.faults
        for form in MakerNoteForms.all + [.nikon, .fujifilm] {
            faults += form.tables.faults.map { "\(form.key): \($0)" }
            for field in form.tables.sections.values.flatMap(\.fields.values) {
                switch field.form {
                case .section(let name) where form.tables.sections[name] == nil: faults.append("\(form.key): >\(name)")
                case .version(let name) where !form.tables.sections.keys.contains { $0.hasPrefix(name) }:
                    faults.append("\(form.key): >\(name)*")
                default: break
                }
            }
        }
        return faults
    }
}
