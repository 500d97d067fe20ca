internal import UprightFormats
internal import UprightBase
internal import UprightPlaces

extension Place {
    /// The place as an object.
    var json: JSONValue {
        .object([
            ("country", .text(country)), ("countryCode", .text(countryCode)), ("region", .text(region)),
            ("regionCode", .text(regionCode)), ("county", .text(county)), ("city", .text(city)),
            ("district", .text(district)), ("isOffshore", .boolean(isOffshore)), ("source", .text(source)),
        ])
    }
}

extension GazetteerExplanation {
    /// The members of the object for a missing position.
    static var noMembers: [(String, JSONValue)] {
        ["place", "timeZone", "polygon"].map { ($0, .null) } + [("candidates", .array([]))]
            + ["witness", "override"].map { ($0, .null) }
    }

    /// The members of the object that explains a position.
    var members: [(String, JSONValue)] {
        [
            ("place", place?.json ?? .null), ("timeZone", .text(timeZone)),
            (
                "polygon",
                .object([
                    ("relation", .text(polygon.relation)), ("kilometres", .measure(polygon.kilometres)),
                    ("code", .text(polygon.code)), ("givesRegion", .boolean(polygon.givesRegion)),
                ])
            ),
            ("candidates", .array(candidates.map(\.json))),
            ("witness", witness?.json ?? .null), ("override", override?.json ?? .null),
        ]
    }
}

extension GazetteerExplanation.Candidate {
    fileprivate var json: JSONValue {
        .object([
            ("name", .text(name)), ("region", .text(region)), ("population", .integer(population)),
            ("distance", .number(distance)), ("radius", .number(radius)), ("weight", .number(weight)),
            ("among", .text(among)), ("isChosen", .boolean(isChosen)),
        ])
    }
}

extension PlaceOverride {
    fileprivate var json: JSONValue {
        .object([
            ("name", .text(name)), ("latitude", .number(position.latitude)), ("longitude", .number(position.longitude)),
            ("radius", .number(radius)), ("district", .text(district)), ("region", .text(region)),
            ("country", .text(country)), ("countryCode", .text(countryCode)),
        ])
    }
}
