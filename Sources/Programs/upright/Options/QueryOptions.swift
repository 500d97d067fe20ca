internal import UprightBase
internal import ArgumentParser
internal import UprightRewriting
internal import UprightFiles
internal import UprightFormats
internal import UprightService

/// The options of `upright inspect` for single values and parts.
struct QueryOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            Prints only these values, separated by tabs, after the path if there are several files: XMP:dc:title, Model, \
            PixelWidth, {MakerCanon}.LensModel. Separate names by commas, or repeat the option.
            """,
            valueName: "name[,name…]"))
    var get: [String] = []

    @Flag(
        help: "Print a table with a line for each file, as exiftool -csv does: the columns of --get, or the usual ones."
    )
    var csv = false

    @Option(help: ArgumentHelp("What separates the values of a list in a cell.", valueName: "text"))
    var separator = ", "

    @Option(
        help: ArgumentHelp(
            "Declares an XMP namespace for names such as XMP:PREFIX:Property. Repeat for several.",
            valueName: "prefix=uri"))
    var namespace: [String] = []

    @Option(
        help: ArgumentHelp(
            "Writes a part of the file, byte for byte: thumbnail, preview, icc, xmp, exif, motion (the video).",
            valueName: "part"),
        completion: .list(PicturePart.allCases.map(\.rawValue)), transform: Self.part)
    var extract: PicturePart?

    @Option(
        name: [.short, .long],
        help: ArgumentHelp(
            "Where --extract writes: a file, or a folder for several files. Default: standard output.",
            valueName: "path"),
        completion: .file())
    var output: String?

    @Flag(help: "Replace existing files that --extract would write.")
    var force = false

    /// Whether only values or a part are asked for.
    var isGiven: Bool { !get.isEmpty || csv || extract != nil }

    func validate(json: Bool) throws {
        if extract == nil, output != nil || force { throw ValidationError("--output and --force need --extract.") }
        if extract != nil, !get.isEmpty || csv { throw ValidationError("--extract shows no values.") }
        if csv, json { throw ValidationError("--csv and --json exclude each other.") }
        let namespaces = try declared()
        for name in names where TagQuery(name, namespaces: namespaces) == nil {
            let suggestion = TagNames.nearest(to: name)
            throw ValidationError(
                "--get takes names such as XMP:dc:title, IPTC:City, Model or PixelWidth, found \(name)"
                    + (suggestion.isEmpty ? "" : ": \(suggestion)"))
        }
    }

    private var names: [String] {
        self.get.flatMap { $0.split(separator: ",").map { String($0.drop { $0 == " " }) } }
    }

    func declared() throws -> [XMPNamespace] { try NamespaceOption.parse(namespace) }

    /// The columns; nil if no values are asked for.
    func rows() throws -> TagRows? {
        guard !get.isEmpty || csv else { return nil }
        return TagRows(
            get.isEmpty ? TagRows.usual : names, namespaces: try declared(), separator: separator)
    }

    /// Shows the values of a file.
    func show(_ inspection: Inspection, _ rows: TagRows, isAlone: Bool) {
        if csv {
            Console.shared.print(bytes: rows.line(inspection))
        } else {
            let values = rows.names.indices.map { index in
                ShownText.onOneLine(rows.text(inspection.values?[rows.names[index]], at: index))
            }
            Console.shared.print(((isAlone ? [] : ["\(inspection.source)"]) + values).joined(separator: "\t"))
        }
        if let reason = inspection.reason { Console.shared.error("\(inspection.source): \(reason)") }
    }

    /// Refuses a name that no tag has, that is near one that a tag has, and of which no file has a value.
    func checkNames(_ valued: Set<String>) throws {
        var isMisspelt = false
        for name in names where !valued.contains(name) {
            let suggestion = TagNames.nearest(to: name)
            guard !suggestion.isEmpty else { continue }
            isMisspelt = true
            Console.shared.error(
                "--get \(name): no tag that is known has this name, and no file has a value of it: \(suggestion)")
        }
        if isMisspelt { throw ExitStatus.usage }
    }

    /// Writes a part of each file.
    func extract(_ part: PicturePart, of paths: [RawPath], _ workers: FileWorkers) async throws {
        let target = output.map { RawPath(argument: $0) }
        let isFolder = target.map(FileStore.isFolder) ?? false
        guard paths.count == 1 || isFolder else {
            throw ValidationError("--extract from several files needs --output with a folder that exists.")
        }
        if target == nil, Console.shared.outputIsTerminal {
            throw ValidationError("--extract writes bytes: redirect standard output, or name a file with --output.")
        }
        var isRejected = false
        await ExtractionRun(workers, part).run(paths) { result in
            do {
                guard let file = result.part else { throw Missing(description: result.reason) }
                if let target {
                    let name = result.source.name + Array(".\(part.rawValue).\(part.filenameExtension)".utf8)
                    try ExtractionRun.write(
                        file, of: result.source, to: isFolder ? target.appending(name: name) : target, replacing: force)
                } else {
                    try Console.shared.write(file)
                }
            } catch {
                isRejected = true
                Console.shared.error("\(result.source): \(error)")
            }
            return !Console.shared.isBroken
        }
        await workers.shutDown()
        if isRejected { throw ExitStatus.rejected }
    }

    private struct Missing: Error, CustomStringConvertible { let description: String }

    private static func part(_ word: String) throws -> PicturePart {
        if let part = PicturePart(rawValue: word) { return part }
        let words = PicturePart.allCases.map(\.rawValue).joined(separator: ", ")
        throw ValidationError("--extract takes one of \(words); found \(word)")
    }
}
