/// Positions in `geo:` URIs (RFC 5870) and in the links of maps: Google, Apple, Bing, OpenStreetMap, Yandex, Mapy, AMap, Baidu,
/// Plus Codes.
enum MapLink {
    /// Returns the position of a link; nil if it is no link, or has none.
    static func position(in text: String) -> PositionText? {
        let lower = text.lowercased()
        if lower.hasPrefix("geo:") {
            let path = String(text.dropFirst(4).prefix { $0 != ";" && $0 != "?" })
            return numbers(path.split(separator: ",").map(String.init), most: 3)
                // Android's links have the position in the query: geo:0,0?q=48.1,11.5.
                .flatMap { isNowhere($0) ? inQuery(text) : $0 }
        }
        guard lower.hasPrefix("https://") || lower.hasPrefix("http://") else { return nil }
        let host = lower.split(separator: "/").dropFirst().first ?? ""
        if host == "plus.codes", let code = text.split(separator: "/").last {
            return GridPosition.position(in: String(code)).map { PositionText($0.latitude, $0.longitude) }
        }
        guard let found = marker(text) ?? inQuery(text, isEastFirst: host.contains("yandex.")) ?? view(text) else {
            return nil
        }
        let datum: Datum = host.hasSuffix("amap.com") ? .gcj02 : host.hasSuffix("baidu.com") ? .bd09 : .wgs84
        // The shifted coordinates of China's maps are those of WGS-84 abroad.
        guard datum != .wgs84, !["coord_type=wgs84", "coordinate=wgs84"].contains(where: lower.contains),
            let north = Double(found.latitude), let east = Double(found.longitude), (3.8...53.6).contains(north),
            (73.5...135.1).contains(east), let position = Position(latitude: north, longitude: east)
        else { return found }
        let moved = (lower.contains("coord_type=gcj02") ? .gcj02 : datum).wgs84(from: position)
        return PositionText(moved.latitude, moved.longitude)
    }

    private static func isNowhere(_ position: PositionText) -> Bool {
        Double(position.latitude) == 0 && Double(position.longitude) == 0
    }

    private static func numbers(_ parts: [String], most: Int = 2) -> PositionText? {
        guard (2...most).contains(parts.count), parts.allSatisfy(PositionText.isNumber) else { return nil }
        return PositionText(latitude: parts[0], longitude: parts[1], altitude: parts.count > 2 ? parts[2] : nil)
    }

    /// The place that a link of Google shows, which need not be the middle of the map: `!3d48.1!4d11.5`.
    private static func marker(_ text: String) -> PositionText? {
        let parts = text.split(separator: "!")
        guard let north = parts.last(where: { $0.hasPrefix("3d") }),
            let east = parts.last(where: { $0.hasPrefix("4d") })
        else { return nil }
        return numbers([north, east].map { String($0.dropFirst(2).prefix { "+-.0123456789".contains($0) }) })
    }

    private static let keys = [
        "q", "query", "ll", "sll", "center", "destination", "daddr", "cp", "coordinate", "pt", "location",
        "latlng",
    ]

    private static func inQuery(_ text: String, isEastFirst: Bool = false) -> PositionText? {
        guard let start = text.firstIndex(of: "?") else { return nil }
        var fields: [String: String] = [:]
        for field in text[text.index(after: start)...].prefix(while: { $0 != "#" }).split(separator: "&") {
            let halves = field.split(separator: "=", maxSplits: 1).map(String.init)
            if halves.count == 2 { fields[halves[0].lowercased()] = halves[1] }
        }
        if let north = fields["mlat"] ?? fields["lat"] ?? fields["y"],
            let east = fields["mlon"] ?? fields["lon"] ?? fields["lng"] ?? fields["x"],
            let found = numbers([north, east])
        {
            return found
        }
        for key in keys + ["position"] {
            guard let value = fields[key] else { continue }
            let pair = value.replacing("%2C", with: ",").replacing("%2c", with: ",").replacing("~", with: ",")
                .replacing("loc:", with: "").replacing("+", with: "").prefix { $0 != "(" }
            // AMap's positions begin with the longitude, as all of Yandex's do.
            let isSwapped = isEastFirst || key == "position"
            let parts = pair.split(separator: ",").prefix(2).map(String.init)
            if let found = numbers(isSwapped ? parts.reversed() : parts) { return found }
        }
        return nil
    }

    /// The middle of the map: `/@48.1,11.5,17z`, `#map=15/48.1/11.5`.
    private static func view(_ text: String) -> PositionText? {
        if let at = text.firstRange(of: "/@"),
            let found = numbers(text[at.upperBound...].split(separator: ",").prefix(2).map(String.init))
        {
            return found
        }
        guard let map = text.firstRange(of: "#map=") else { return nil }
        return numbers(
            text[map.upperBound...].split(separator: "/").dropFirst().prefix(2).map {
                String($0.prefix { "+-.0123456789".contains($0) })
            })
    }
}
