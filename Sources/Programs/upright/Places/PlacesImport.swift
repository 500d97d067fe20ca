internal import ArgumentParser
internal import UprightFiles
internal import UprightPlaces

/// `upright places import`: a gazetteer with places of the user's own choice.
struct PlacesImport: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Makes a gazetteer of the places in a GeoNames file.",
        discussion: """
            FILE is a GeoNames file as it can be had from download.geonames.org/export/dump, unpacked: cities500.txt, \
            DE.txt, allCountries.txt. The borders stay those of the program. Name the result in the configuration:
            steps: [orient, {place: {gazetteer: FILE}}].
            """)

    @Argument(help: ArgumentHelp("The GeoNames file.", valueName: "file"), completion: .file())
    var file: String

    @Option(help: ArgumentHelp("The gazetteer to write.", valueName: "file"), completion: .file())
    var output: String

    /// `allCountries.txt` had 1.7 GB in 2026; the most bytes that are read.
    private static let largest = 8 << 30

    func run() async throws {
        do {
            let source = RawPath(argument: file)
            let bytes = try FileStore.read(source, limit: Self.largest)
            let name = source.description.split(separator: "/").last?.split(separator: ".").first.map(String.init)
            let result = try GazetteerImport(geoNames: bytes, named: "geonames-" + (name ?? "import"))
            try FileStore.write(result.bytes, to: RawPath(argument: output))
            Console.shared.print(
                "\(output): \(result.taken) places, \(result.skipped) lines left out, \(result.bytes.count) bytes")
        } catch {
            Console.shared.report("upright: \(file): \(error)")
            throw ExitStatus.rejected
        }
    }
}
