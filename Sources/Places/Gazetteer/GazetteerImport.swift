internal import UprightBytes
package import UprightGeodata

/// Makes a gazetteer from the user's places: the borders of the built-in one with the places of a GeoNames file.
package struct GazetteerImport: Sendable {
    /// The number of places that were imported.
    package private(set) var taken = 0
    /// The number of lines that were skipped: not a populated place, or in an unknown country.
    package private(set) var skipped = 0
    /// The new file.
    package private(set) var bytes: [UInt8] = []

    private struct Row {
        var name: [UInt8]
        var latitude: Int
        var longitude: Int
        var population: Int
        var region: Int
        var zone: Int
        var isSection: Bool
    }

    /// Reads a GeoNames file (`cities500.txt`, `DE.txt`, `allCountries.txt`: 19 tab-separated fields per line; see
    /// download.geonames.org/export/dump/readme.txt).
    ///
    /// - Parameters:
    ///   - geoNames: the file's bytes.
    ///   - name: the name of the data.
    package init(geoNames: [UInt8], named name: String) throws(GeodataError) {
        let base = try GazetteerFile.embedded()
        let regionTable = try base.table("REGN")
        var regions: [String: Int] = [:]
        for (number, fields) in regionTable.enumerated() { regions[fields[0]] = number + 1 }
        var zones = try base.table("ZONE").map { $0[0] }
        var zoneNumbers: [String: Int] = [:]
        for (number, zone) in zones.enumerated() { zoneNumbers[zone] = number }
        var rows: [Row] = []
        var number = 0
        for line in geoNames.split(separator: UInt8(ascii: "\n")) {
            number += 1
            let fields = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
            guard fields.count >= 18 else {
                throw .line(number: number, expected: "19 fields separated by tabs", found: "\(fields.count)")
            }
            func text(_ index: Int) -> String { String(decoding: fields[index], as: UTF8.self) }
            guard let latitude = Double(text(4)), let longitude = Double(text(5)),
                let position = Position(latitude: latitude, longitude: longitude)
            else {
                throw .line(number: number, expected: "a latitude and a longitude", found: "\(text(4)), \(text(5))")
            }
            let region = regions[text(8) + "." + text(10)] ?? regions[text(8) + "."]
            guard text(6) == "P", let region, !["PPLH", "PPLW", "PPLQ", "PPLCH"].contains(text(7)) else {
                skipped += 1
                continue
            }
            let zone = zoneNumbers[text(17)] ?? zones.count
            if zone == zones.count {
                zones.append(text(17))
                zoneNumbers[text(17)] = zone
            }
            var name = Array(fields[1].prefix(255))
            while !name.isEmpty, String(validating: name, as: UTF8.self) == nil { name.removeLast() }
            rows.append(
                Row(
                    name: name, latitude: Int(saturating: (position.latitude * 1e5).rounded()),
                    longitude: Int(saturating: (position.longitude * 1e5).rounded()),
                    population: max(0, min(Int(text(14)) ?? 0, 1 << 31)), region: region, zone: zone,
                    isSection: text(7) == "PPLX"))
        }
        guard !rows.isEmpty else {
            throw .line(number: number, expected: "at least one populated place", found: "none")
        }
        guard zones.count < 0x10000 else { throw .corrupt(section: "ZONE", offset: zones.count) }
        taken = rows.count
        bytes = try Self.file(rows, zones: zones, named: name, over: base)
    }

    /// Returns the new numbers of the other file's places that are also in this one, with the same position and name.
    private static func known(_ rows: [Row], in base: GazetteerFile) throws(GeodataError) -> [Int: Int] {
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

    private static func file(
        _ rows: [Row], zones: [String], named name: String, over base: GazetteerFile
    ) throws(GeodataError) -> [UInt8] {
        let directions = Directions()
        func points(_ rows: [Row]) -> [SIMD4<Float>] {
            rows.map { directions.vector(latitude: Int32($0.latitude), longitude: Int32($0.longitude)) }
        }
        let sorted = CityTree.order(of: points(rows), depth: 14).map { rows[$0] }
        var big = sorted.indices.filter { sorted[$0].population >= 50_000 && !sorted[$0].isSection }
        big = CityTree.order(of: points(big.map { sorted[$0] }), depth: 10).map { big[$0] }
        var writer = GazetteerWriter()
        var flags = [UInt8](repeating: 0, count: (sorted.count + 7) / 8)
        for (index, row) in sorted.enumerated() where row.isSection { flags[index >> 3] |= 1 << UInt8(index & 7) }
        let numbers = try known(sorted, in: base)
        func names(_ tag: String) throws(GeodataError) -> [UInt8] {
            var number = 0
            var kept: [(number: Int, name: String)] = []
            for fields in try base.table(tag) where fields.count == 2 {
                number = number.addingSaturated(Int(fields[0]) ?? 0)
                if let now = numbers[number] { kept.append((now, fields[1])) }
            }
            kept.sort { $0.number < $1.number }
            var before = 0
            let lines = kept.map { entry -> String in
                defer { before = entry.number }
                return "\(entry.number - before)\t\(entry.name)"
            }
            return Array(lines.joined(separator: "\n").utf8)
        }
        for tag in base.tags {
            switch tag {
            case "META":
                let version = "\(name)+" + (try base.table("META").first { $0[0] == "version" }?.last ?? "")
                let lines = try base.table("META").compactMap { fields -> [String]? in
                    switch fields[0] {
                    case "version": ["version", version]
                    case "cities": ["cities", String(sorted.count)]
                    case "sections": ["sections", String(sorted.filter(\.isSection).count)]
                    default: fields
                    }
                }
                writer.add(tag, Array(lines.map { $0.joined(separator: "\t") }.joined(separator: "\n").utf8))
            case "ZONE": writer.add(tag, Array(zones.joined(separator: "\n").utf8))
            case "CLAT": writer.add(tag, differences: sorted.map(\.latitude))
            case "CLON": writer.add(tag, differences: sorted.map(\.longitude))
            case "CPOP": writer.add(tag, numbers: sorted.map(\.population))
            case "CREG": writer.add(tag, differences: sorted.map(\.region))
            case "CCTY": writer.add(tag, differences: sorted.map { _ in 0 })
            case "CZON": writer.add(tag, differences: sorted.map(\.zone))
            case "CFLG": writer.add(tag, flags)
            case "CNAM": writer.add(tag, sorted.flatMap { [UInt8($0.name.count)] + $0.name })
            case "CBIG": writer.add(tag, numbers: big)
            // The numbers of places have changed.
            case let tag where tag.hasPrefix("N") && tag.count == 4: writer.add(tag, try names(tag))
            default: writer.add(tag, try base.section(tag))
            }
        }
        return writer.serialized
    }
}
