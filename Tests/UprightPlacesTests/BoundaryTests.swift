internal import Foundation
internal import Testing
internal import UprightFormats
internal import UprightPlaces

/// Imported boundaries: GeoJSON in, a file, names out.
@Suite struct BoundaryTests {
    /// Two districts of Munich side by side, the second with a hole, and a third that repeats the hole.
    static let geoJSON = """
        {"type": "FeatureCollection", "name": "x", "features": [
          {"type": "Feature", "properties": {"name": "Altstadt", "name_zh": "老城"}, "geometry": {"type": "Polygon",
            "coordinates": [[[11.56, 48.13], [11.58, 48.13], [11.58, 48.15], [11.56, 48.15], [11.56, 48.13]]]}},
          {"type": "Feature", "properties": {"name": "Ring", "note": "}]\\"{"}, "geometry": {"type": "MultiPolygon", "coordinates": [
            [[[11.58, 48.13], [11.62, 48.13], [11.62, 48.15], [11.58, 48.15], [11.58, 48.13]],
             [[11.59, 48.135], [11.61, 48.135], [11.61, 48.145], [11.59, 48.145], [11.59, 48.135]]]]}},
          {"type": "Feature", "properties": {"name": "Kern"}, "geometry": {"type": "Polygon", "coordinates": [
            [[11.59, 48.135], [11.61, 48.135], [11.61, 48.145], [11.59, 48.145], [11.59, 48.135]]]}},
          {"type": "Feature", "properties": {"name": "A point"}, "geometry": {"type": "Point", "coordinates": [11, 48]}},
          {"type": "Feature", "properties": {}, "geometry": null}
        ]}
        """
    static let keys = GeoJSONKeys([.init(key: "name"), .init(language: "zh", key: "name_zh")])

    static func districts(_ text: String = geoJSON) throws -> BoundarySet {
        let found = try GeoJSONBoundaries(parsing: Array(text.utf8), keys: keys)
        return BoundarySet(level: .district, version: "v", source: "s", boundaries: found.boundaries)
    }

    @Test func theDistrictOfAPositionIsThatOfItsPolygon() throws {
        let found = try GeoJSONBoundaries(parsing: Array(Self.geoJSON.utf8), keys: Self.keys)
        #expect(found.boundaries.map { $0.names[""] } == ["Altstadt", "Ring", "Kern"] && found.skipped == 2)
        let gazetteer = try Gazetteer(boundaries: [BoundaryIndex(Self.districts())])
        func district(_ latitude: Double, _ longitude: Double, _ language: String? = nil) throws -> Place? {
            gazetteer.place(at: try #require(Position(latitude: latitude, longitude: longitude)), language: language)
        }
        #expect(try district(48.14, 11.57)?.district == "Altstadt" && district(48.14, 11.57)?.ownDistrict == nil)
        #expect(try district(48.14, 11.585)?.district == "Ring" && district(48.14, 11.6)?.district == "Kern")
        #expect(try district(48.14, 11.63)?.district == nil && district(48.14, 11.57)?.city == "Munich")
        // In the language if the file has it, otherwise the district's own name.
        let chinese = try district(48.14, 11.57, "zh-Hans-CN")
        #expect(chinese?.district == "老城" && chinese?.ownDistrict == "Altstadt" && chinese?.country == "德国")
        #expect(try district(48.14, 11.6, "zh")?.district == "Kern")
        // Places name their data: other boundaries place the pictures again.
        #expect(try district(48.14, 11.57)?.source.hasSuffix(", district v") == true)
    }

    @Test func citiesOfBoundariesReplaceTheDatas() throws {
        var set = try Self.districts()
        set.level = .city
        let gazetteer = try Gazetteer(boundaries: [BoundaryIndex(Self.districts()), BoundaryIndex(set)])
        let place = gazetteer.place(at: try #require(Position(latitude: 48.14, longitude: 11.57)), language: "zh")
        #expect(place?.city == "老城" && place?.ownCity == "Altstadt" && place?.district == "老城")
    }

    @Test func aFileReadsBackAsWritten() throws {
        let set = try Self.districts()
        #expect(try BoundarySet(parsing: set.serialized) == set)
        #expect(try BoundarySet(parsing: BoundarySet(level: .city).serialized).boundaries.isEmpty)
    }

    @Test func everyPrefixAndEveryChangedByteIsRejectedOrRead() throws {
        let bytes = try Self.districts().serialized
        for count in 0..<bytes.count {
            #expect(throws: GeodataError.self) { try BoundarySet(parsing: Array(bytes.prefix(count))) }
        }
        let middle = try #require(Position(latitude: 48.14, longitude: 11.6))
        for index in bytes.indices {
            for bit in 0..<8 {
                var changed = bytes
                changed[index] ^= 1 << bit
                do throws(GeodataError) {
                    _ = BoundaryIndex(try BoundarySet(parsing: changed)).names(at: middle)
                } catch { continue }
            }
        }
    }

    static func polygon(_ coordinates: String) -> String {
        #"{"features": [{"properties": {"name": "a"}, "geometry": {"type": "Polygon", "coordinates": "# + coordinates
            + "}}]}"
    }

    @Test(arguments: [
        "", "[]", "{", #"{"features": 1}"#, #"{"features": [}"#, #"{"features": [{]}"#, #"{"features": [{}"#,
        #"{"type": "Feature"}"#,
        Self.polygon("[[[11, 4800000]]]"), Self.polygon(#"[[["11", 48]]]"#), Self.polygon("[[1e400, 1]]"),
        Self.polygon("[1]"),
        #"{"features": ["# + String(repeating: "[", count: 100_000), #"{"features": ["\"#,
        #"{"a": "# + String(repeating: "[", count: 100_000),
    ])
    func hostileTextsAreRejected(text: String) {
        #expect(throws: GeodataError.self) { try GeoJSONBoundaries(parsing: Array(text.utf8), keys: Self.keys) }
    }

    @Test func everyPrefixOfATextIsRejected() {
        let bytes = Array(Self.geoJSON.utf8)
        // Behind the last feature nothing is read.
        let end = bytes.lastIndex(of: UInt8(ascii: "]")) ?? 0
        for count in 0..<end {
            #expect(throws: GeodataError.self) {
                try GeoJSONBoundaries(parsing: Array(bytes.prefix(count)), keys: Self.keys)
            }
        }
    }

    /// The Forbidden City's Meridian Gate in three datums (a pair published with the formulas' descriptions).
    @Test(arguments: [Datum.gcj02, .bd09])
    func chineseCoordinatesAreConverted(datum: Datum) throws {
        let gate = try #require(Position(latitude: 39.908823, longitude: 116.39747))
        let shown =
            datum == .gcj02
            ? GCJ02.position(fromWGS84: gate)
            : try #require(Position(latitude: 39.916527, longitude: 116.410093))
        if datum == .bd09 {
            // In Baidu's coordinates the gate lies about a kilometre to the north-east.
            #expect(datum.wgs84(from: shown).distance(to: gate) < 0.01)
        } else {
            #expect(datum.wgs84(from: shown).distance(to: gate) < 0.000_1)
        }
        func square(_ middle: Position) -> Boundary {
            let (north, east) = (Int32(middle.latitude * 1e5), Int32(middle.longitude * 1e5))
            return Boundary(
                names: ["": "a"],
                rings: [
                    [(-100, -100), (-100, 100), (100, 100), (100, -100)].map {
                        Boundary.Point(latitude: north + $0.0, longitude: east + $0.1)
                    }
                ])
        }
        // Only areas of the mainland are shifted.
        let tokyo = try #require(Position(latitude: 35.68, longitude: 139.76))
        let hongKong = try #require(Position(latitude: 22.32, longitude: 114.17))
        var set = BoundarySet(level: .district, boundaries: [square(shown), square(tokyo), square(hongKong)])
        let gazetteer = try Gazetteer()
        set.convert(from: datum, by: gazetteer)
        #expect(set.boundaries[1] == square(tokyo) && set.boundaries[2] == square(hongKong))
        let index = BoundaryIndex(set)
        let edge = try #require(Position(latitude: gate.latitude + 0.0009, longitude: gate.longitude + 0.0009))
        let outside = try #require(Position(latitude: gate.latitude + 0.0015, longitude: gate.longitude))
        #expect(index.names(at: edge) != nil && index.names(at: outside) == nil)
    }

    /// Boundaries against another way to tell whether a point is inside, on many random stars.
    @Test func aLookupAgreesWithCountingAllEdges() throws {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<40 {
            let corners = Int.random(in: 3...200, using: &random)
            let centre = (Double.random(in: -80...80, using: &random), Double.random(in: -170...170, using: &random))
            let ring = (0..<corners).map { corner -> Boundary.Point in
                let angle = Double(corner) / Double(corners) * 2 * .pi
                let reach = Double.random(in: 0.1...2, using: &random)
                return Boundary.Point(
                    latitude: Int32((centre.0 + reach * sin(angle)) * 1e5),
                    longitude: Int32((centre.1 + reach * cos(angle)) * 1e5))
            }
            let boundary = Boundary(names: ["": "a"], rings: [ring])
            let index = BoundaryIndex(BoundarySet(level: .city, boundaries: [boundary]))
            for _ in 0..<200 {
                let y = Double.random(in: centre.0 - 2...centre.0 + 2, using: &random)
                let x = Double.random(in: centre.1 - 2...centre.1 + 2, using: &random)
                var isInside = false
                for (a, b) in zip(ring, ring.dropFirst() + ring.prefix(1)) {
                    let (ya, yb) = (Double(a.latitude) / 1e5, Double(b.latitude) / 1e5)
                    let (xa, xb) = (Double(a.longitude) / 1e5, Double(b.longitude) / 1e5)
                    if (ya > y) != (yb > y), x < xa + (y - ya) / (yb - ya) * (xb - xa) { isInside.toggle() }
                }
                let position = try #require(Position(latitude: y, longitude: x))
                #expect((index.names(at: position) != nil) == isInside)
            }
        }
    }

    @Test("A count beyond the file's end is refused before memory is taken for it")
    func counts() {
        var bytes = BoundarySet(level: .city).serialized
        bytes.removeLast()
        // One boundary without names, with one ring of 2^49 points.
        bytes += [1, 0, 1, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 1]
        #expect(throws: GeodataError.self) { try BoundarySet(parsing: bytes) }
    }
}
