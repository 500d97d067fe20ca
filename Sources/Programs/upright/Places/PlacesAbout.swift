internal import UprightBase
internal import UprightEngine
internal import UprightSteps
internal import ArgumentParser
internal import UprightFormats
internal import UprightPlaces

/// `upright places about`: describes the gazetteer's data and its sources.
struct PlacesAbout: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "about", abstract: "Describes the gazetteer's data: version, sources and licences.",
        discussion: """
            Examples:
              upright places about
              upright places about --config pipeline.yaml
            """)

    @Option(
        help: ArgumentHelp("A configuration file, for its gazetteer (default: none).", valueName: "file"),
        completion: .file())
    var config: String?

    @Flag(help: "Print one JSON object.")
    var json = false

    func run() async throws {
        let configuration = try ConfigurationOption.load(config, needsFolders: false)
        let gazetteer = try GazetteerOption.geocoding(configuration.steps.naming, of: configuration).gazetteer
        let about = gazetteer.about
        if json {
            let counts = about.counts.map { ($0.name, JSONValue.integer($0.count)) }
            let object = JSONValue.object([
                ("version", .string(about.version)), ("attribution", .string(about.attribution)),
                ("sources", .array(about.sources.map(JSONValue.string))), ("counts", .object(counts)),
                (
                    "boundaries",
                    .array(
                        gazetteer.boundaries.map {
                            .object([
                                ("level", .string($0.level.rawValue)), ("count", .integer($0.count)),
                                ("version", .string($0.version)), ("source", .string($0.source)),
                            ])
                        })
                ),
                ("languages", .array(about.languages.map(JSONValue.string))),
                (
                    "translated",
                    .object(
                        gazetteer.translatedShares().map {
                            ($0.language, .object([("regions", .number($0.regions)), ("cities", .number($0.cities))]))
                        })
                ),
            ])
            Console.shared.print(object.serialized)
            return
        }
        Console.shared.print(about.attribution)
        Console.shared.print("version    \(about.version)")
        for count in about.counts { Console.shared.print("\(count.count) \(count.name)") }
        for source in about.sources { Console.shared.print("source     \(source)") }
        for index in gazetteer.boundaries {
            Console.shared.print(
                "boundaries of \(index.level == .city ? "cities" : "districts"): \(Words.grouped(index.count)), "
                    + "version \(index.version), from \(index.source)")
        }
        Console.shared.print("languages  \(about.languages.joined(separator: " "))")
        Console.shared.print(
            "share of translated names of regions, and of cities with 15,000 people or more; for other")
        Console.shared.print("names, languages in Latin script use the local name:")
        for share in gazetteer.translatedShares() {
            let regions = Int(saturating: (share.regions * 100).rounded())
            let cities = Int(saturating: (share.cities * 100).rounded())
            Console.shared.print("  \(share.language)\t\(regions) %\t\(cities) %")
        }
    }
}
