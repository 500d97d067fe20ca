internal import UprightBase
package import UprightFormats

/// Makes a gazetteer from the user's places: the borders of the built-in one with the places of a GeoNames file.
package struct GazetteerImport: Sendable {
    /// The number of places that were imported.
    package let importedCount: Int
    /// The new file.
    package let bytes: [UInt8]

    /// Makes a gazetteer.
    ///
    /// - Parameters:
    ///   - places: the places.
    ///   - name: the name of the data, which is the start of its version.
    ///   - alternateNames: the names of the places by language. Those that it lacks are the built-in ones, for places
    ///     that the built-in gazetteer has with the same position and name.
    ///   - source: where the alternate names are from and their licence.
    package init(
        _ places: GeoNamesPlaces, named name: String, alternateNames: AlternateNames? = nil, source: String? = nil
    ) throws(GeodataError) {
        importedCount = places.rows.count
        let base = try GazetteerFile.embedded()
        let directions = Directions()
        func points(_ rows: [GeoNamesPlaces.Row]) -> [SIMD4<Float>] {
            rows.map { directions.vector(latitude: Int32($0.latitude), longitude: Int32($0.longitude)) }
        }
        let order = CityTree.order(of: points(places.rows), depth: 14)
        let sorted = order.map { places.rows[$0] }
        var big = sorted.indices.filter { sorted[$0].population >= 50_000 && !sorted[$0].isSection }
        big = CityTree.order(of: points(big.map { sorted[$0] }), depth: 10).map { big[$0] }
        var writer = GazetteerWriter()
        var flags = [UInt8](repeating: 0, count: (sorted.count + 7) / 8)
        for (index, row) in sorted.enumerated() where row.isSection { flags[index >> 3] |= 1 << UInt8(index & 7) }
        let names = ImportedNames(
            of: sorted, order: order, known: try Self.known(sorted, in: base), base: base,
            alternateNames: alternateNames)
        for tag in base.tags {
            switch tag {
            case "META":
                let lines = try Self.description(of: sorted, named: name, source: source, over: base)
                writer.add(tag, Array(lines.map { $0.joined(separator: "\t") }.joined(separator: "\n").utf8))
            case "ZONE": writer.add(tag, Array(places.zones.joined(separator: "\n").utf8))
            case "CLAT": writer.add(tag, differences: sorted.map(\.latitude))
            case "CLON": writer.add(tag, differences: sorted.map(\.longitude))
            case "CPOP": writer.add(tag, numbers: sorted.map(\.population))
            case "CREG": writer.add(tag, differences: sorted.map(\.region))
            case "CCTY": writer.add(tag, differences: sorted.map { _ in 0 })
            case "CZON": writer.add(tag, differences: sorted.map(\.zone))
            case "CFLG": writer.add(tag, flags)
            case "CNAM": writer.add(tag, sorted.flatMap { [UInt8($0.name.count)] + $0.name })
            case "CBIG": writer.add(tag, numbers: big)
            // The user's places are the cities.
            case let tag where Prefectures.tags.contains(tag): continue
            // The numbers of places have changed.
            case let tag where tag.hasPrefix("N") && tag.count == 4: writer.add(tag, try names.ofPlaces(tag))
            case let tag where tag.hasPrefix("L") && tag.count == 4: writer.add(tag, try names.ofRegions(tag))
            default: writer.add(tag, try base.section(tag))
            }
        }
        bytes = writer.serialized
    }

    /// Returns the new numbers of the other file's places that are also in this one, with the same position and name.
    private static func known(
        _ rows: [GeoNamesPlaces.Row], in base: GazetteerFile
    ) throws(GeodataError) -> [Int: Int] {
        let cities = try Cities(
            base, countryOfRegion: [UInt8](repeating: 0, count: 0x10000), zones: 0x10000, counties: 0xFFFF)
        struct Key: Hashable {
            var latitude: Int
            var longitude: Int
            var name: String
        }
        var places: [Key: Int] = [:]
        for (number, row) in rows.enumerated() {
            let name = String(decoding: row.name, as: UTF8.self)
            places[Key(latitude: row.latitude, longitude: row.longitude, name: name)] = number
        }
        var numbers: [Int: Int] = [:]
        for index in 0..<cities.count {
            let key = Key(
                latitude: Int(cities.latitude[index]), longitude: Int(cities.longitude[index]), name: cities.name(index)
            )
            if let number = places[key] { numbers[index] = number }
        }
        return numbers
    }

    /// Returns the lines of the description. The source of the alternate names is before the other ones.
    private static func description(
        of rows: [GeoNamesPlaces.Row], named name: String, source: String?, over base: GazetteerFile
    ) throws(GeodataError) -> [[String]] {
        let old = try base.table("META")
        var lines = old.map { fields in
            switch fields[0] {
            case "version": ["version", "\(name)+\(fields.last ?? "")"]
            case "cities": ["cities", String(rows.count)]
            case "sections": ["sections", String(rows.count(where: \.isSection))]
            default: fields
            }
        }
        if let source {
            lines.insert(["source", source], at: lines.firstIndex { $0[0] == "source" } ?? lines.endIndex)
        }
        return lines
    }
}
