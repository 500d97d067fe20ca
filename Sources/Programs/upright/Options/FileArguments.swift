internal import ArgumentParser
internal import UprightFiles

/// The files that a command works on: named, in a list, or in folders.
struct FileArguments: ParsableArguments {
    @Argument(help: ArgumentHelp("The files.", valueName: "file"), completion: .file())
    var named: [GatheredArguments] = []

    var files: [String] { named.texts }

    @Option(
        help: ArgumentHelp(
            "A list of files, one per line or NUL-terminated (find -print0); - for standard input.",
            valueName: "file"),
        completion: .file())
    var filesFrom: String?

    @Flag(
        name: [.short, .long], help: "Work on the pictures in the folders that are named, and in folders inside them.")
    var recursive = false

    func validate() throws {
        if files.contains("") { throw ValidationError("A path is empty.") }
        if filesFrom != nil, !files.isEmpty {
            throw ValidationError("--files-from and paths cannot be used together: put the paths into the list.")
        }
    }

    /// Whether nothing is named.
    var isEmpty: Bool { files.isEmpty && filesFrom == nil }

    /// The files in order: those of a folder sorted by path.
    func paths() throws -> [RawPath] {
        var named = files.map { RawPath(argument: $0) }
        if let filesFrom {
            do {
                let list = try FileList(filesFrom)
                while case let paths = try list.next(1024), !paths.isEmpty { named += paths }
            } catch {
                Console.shared.error("--files-from: \(error)")
                throw ExitStatus.rejected
            }
        }
        guard recursive else { return named }
        let (found, failures) = PictureArguments(paths: named).found
        for failure in failures { Console.shared.error(failure) }
        if !failures.isEmpty, found.isEmpty { throw ExitStatus.rejected }
        return found
    }
}
