internal import ArgumentParser
internal import Foundation
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

    func run() async throws {
        do {
            let data = try Data(contentsOf: URL(fileURLWithPath: file))
            let name = URL(fileURLWithPath: file).deletingPathExtension().lastPathComponent
            let result = try GazetteerImport(geoNames: [UInt8](data), named: "geonames-" + name)
            try Data(result.bytes).write(to: URL(fileURLWithPath: output), options: .atomic)
            Console.shared.print(
                "\(output): \(result.taken) places, \(result.skipped) lines left out, \(result.bytes.count) bytes")
        } catch {
            Console.shared.report("upright: \(file): \(error)")
            throw ExitStatus.rejected
        }
    }
}
