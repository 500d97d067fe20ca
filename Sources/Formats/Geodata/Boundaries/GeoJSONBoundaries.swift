internal import UprightBase

/// The areas in a GeoJSON text (RFC 7946): the features of a `FeatureCollection` that are polygons with a name.
package struct GeoJSONBoundaries: Sendable, Hashable {
    /// The areas, in the text's order.
    package private(set) var boundaries: [Boundary] = []
    /// The number of features that are not areas: without a polygon, or without a name.
    package private(set) var skipped = 0

    /// The largest text, in bytes.
    package static let largestSize = 1 << 30

    /// Parses a text.
    ///
    /// A name that is longer than 255 bytes is cut at a character.
    ///
    /// - Throws: `GeodataError` if the text is not GeoJSON, or if a position is not in degrees.
    package init(parsing bytes: [UInt8], keys: GeoJSONKeys) throws(GeodataError) {
        guard
            var features = try Self.valid({ () throws(JSONSyntaxError) in try JSONElements(of: bytes, in: "features") })
        else {
            throw GeodataError("expected a GeoJSON FeatureCollection, found an object without an array \"features\"")
        }
        var number = 0
        while let feature = try Self.valid({ () throws(JSONSyntaxError) in try features.next() }) {
            number += 1
            try add(feature, number, keys)
        }
    }

    private static func valid<Result>(_ body: () throws(JSONSyntaxError) -> Result) throws(GeodataError) -> Result {
        do throws(JSONSyntaxError) { return try body() } catch { throw GeodataError("expected GeoJSON: \(error)") }
    }

    private mutating func add(_ feature: JSONValue, _ number: Int, _ keys: GeoJSONKeys) throws(GeodataError) {
        var names: [String: String] = [:]
        for name in keys.names where names[name.language] == nil {
            if let text = Self.text(feature["properties"]?[name.key]) { names[name.language] = text }
        }
        guard let own = names[""] ?? keys.names.lazy.compactMap({ names[$0.language] }).first,
            let geometry = feature["geometry"]
        else {
            skipped += 1
            return
        }
        names[""] = own
        let polygons: [JSONValue]
        switch (geometry["type"], geometry["coordinates"]) {
        case (.string("Polygon")?, let polygon?): polygons = [polygon]
        case (.string("MultiPolygon")?, .array(let list)?): polygons = list
        default: polygons = []
        }
        var rings: [[Boundary.Point]] = []
        for polygon in polygons {
            guard case .array(let list) = polygon else {
                throw .feature(number: number, expected: "a polygon: an array of rings", found: polygon.kind)
            }
            for ring in list {
                let points = try Self.points(ring, number)
                if points.count >= 3 { rings.append(points) }
            }
        }
        guard !rings.isEmpty else {
            skipped += 1
            return
        }
        boundaries.append(Boundary(names: names, rings: rings))
    }

    private static func text(_ value: JSONValue?) -> String? {
        switch value {
        case .string(let text):
            var kept = Substring(text.filter { !$0.isNewline && $0 != "\t" })
            while kept.utf8.count > 255 { kept.removeLast() }
            return kept.isEmpty ? nil : String(kept)
        case .integer(let number): return String(number)
        default: return nil
        }
    }

    private static func points(_ ring: JSONValue, _ number: Int) throws(GeodataError) -> [Boundary.Point] {
        guard case .array(let positions) = ring else {
            throw .feature(number: number, expected: "a ring: an array of positions", found: ring.kind)
        }
        var points: [Boundary.Point] = []
        points.reserveCapacity(positions.count)
        for position in positions {
            guard case .array(let numbers) = position, numbers.count >= 2, let longitude = degrees(numbers[0]),
                let latitude = degrees(numbers[1]), longitude.magnitude <= 180, latitude.magnitude <= 90
            else {
                throw .feature(
                    number: number, expected: "a position in degrees: longitude in -180...180, latitude in -90...90",
                    found: String(position.serialized.prefix(60)))
            }
            let point = Boundary.Point(
                latitude: Int32(saturating: (latitude * Boundary.scale).rounded()),
                longitude: Int32(saturating: (longitude * Boundary.scale).rounded()))
            if points.last != point { points.append(point) }
        }
        if points.count > 1, points.first == points.last { points.removeLast() }
        return points
    }

    private static func degrees(_ value: JSONValue) -> Double? {
        switch value {
        case .integer(let number): Double(number)
        case .number(let number): number
        default: nil
        }
    }
}
