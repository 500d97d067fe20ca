package import UprightFormats

/// The names by language of a GeoNames file's places and regions, from GeoNames' alternate names
/// (`alternateNamesV2.txt`: 10 tab-separated fields per line; see download.geonames.org/export/dump/readme.txt).
///
/// The file is larger than memory should be, so it is read in pieces of any length: ``read(_:)`` for each of them, then
/// ``finish()``. Only names in the languages of the built-in gazetteer that are in use, neither colloquial nor historic,
/// and written in the language's letters are kept, one per place and language:
///
/// - the name in the language itself before one in a variant of it (`pt` before `pt-BR`);
/// - then the preferred name, and the full one before a short one;
/// - then the one with the lowest id, which is the oldest.
///
/// Names in plain `zh` are in Simplified or Traditional characters. Which ones tells ``ChineseForms``; a name that mixes
/// them is left out.
package struct AlternateNames: Sendable {
    /// The number of the file's lines.
    package private(set) var lines = 0
    /// The number of names that were kept.
    package var count: Int { places.values.reduce(regions.values.reduce(0) { $0 + $1.count }) { $0 + $1.count } }

    private let placeOfID: [UInt32: Int]
    private let regionOfID: [UInt32: Int]
    private let sections: [String: LanguageScript]
    let forms: ChineseForms
    private var languages: [String: Language?] = [:]
    private var places: [String: [Int: Candidate]] = [:]
    private var regions: [String: [Int: Candidate]] = [:]
    private var rest: [UInt8] = []

    /// A longer name does not fit into a gazetteer, and is no name.
    private static let longestName = 255
    /// The file's longest lines have some hundred bytes.
    private static let longestLine = 1 << 16

    /// What a language tag of the file means.
    private struct Language: Sendable {
        /// As in the names of the gazetteer's sections.
        var key: String
        var script: LanguageScript
        /// 0 for the language itself, more for a variant.
        var variant: UInt64
        /// Plain `zh`, which can be either form.
        var isEitherForm = false
    }

    private struct Candidate: Sendable {
        /// The lowest is the best.
        var rank: UInt64
        var name: String

        /// Whether the file marks the name as preferred, which the second part of the rank tells.
        var isPreferred: Bool { rank >> 32 & 0xFF < 2 }
    }

    /// Creates an empty set of names of the places and regions of a GeoNames file.
    package init(of geoNames: GeoNamesPlaces) throws(GeodataError) {
        placeOfID = geoNames.places
        regionOfID = geoNames.regions
        let base = try GazetteerFile.embedded()
        var sections: [String: LanguageScript] = [:]
        for tag in base.tags where tag.hasPrefix("N") {
            let key = String(tag.dropFirst().prefix { $0 != " " })
            sections[key] = LanguageScript(key)
        }
        self.sections = sections
        let (simplified, traditional) = (try base.names(in: "Nzh "), try base.names(in: "Nzht"))
        forms = ChineseForms(
            simplified.compactMap { number, name in
                traditional[number].map { (simplified: name, traditional: $0) }
            })
    }

    /// Returns the names of places in a language as the gazetteer's sections name it (`zht`), by their index in the
    /// GeoNames file.
    package func names(ofPlacesIn language: String) -> [Int: String] { (places[language] ?? [:]).mapValues(\.name) }

    /// Returns those of ``names(ofPlacesIn:)`` that the file marks as preferred.
    func preferredNames(ofPlacesIn language: String) -> [Int: String] {
        (places[language] ?? [:]).filter(\.value.isPreferred).mapValues(\.name)
    }

    /// Returns the names of regions in a language, by the region's number.
    func names(ofRegionsIn language: String) -> [Int: String] { (regions[language] ?? [:]).mapValues(\.name) }

    /// Reads the next piece of the file, which can begin and end within a line.
    package mutating func read(_ piece: [UInt8]) throws(GeodataError) {
        let bytes = rest.isEmpty ? piece : rest + piece
        var start = 0
        var tabs: [Int] = []
        for index in bytes.indices {
            switch bytes[index] {
            case UInt8(ascii: "\t"): tabs.append(index)
            case UInt8(ascii: "\n"):
                try read(bytes[start..<index], tabs: tabs)
                start = index + 1
                tabs.removeAll(keepingCapacity: true)
            default: break
            }
        }
        rest = Array(bytes[start...])
        try checkLength(rest.count)
    }

    /// Reads the last line, if it does not end with a newline.
    package mutating func finish() throws(GeodataError) {
        if !rest.isEmpty { try read([UInt8(ascii: "\n")]) }
    }

    private func checkLength(_ count: Int) throws(GeodataError) {
        guard count <= Self.longestLine else {
            throw .line(number: lines + 1, expected: "at most \(Self.longestLine) bytes", found: "more")
        }
    }

    /// Takes a line, given with the positions of its tabs.
    private mutating func read(_ line: ArraySlice<UInt8>, tabs: [Int]) throws(GeodataError) {
        try checkLength(line.count)
        lines += 1
        guard !line.isEmpty, line.first != UInt8(ascii: "\r") else { return }
        // The older file, alternateNames.txt, ends with the eighth field.
        guard tabs.count >= 7 else {
            throw .line(number: lines, expected: "10 fields separated by tabs", found: "\(tabs.count + 1)")
        }
        func field(_ index: Int) -> ArraySlice<UInt8> {
            let start = index == 0 ? line.startIndex : tabs[index - 1] + 1
            return line[start..<(index < tabs.count ? tabs[index] : line.endIndex)]
        }
        func number(_ index: Int) throws(GeodataError) -> UInt32 {
            if let number = Self.number(field(index)) { return number }
            let text = String(decoding: field(index).prefix(80), as: UTF8.self)
            throw .line(
                number: lines,
                expected: index == 0 ? "the number of a name" : "the number of a place in the second field",
                found: text.isEmpty ? "nothing" : text)
        }
        func isSet(_ index: Int) -> Bool { field(index).first == UInt8(ascii: "1") }
        let (id, geonameID) = (try number(0), try number(1))
        let (place, region) = (placeOfID[geonameID], regionOfID[geonameID])
        guard place != nil || region != nil else { return }
        // More fields than the format has: the name contains a tab. The time until a name was in use is in the tenth.
        let isFormer = isSet(7) || tabs.count > 8 && field(9).contains { $0 != UInt8(ascii: "\r") }
        guard tabs.count <= 9, !isSet(6), !isFormer, let language = language(of: field(2)),
            let name = Self.name(field(3)), language.script.isUsed(in: name),
            let key = key(of: name, in: language)
        else { return }
        let preference: UInt64 = isSet(4) ? (isSet(5) ? 1 : 0) : (isSet(5) ? 3 : 2)
        let rank = language.variant << 40 | preference << 32 | UInt64(id)
        if let place {
            Self.keep(
                Candidate(rank: rank, name: Self.withoutKind(name, in: key)), of: place, in: &places[key, default: [:]])
        }
        if let region { Self.keep(Candidate(rank: rank, name: name), of: region, in: &regions[key, default: [:]]) }
    }

    /// Returns the number in a field. Most lines are of other places, so no text is made of it.
    private static func number(_ field: ArraySlice<UInt8>) -> UInt32? {
        guard !field.isEmpty, field.count <= 10 else { return nil }
        var number: UInt64 = 0
        for byte in field {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            number = number * 10 + UInt64(byte - UInt8(ascii: "0"))
        }
        return UInt32(exactly: number)
    }

    private static func keep(_ candidate: Candidate, of number: Int, in names: inout [Int: Candidate]) {
        if let known = names[number], known.rank <= candidate.rank { return }
        names[number] = candidate
    }

    /// Returns a field's text if it can be a name.
    private static func name(_ field: ArraySlice<UInt8>) -> String? {
        guard (1...longestName).contains(field.count), let text = String(validating: field, as: UTF8.self) else {
            return nil
        }
        let isClean = text.unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: false
            // Marks that turn the direction of the text after the name; the joiners of Persian and Hindi stay.
            default: !scalar.properties.isBidiControl
            }
        }
        return isClean && text.first != " " && text.last != " " ? text : nil
    }

    /// Returns a city's Chinese name without the word for city, which the built-in names do not have, either.
    private static func withoutKind(_ name: String, in key: String) -> String {
        (key == "zh" || key == "zht") && name.count > 2 && name.last == "市" ? String(name.dropLast()) : name
    }

    /// Returns the section for a name; nil for a Chinese name in the other form, or in both.
    private func key(of name: String, in language: Language) -> String? {
        if language.isEitherForm { return forms.form(of: name).map { $0 == .simplified ? "zh" : "zht" } }
        switch language.key {
        case "zh" where forms.has(.traditional, in: name): return nil
        case "zht" where forms.has(.simplified, in: name): return nil
        default: return language.key
        }
    }

    /// Returns what a tag of the file means; nil if the gazetteer does not have the language.
    private mutating func language(of field: ArraySlice<UInt8>) -> Language? {
        let tag = String(decoding: field, as: UTF8.self)
        if let known = languages[tag] { return known }
        let language = parsed(tag)
        // The file has some hundred tags; a damaged one does not fill the memory with others.
        if languages.count < 10_000, field.count <= 16 { languages[tag] = .some(language) }
        return language
    }

    private func parsed(_ tag: String) -> Language? {
        let parts = tag.lowercased().split(separator: "-", omittingEmptySubsequences: false)
        // A script has four letters and a region two; fr_1793 is the calendar of a revolution.
        guard !tag.contains("_"), parts.dropFirst().allSatisfy({ [2, 3, 4].contains($0.count) }) else { return nil }
        let key = LanguageTag(tag).gazetteer
        guard let script = sections[key] else { return nil }
        switch key {
        case "zh" where parts.count == 1: return Language(key: key, script: script, variant: 2, isEitherForm: true)
        // What else begins with zh is another Chinese language, such as zh-yue.
        case "zh" where !parts.contains { ["hans", "cn", "sg"].contains($0) }: return nil
        // Hong Kong and Macao translate some names otherwise than Taiwan, whose names the built-in data has.
        case "zht" where !parts.contains("hant") && !parts.contains("tw"):
            return Language(key: key, script: script, variant: 1)
        case "zh", "zht": return Language(key: key, script: script, variant: 0)
        default: return Language(key: key, script: script, variant: parts.count > 1 || parts.first == "nn" ? 1 : 0)
        }
    }
}
