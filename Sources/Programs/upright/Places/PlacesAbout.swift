internal import UprightJSON
internal import UprightEngine
internal import UprightSteps
internal import ArgumentParser
internal import UprightPlaces

/// `upright places about`: what the gazetteer's data is and whose.
struct PlacesAbout: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "about", abstract: "Says what data the gazetteer holds, its version, sources and licences.")

    @Option(help: ArgumentHelp("A configuration, for its gazetteer.", valueName: "file"), completion: .file())
    var config: String?

    @Flag(help: "Print one JSON object.")
    var json = false

    func run() async throws {
        let settings = try ConfigurationOption.load(config).step(PlaceStep.self) ?? PlaceStep()
        let gazetteer = try GazetteerOption.geocoding(settings).gazetteer
        let about = gazetteer.about
        if json {
            let counts = about.counts.map { ($0.name, JSONValue.integer($0.count)) }
            let object = JSONValue.object([
                ("version", .string(about.version)), ("attribution", .string(about.attribution)),
                ("sources", .array(about.sources.map(JSONValue.string))), ("counts", .object(counts)),
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
        Console.shared.print("languages  \(about.languages.joined(separator: " "))")
        Console.shared.print("translated share of regions, and of cities of 15,000 people or more; where a name is not")
        Console.shared.print("translated, languages in Latin letters take the place's own:")
        for share in gazetteer.translatedShares() {
            let regions = Int((share.regions * 100).rounded())
            let cities = Int((share.cities * 100).rounded())
            Console.shared.print("  \(share.language)\t\(regions) %\t\(cities) %")
        }
    }
}
