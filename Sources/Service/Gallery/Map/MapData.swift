internal import UprightBase
internal import UprightAlbums
internal import UprightPlaces
internal import Synchronization
internal import UprightFormats

/// The data of the map as scripts: positions of pictures, land and borders.
///
/// The data is scripts instead of JSON, because pages on disk can load nothing else.
final class MapData: Sendable {
    private let content: GalleryContent
    private let known = Mutex<[String: String]>([:])
    /// The script of the positions by language, and the revision of the albums that it is made from.
    private let latest = Mutex<[String: (revision: String, script: String)]>([:])

    /// The width of a cell of the detailed map, in degrees.
    static let cell = 10
    private static let worldTolerance = 0.05
    private static let cellTolerance = 0.002
    /// The most scripts of cells in memory: those of the whole world in one language.
    private static let maximumCells = 700
    private static let maximumPoints = 50_000
    /// The most place names in a cell; the largest places have one.
    private static let maximumLabels = 1_500

    init(_ content: GalleryContent) { self.content = content }

    /// The name of the cell that contains a position.
    static func cellName(latitude: Double, longitude: Double) -> String {
        let column = min(35, max(0, Int(saturating: ((longitude + 180) / Double(cell)).rounded(.down))))
        let row = min(17, max(0, Int(saturating: ((latitude + 90) / Double(cell)).rounded(.down))))
        return "land-\(column)-\(row)"
    }

    /// The land for a name: `world`, or `land-COLUMN-ROW` for a cell of ten degrees, counted from the south-west.
    ///
    /// - Parameter language: The language of the names of places, an IETF tag.
    func land(_ name: String, language: String) -> String? {
        let key = "\(language)/\(name)"
        if let script = known.withLock({ $0[key] }) { return script }
        guard let script = makeLand(name, language) else { return nil }
        known.withLock { known in
            if known.count >= Self.maximumCells { known = [:] }
            known[key] = script
        }
        return script
    }

    private func makeLand(_ name: String, _ language: String) -> String? {
        if name == "world" { return script(name, .world, language, tolerance: Self.worldTolerance, unit: 100) }
        let parts = name.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == "land", let column = Int(parts[1]), let row = Int(parts[2]),
            (0..<36).contains(column), (0..<18).contains(row), name == "land-\(column)-\(row)"
        else { return nil }
        let west = Double(column * Self.cell - 180)
        let south = Double(row * Self.cell - 90)
        let box = MapOutlines.Box(
            west: west, south: south, east: west + Double(Self.cell), north: south + Double(Self.cell))
        return script(name, box, language, tolerance: Self.cellTolerance, unit: 1)
    }

    private func script(
        _ name: String, _ box: MapOutlines.Box, _ language: String, tolerance: Double, unit: Int32
    ) -> String {
        let outlines = content.gazetteer.outlines(in: box, tolerance: tolerance)
        var text =
            "uprightLand(\"\(name)\",{unit:\(unit),box:[\(box.west),\(box.south),\(box.east),\(box.north)],rings:"
        Self.write(outlines.rings, unit, to: &text)
        for kind in MapOutlines.LineKind.allCases {
            text += ",\(kind.rawValue):"
            Self.write(outlines.lines[kind] ?? [], unit, to: &text)
        }
        text += ",places:["
        text += content.gazetteer.places(in: box, most: Self.maximumLabels, language: language).map { place in
            "[\(Int(saturating: (place.longitude * 1e4).rounded())),\(Int(saturating: (place.latitude * 1e4).rounded())),"
                + "\(place.population),\(ScriptText.quoted(place.name))]"
        }.joined(separator: ",")
        return text + "]});\n"
    }

    /// Writes each line as its first point and the steps to the next points. Steps too small to be visible are skipped.
    private static func write(_ lines: [[MapOutlines.Point]], _ unit: Int32, to text: inout String) {
        text += "["
        var isFirst = true
        for line in lines {
            var last: MapOutlines.Point?
            var part = ""
            var count = 0
            for point in line {
                let rounded = MapOutlines.Point(
                    Int32(saturating: (Double(point.x) / Double(unit)).rounded()),
                    Int32(saturating: (Double(point.y) / Double(unit)).rounded())
                )
                if rounded == last { continue }
                let step = last.map { rounded &- $0 } ?? rounded
                part += (count == 0 ? "" : ",") + "\(step.x),\(step.y)"
                last = rounded
                count += 1
            }
            guard count > 1 else { continue }
            text += (isFirst ? "[" : ",[") + part + "]"
            isFirst = false
        }
        text += "]"
    }

    /// The positions of the pictures, grouped into cells of a few hundred metres.
    func points(_ frame: PageFrame) throws(AlbumsError) -> String {
        let revision = try content.library.revision()
        let language = frame.naming.tag
        if let latest = latest.withLock({ $0[language] }), latest.revision == revision { return latest.script }
        let script = try makePoints(frame)
        latest.withLock { latest in
            // Another revision than the last is of no use to any language.
            latest = latest.filter { $0.value.revision == revision }
            latest[language] = (revision, script)
        }
        return script
    }

    private func makePoints(_ frame: PageFrame) throws(AlbumsError) -> String {
        let clusters = try content.library.clusters(cell: 0.005, limit: Self.maximumPoints)
        var names: [String: Int] = [:]
        var places: [(name: String, album: String)] = []
        var text = "window.uprightPoints=["
        for (index, cluster) in clusters.enumerated() {
            var number = -1
            if let place = cluster.place, let album = Album.smallest(of: place) {
                if let known = names[album] {
                    number = known
                } else {
                    number = places.count
                    names[album] = number
                    places.append((Album.smallestName(of: try frame.place(place)), album))
                }
            }
            let x = Int(saturating: (cluster.longitude * 1e5).rounded())
            let y = Int(saturating: (cluster.latitude * 1e5).rounded())
            text += "\(index == 0 ? "" : ",")[\(x),\(y),\(cluster.count),\(cluster.photo),\(number)"
            // The other pictures as steps from the one before, which are small.
            if !cluster.further.isEmpty {
                let steps = zip(cluster.further, [cluster.photo] + cluster.further).map { String($0 &- $1) }
                text += ",[\(steps.joined(separator: ","))]"
            }
            text += "]"
        }
        let list = places.map { "[\(ScriptText.quoted($0.name)),\(ScriptText.quoted($0.album))]" }
        let versions = frame.versions.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value)" }
        return text + "];\nwindow.uprightPlaces=[\(list.joined(separator: ","))];\n"
            + "window.uprightVersions={\(versions.joined(separator: ","))};\n"
    }
}
