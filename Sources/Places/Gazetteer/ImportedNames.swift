internal import UprightFormats

/// The names by language of an imported gazetteer: a name from the alternate names wins over the built-in one, and what
/// they lack stays as it is. In Chinese, only a preferred one wins: GeoNames lists the names of a town's streets and districts as
/// the town's own, and the built-in names were chosen among them.
struct ImportedNames {
    private let ownNames: [String]
    /// The number of each place, by its index in the GeoNames file.
    private let numbers: [Int]
    /// The new numbers of the built-in places that are also in the GeoNames file.
    private let known: [Int: Int]
    private let base: GazetteerFile
    private let alternateNames: AlternateNames?

    /// - Parameters:
    ///   - rows: the places by their new number.
    ///   - order: the index in the GeoNames file of each of them.
    ///   - known: the new numbers of built-in places.
    init(
        of rows: [GeoNamesPlaces.Row], order: [Int], known: [Int: Int], base: GazetteerFile,
        alternateNames: AlternateNames?
    ) {
        ownNames = rows.map { String(decoding: $0.name, as: UTF8.self) }
        var numbers = [Int](repeating: 0, count: order.count)
        for (number, index) in order.enumerated() { numbers[index] = number }
        self.numbers = numbers
        self.known = known
        self.base = base
        self.alternateNames = alternateNames
    }

    /// Returns a section with the names of places.
    func ofPlaces(_ tag: String) throws(GeodataError) -> [UInt8] {
        var names: [Int: String] = [:]
        for (number, name) in try base.names(in: tag) { if let now = known[number] { names[now] = name } }
        let language = Self.language(of: tag)
        let isChinese = language == "zh" || language == "zht"
        for (number, name) in given(language) where !isChinese || names[number] == nil { names[number] = name }
        if isChinese {
            let preferred = alternateNames?.preferredNames(ofPlacesIn: language) ?? [:]
            for (index, name) in preferred { names[numbers[index]] = name }
        }
        for (number, name) in converted(to: language) where names[number] == nil { names[number] = name }
        var before = 0
        // A place has its own name in every language that lacks one.
        let lines = names.filter { $0.value != ownNames[$0.key] }.sorted { $0.key < $1.key }.map { number, name in
            defer { before = number }
            return "\(number - before)\t\(name)"
        }
        return Array(lines.joined(separator: "\n").utf8)
    }

    /// Returns a section with the names of regions.
    func ofRegions(_ tag: String) throws(GeodataError) -> [UInt8] {
        let given = alternateNames?.names(ofRegionsIn: Self.language(of: tag)) ?? [:]
        guard !given.isEmpty else { return try base.section(tag) }
        var names: [Int: String] = [:]
        for fields in try base.table(tag) where fields.count == 2 { names[Int(fields[0]) ?? 0] = fields[1] }
        names.merge(given) { $1 }
        return Array(names.sorted { $0.key < $1.key }.map { "\($0.key)\t\($0.value)" }.joined(separator: "\n").utf8)
    }

    /// Returns the alternate names of places in a language, by the new number.
    private func given(_ language: String) -> [Int: String] {
        let names = alternateNames?.names(ofPlacesIn: language) ?? [:]
        return Dictionary(uniqueKeysWithValues: names.map { (numbers[$0.key], $0.value) })
    }

    /// Returns the alternate names in the other form of Chinese, in this one.
    private func converted(to language: String) -> [Int: String] {
        guard let forms = alternateNames?.forms else { return [:] }
        return switch language {
        case "zh": given("zht").compactMapValues { forms.converted($0, to: .simplified) }
        case "zht": given("zh").compactMapValues { forms.converted($0, to: .traditional) }
        default: [:]
        }
    }

    private static func language(of tag: String) -> String { String(tag.dropFirst().prefix { $0 != " " }) }
}
