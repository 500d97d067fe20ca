internal import ArgumentParser
internal import UprightFiles
internal import UprightPlaces

/// `upright places import`: builds a gazetteer from places of the user's choice.
struct PlacesImport: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Builds a gazetteer from the places in a GeoNames file.",
        discussion: """
            FILE is an unpacked GeoNames file from download.geonames.org/export/dump: cities500.txt, DE.txt, \
            allCountries.txt. The borders remain those of the built-in gazetteer. Name the result in the configuration:
            steps: [orient, {place: {gazetteer: FILE}}].
            """)

    @Argument(help: ArgumentHelp("The GeoNames file.", valueName: "file"), completion: .file())
    var file: String

    @Option(help: ArgumentHelp("The gazetteer to write.", valueName: "file"), completion: .file())
    var output: String

    /// The largest file to read, in bytes. `allCountries.txt` had 1.7 GB in 2026.
    private static let largest = 8 << 30

    func run() async throws {
        do {
            let source = RawPath(argument: file)
            let bytes = try FileStore.read(source, limit: Self.largest)
            let name = source.description.split(separator: "/").last?.split(separator: ".").first.map(String.init)
            let result = try GazetteerImport(geoNames: bytes, named: "geonames-" + (name ?? "import"))
            try FileStore.write(result.bytes, to: RawPath(argument: output))
            Console.shared.print(
                "\(output): \(result.taken) places, \(result.skipped) lines skipped, \(result.bytes.count) bytes")
        } catch {
            Console.shared.error("\(file): \(error)")
            throw ExitStatus.rejected
        }
    }
}
