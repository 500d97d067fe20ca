internal import UprightBase
package import UprightFormats

/// The populated places of a GeoNames file, and the regions that it has.
package struct GeoNamesPlaces: Sendable {
    /// The number of lines that were skipped: not a populated place, or in an unknown country.
    package private(set) var skipped = 0
    /// The places, in the file's order.
    private(set) var rows: [Row] = []
    /// The time zones that the places refer to; first those of the built-in gazetteer.
    private(set) var zones: [String]
    /// The index of each place in `rows`, by its GeoNames id.
    private(set) var places: [UInt32: Int] = [:]
    /// The number of each region, by its GeoNames id.
    private(set) var regions: [UInt32: Int] = [:]

    struct Row: Sendable {
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
    package init(parsing geoNames: [UInt8]) throws(GeodataError) {
        let base = try GazetteerFile.embedded()
        var numbers: [String: Int] = [:]
        for (number, fields) in try base.table("REGN").enumerated() { numbers[fields[0]] = number + 1 }
        zones = try base.table("ZONE").map { $0[0] }
        var zoneNumbers: [String: Int] = [:]
        for (number, zone) in zones.enumerated() { zoneNumbers[zone] = number }
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
            let region = numbers[text(8) + "." + text(10)]
            if text(6) == "A", text(7) == "ADM1", let region, let id = UInt32(text(0)) { regions[id] = region }
            guard text(6) == "P", let region = region ?? numbers[text(8) + "."],
                !["PPLH", "PPLW", "PPLQ", "PPLCH"].contains(text(7))
            else {
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
            if let id = UInt32(text(0)) { places[id] = rows.count }
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
    }
}
