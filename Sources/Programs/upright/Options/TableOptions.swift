internal import ArgumentParser
internal import UprightFiles
internal import UprightFormats
internal import UprightRewriting
internal import UprightService

/// The table of `upright tag --csv`.
struct TableOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            A table of values, as upright inspect --csv and exiftool -csv write it: SourceFile, and a column for each tag. Without \
            files, every file of the table is edited. An empty cell leaves a value, - removes it.
            """,
            valueName: "file"),
        completion: .file(extensions: ["csv"]))
    var csv: String?

    @Option(help: ArgumentHelp("What separates the values of a list in a cell.", valueName: "text"))
    var separator = ", "

    /// How many columns a note names.
    private static let shownColumns = 16
    private static let largestSize = 1 << 30

    /// Reads the table; nil if none is named.
    func sheet(namespaces: [XMPNamespace]) throws -> TagSheet? {
        guard let csv else { return nil }
        do {
            let path = try RawPath(argument: csv).followed()
            let folder = try OpenFolder(containing: path)
            let bytes = try folder.file(RawPath(bytes: path.name)).readAll(limit: Self.largestSize)
            let sheet = try TagSheet(parsing: bytes, separator: separator, namespaces: namespaces)
            if !sheet.ignored.isEmpty {
                let more = sheet.ignored.count - Self.shownColumns
                let shown = sheet.ignored.prefix(Self.shownColumns).map { name in
                    let near = TagNames.nearest(to: name)
                    return near.isEmpty ? name : "\(name) (\(near))"
                }
                Console.shared.note(
                    "columns that are not written: " + shown.joined(separator: ", ")
                        + (more > 0 ? " and \(more) more" : ""))
            }
            return sheet
        } catch {
            let isNamed = error is FileError
            Console.shared.error(isNamed ? "--csv: \(error)" : "\(csv): \(error)")
            throw ExitStatus.rejected
        }
    }
}
