internal import Foundation
internal import TestSupport
internal import Testing
internal import UprightAlbums
internal import UprightFiles
internal import UprightPlaces

/// What readers type into the search.
@Suite struct SearchWordsTests {
    private static func seconds(_ year: Int, _ month: Int, _ day: Int) -> Double {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar.date(from: DateComponents(year: year, month: month, day: day))?.timeIntervalSince1970 ?? 0
    }

    @Test(arguments: [
        ("August 2015", [2015, 8, 1], [2015, 9, 1], ""), ("Dez 2022", [2022, 12, 1], [2023, 1, 1], ""),
        ("rome aug. 2015", [2015, 8, 1], [2015, 9, 1], "rome"), ("12. August 2015", [2015, 8, 12], [2015, 8, 13], ""),
        ("2015-08-12", [2015, 8, 12], [2015, 8, 13], ""), ("08/2015", [2015, 8, 1], [2015, 9, 1], ""),
        ("12.8.2015", [2015, 8, 12], [2015, 8, 13], ""), ("2015年8月", [2015, 8, 1], [2015, 9, 1], ""),
        ("Rome 2015", [2015, 1, 1], [2016, 1, 1], "Rome"), ("août 2015", [2015, 8, 1], [2015, 9, 1], ""),
        ("٢٠١٥", [2015, 1, 1], [2016, 1, 1], ""),
    ]) func dates(_ text: String, _ from: [Int], _ to: [Int], _ rest: String) {
        var search = PictureSearch(words: text.split(separator: " ").map(String.init))
        search.takeDates(in: [DateLanguage("de"), DateLanguage("fr"), .english])
        #expect(
            search.from == Self.seconds(from[0], from[1], from[2]) && search.to == Self.seconds(to[0], to[1], to[2]))
        #expect(search.words.joined(separator: " ") == rest)
    }

    @Test(arguments: ["IMG_2015", "May", "mai 12", "12", "2015.jpg", "1/2/3", "Paris 12 2015x", "99-99-99", "2015-13"])
    func others(_ text: String) {
        var search = PictureSearch(words: text.split(separator: " ").map(String.init))
        let before = search
        search.takeDates(in: [.english])
        #expect(search == before)
    }

    @Test func aCountryIsNoIslandAndMuenchenIsMünchen() throws {
        let scratch = try TemporaryFolder()
        let library = try AlbumLibrary(path: scratch["albums.sqlite"].path())
        func photo(_ name: String, _ city: String, _ country: String, others: [String] = []) -> AlbumPhoto {
            var photo = AlbumPhoto(
                path: "/out/\(name)", place: Place(countryCode: "", country: country, city: city, source: "g"))
            photo.otherNames = others
            return photo
        }
        try library.add([
            photo("1.jpg", "Palma", "Spanien", others: ["Balearic Islands"]), photo("2.jpg", "Reykjavík", "Island"),
            photo("3.jpg", "München", "Deutschland"),
        ])
        func found(_ words: [String], whole: Set<String> = []) throws -> [String] {
            var search = PictureSearch(words: words)
            search.whole = whole
            return try library.search(search).map { String(decoding: $0.path.name, as: UTF8.self) }.sorted()
        }
        #expect(try found(["Island"]) == ["1.jpg", "2.jpg"] && found(["Island"], whole: ["Island"]) == ["2.jpg"])
        #expect(try found(["Muenchen"]) == ["3.jpg"] && found(["munch"]) == ["3.jpg"])
        let gazetteer = try Gazetteer()
        #expect(gazetteer.isCountry("island", in: "de") && !gazetteer.isCountry("Island", in: "en"))
        #expect(gazetteer.isCountry("Iceland", in: "en"))
    }
}
