internal import UprightBase
package import UprightAlbums
internal import UprightPlaces

/// Pictures of one day under its heading.
package struct PictureGroup {
    package var photos: [AlbumPhoto]

    /// Whether it shares a row with its neighbours.
    var isSmall: Bool { photos.count <= 3 && days != nil }

    private var days: (first: CivilDate, last: CivilDate)? {
        let dates = photos.compactMap { $0.time.flatMap { CivilDate(seconds: $0) } }
        guard let one = dates.first, let other = dates.last else { return nil }
        return one.description < other.description ? (one, other) : (other, one)
    }

    /// Identifies the group, so that a scrolled page can join the two halves of a day.
    package var key: String { days.map { "\($0.first)/\($0.last)" } ?? "none" }

    /// `Thursday 8 April 2021`, `8–16 April 2021`, `No date`.
    package func when(in language: DateLanguage, undated: String = "No date") -> String {
        guard let (first, last) = days else { return undated }
        guard first == last else { return language.text(from: first, to: last) }
        // Above few pictures is little room.
        return isSmall ? language.text(first) : language.textWithWeekday(first)
    }

    /// The day, or the month of the days, in the form of HTML's `datetime`; nil without a date.
    package var machineDate: String? {
        days.map { $0.first == $0.last ? $0.first.description : String($0.first.description.dropLast(3)) }
    }

    /// `Reykjavík, Iceland`, `Vík and Selfoss, Iceland`, `Italy and Austria`; nil if no picture has a place.
    package func place(in language: DateLanguage) -> String? {
        func names(_ part: (Place) -> (key: String?, name: String?)) -> [RankedNames.Entry] {
            RankedNames(
                photos.compactMap { photo in
                    guard let place = photo.place, let name = part(place).name else { return nil }
                    return (key: part(place).key ?? name, name: name, count: 1)
                }
            ).entries
        }
        let countries = names { (key: $0.countryCode.isEmpty ? nil : $0.countryCode, name: $0.country) }
        if countries.count > 1 { return language.list(countries.prefix(3).map(\.name)) }
        let cities = names { (key: $0.ownCity ?? $0.city, name: $0.city) }
        guard let country = countries.first else {
            return cities.isEmpty ? nil : language.list(cities.prefix(3).map(\.name))
        }
        return (1...3).contains(cities.count) ? "\(language.list(cities.map(\.name))), \(country.name)" : country.name
    }

    /// Groups pictures in order.
    package static func groups(of photos: some Collection<AlbumPhoto>) -> [PictureGroup] {
        var days: [PictureGroup] = []
        var last: CivilDate??
        for photo in photos {
            let day = photo.time.flatMap { CivilDate(seconds: $0) }
            if case .some(let known) = last, known == day {
                days[days.count - 1].photos.append(photo)
            } else {
                days.append(PictureGroup(photos: [photo]))
            }
            last = .some(day)
        }
        return days
    }
}

/// The shape of a picture.
package struct PictureShape {
    package let width: Int
    package let height: Int
    /// Width over height in hundredths, as in the style sheet: even numbers from 40 to 300.
    package let ratio: Int

    /// The shape of a picture, or a common one until its size is known.
    package init(_ photo: AlbumPhoto) {
        if let width = photo.width, let height = photo.height, width > 0, height > 0 {
            (self.width, self.height) = (width, height)
        } else {
            (width, height) = (640, 480)
        }
        let hundredths = (Double(width) / Double(height) * 50).rounded() * 2
        ratio = Int(saturating: min(300, max(40, hundredths)))
    }
}
