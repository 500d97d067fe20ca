internal import ArgumentParser
internal import UprightFiles
internal import UprightBase
internal import UprightService
internal import UprightWorker

/// `upright duplicates`: lists files that show the same picture.
struct Duplicates: AsyncParsableCommand, TakesManyArguments {
    static let configuration = CommandConfiguration(
        commandName: "duplicates", abstract: "Lists files that show the same picture, whatever their metadata.",
        discussion: """
            Files are compared by the digest of what they show in its upright form: a turned copy and a copy with other metadata \
            are the same picture, a smaller or newly coded one is another. Each group is a paragraph, in the order of the paths.

            Examples:
              upright duplicates ~/Pictures
              upright duplicates ~/Pictures ~/Upright --json
            """)

    @Argument(
        help: ArgumentHelp("Files and folders; folders include everything inside.", valueName: "path"),
        completion: .file())
    var paths: [GatheredArguments] = []

    @Option(
        help: ArgumentHelp(
            "A list of files, one per line or NUL-terminated (find -print0); - for standard input.",
            valueName: "file"),
        completion: .file())
    var filesFrom: String?

    @Flag(help: "Print a line of JSON for each group on standard output.")
    var json = false

    func validate() throws {
        if paths.isEmpty, filesFrom == nil { throw ValidationError("Give files, folders or --files-from.") }
        try files.validate()
    }

    private var files: FileArguments {
        var files = FileArguments()
        (files.named, files.filesFrom, files.recursive) = (paths, filesFrom, true)
        return files
    }

    func run() async throws {
        let paths = try files.paths()
        let workers = try await FileWorkers.startingForCommand()
        var scope = InspectionScope()
        (scope.names, scope.digest) = ([], true)
        var groups = DuplicateGroups()
        var isRejected = false
        await InspectionRun(workers, scope).run(paths) { inspection in
            if let digest = inspection.digest {
                groups.add(inspection.source, digest: digest)
            } else {
                isRejected = true
                let reason = inspection.reason ?? "its picture cannot be read whole"
                Console.shared.error("\(inspection.source): \(reason)")
            }
            return true
        }
        await workers.shutDown()
        for (number, group) in groups.groups.enumerated() {
            if json {
                Console.shared.print(group.json.serialized)
            } else {
                if number > 0 { Console.shared.print("") }
                for file in group.files { Console.shared.print("\(file)") }
            }
        }
        if isRejected { throw ExitStatus.rejected }
    }
}
