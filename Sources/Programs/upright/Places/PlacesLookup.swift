internal import UprightEngine
internal import UprightSteps
internal import ArgumentParser
internal import UprightBase
internal import UprightPlaces
internal import UprightFormats

/// `upright places lookup`: explains the name of a position.
struct PlacesLookup: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lookup", abstract: "Explains the name of a position: polygon, candidates, weights.",
        discussion: """
            Positions are LAT,LON in decimal degrees. Without arguments, they are read from standard input, one per line, \
            and each is answered by a line: latitude, longitude, country code, country, region code, region, city, district. \
            A line that is not a position gets an empty answer and a message, and the exit status is 1 at the end.

            Examples:
              upright places lookup 48.137154,11.576124
              upright places lookup --language de --json -- -33.8675,151.207
              cut -f 1 positions.tsv | upright places lookup
            """)

    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp("Positions in decimal degrees, north and east positive.", valueName: "lat,lon"))
    var positions: [String] = []

    @Option(help: ArgumentHelp("The language of the names, such as de or zh-Hant.", valueName: "tag"))
    var language: String?

    @Option(
        help: ArgumentHelp(
            "A configuration file, for its overrides, gazetteer and language (default: none).", valueName: "file"),
        completion: .file(extensions: ["yaml", "yml"])
    )
    var config: String?

    @Flag(help: "Print a line of JSON for each position.")
    var json = false

    func validate() throws {
        // Southern latitudes start with a minus sign. They are accepted with or without `--` before them.
        for text in positions where text != "--" && Position(text) == nil && !Self.isZero(text) {
            throw ValidationError("\"\(text)\" is not a position: expected \(Position.expected(insteadOf: text)).")
        }
    }

    private static func isZero(_ text: String) -> Bool {
        let parts = text.split { $0 == "," || $0.isWhitespace }
        return parts.count == 2 && parts.allSatisfy { Double($0) == 0 }
    }

    func run() async throws {
        let configuration = try ConfigurationOption.load(config, needsFolders: false)
        var settings = configuration.steps.naming
        if let language { settings.language = language }
        let geocoding = try GazetteerOption.geocoding(settings, of: configuration)
        if let language = settings.language, !geocoding.gazetteer.speaks(language) {
            let known = geocoding.gazetteer.about.languages.joined(separator: " ")
            Console.shared.error(
                "the gazetteer has no names in the language \"\(language)\": expected one of en \(known)")
            throw ExitStatus.configuration
        }
        if positions.isEmpty {
            var number = 0
            var bad = 0
            while let line = readLine() {
                number += 1
                if !answer(line, number, geocoding) { bad += 1 }
            }
            if bad > 0 { throw ExitStatus.rejected }
            return
        }
        for text in positions where text != "--" {
            guard let position = Position(text) else {
                Console.shared.print(
                    json ? Self.object(nil, GazetteerExplanation.noMembers) : "0,0: a missing position, no place")
                continue
            }
            let explanation = geocoding.gazetteer.explanation(of: position, language: settings.language)
            if json {
                Console.shared.print(Self.object(position, explanation.members))
            } else {
                for line in explanation.lines(for: position) { Console.shared.print(line) }
                if let client = geocoding.client {
                    let answer = await geocoding.places(at: [position])[0]
                    let trouble = await client.trouble.map { "\($0)" } ?? "no answer"
                    let text = answer.isFinal ? answer.place?.description ?? "no place" : trouble
                    Console.shared.print("geocoder   \(client.service.name): \(text)")
                }
            }
        }
    }

    private static func object(_ position: Position?, _ members: [(String, JSONValue)]) -> String {
        let place = [
            ("latitude", JSONValue.measure(position?.latitude)), ("longitude", .measure(position?.longitude)),
        ]
        return JSONValue.object(place + members).serialized
    }

    /// Answers a line; returns false if it is not a position. 0,0 means a missing position, and is not an error.
    private func answer(_ line: String, _ number: Int, _ geocoding: Geocoding) -> Bool {
        // Numbers with white space between them need no comma.
        let joined = line.contains(",") ? line : line.split { $0.isWhitespace }.joined(separator: ", ")
        let position = Position(joined)
        let isPosition = position != nil || Self.isZero(joined)
        if !isPosition {
            Console.shared.error(
                "line \(number): expected \(Position.expected(insteadOf: joined)); found \"\(line)\""
            )
        }
        let place = position.flatMap { geocoding.placeAtOnce(at: $0) }
        if json {
            Console.shared.print(Self.object(position, [("place", place?.json ?? .null)]))
            return isPosition
        }
        let fields = [
            position.map { String($0.latitude) }, position.map { String($0.longitude) }, place?.countryCode,
            place?.country, place?.regionCode, place?.region, place?.city, place?.district,
        ]
        Console.shared.print(fields.map { $0 ?? "" }.joined(separator: "\t"))
        return isPosition
    }
}
