internal import ArgumentParser
internal import UprightAlbums
internal import UprightEngine
internal import UprightFiles
internal import UprightBase
internal import UprightSteps

/// `upright albums import`.
struct AlbumsImport: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Adds pictures that other machines have normalized to the albums.",
        discussion: """
            FILE has one JSON object per line, as `upright-batch rows` prints the results of a plan: output, source, type, \
            outcome, captured, latitude, longitude. Rows of pictures that were not delivered are skipped. For pictures in an \
            object store, give the folder where the gallery finds them: --prefix s3://bucket/out --folder /mnt/out. \
            Importing the same file again changes nothing.

            Examples:
              upright albums import rows.jsonl
              upright albums import rows.jsonl --prefix s3://bucket/out --folder /mnt/out
            """)

    @OptionGroup var options: AlbumLibraryOptions

    @Argument(help: ArgumentHelp("The results; - for standard input.", valueName: "file"), completion: .file())
    var file: String

    @Option(help: ArgumentHelp("The common start of the outputs' addresses.", valueName: "url"))
    var prefix: String?

    @Option(help: ArgumentHelp("The folder that replaces the prefix.", valueName: "dir"), completion: .directory)
    var folder: String?

    private static let rowsAtATime = 1000

    func validate() throws {
        guard (prefix == nil) == (folder == nil), prefix != "", folder != "" else {
            throw ValidationError("Give --prefix and --folder together, or neither.")
        }
    }

    func run() async throws {
        let rows: ResultRows
        do {
            rows = try ResultRows(file, prefix: prefix, folder: folder.map { absolute($0) })
        } catch {
            Console.shared.error("\(error)")
            throw ExitStatus.rejected
        }
        let (library, configuration) = try await options.open(update: false)
        do {
            let journal = try Journal.open(in: RawPath(configuration.state), isChecked: false).journal
            let filed = try await AlbumLibraryOptions.withFiler(configuration, library, journal) { filer in
                var filed = 0
                var pictures = try rows.next(Self.rowsAtATime)
                while !pictures.isEmpty {
                    filed += try await filer.file(pictures)
                    pictures = try rows.next(Self.rowsAtATime)
                }
                return filed
            }
            try library.settle()
            let known = rows.delivered - filed
            options.show(
                [("added", .integer(filed)), ("known", .integer(known)), ("skipped", .integer(rows.others))],
                "\(Words.count(filed, "picture")) added, \(known) added before, "
                    + "\(Words.count(rows.others, "row")) without a delivered picture")
        } catch {
            Console.shared.error("\(error)")
            throw ExitStatus.rejected
        }
    }
}
