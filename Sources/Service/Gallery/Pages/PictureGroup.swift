package import UprightAlbums
internal import UprightPlaces

/// Pictures under one heading: of one day, or of several days in one country with few pictures each.
package struct PictureGroup {
    package var photos: [AlbumPhoto]

    /// Adjacent days share a heading if they have at most this many pictures together.
    private static let few = 10

    private var days: (first: CivilDate, last: CivilDate)? {
        let dates = photos.compactMap { $0.time.flatMap { CivilDate(seconds: $0) } }
        guard let one = dates.first, let other = dates.last else { return nil }
        return one.description < other.description ? (one, other) : (other, one)
    }

    /// Identifies the group, so that a scrolled page can join the two halves of a day.
    package var key: String { days.map { "\($0.first)/\($0.last)" } ?? "none" }

    /// `Thursday 8 April 2021`, `8–16 April 2021`, `No date`.
    package var when: String {
        guard let (first, last) = days else { return "No date" }
        guard first == last, let time = photos.first?.time else { return CivilDate.range(first, last) }
        let names = ["Thursday", "Friday", "Saturday", "Sunday", "Monday", "Tuesday", "Wednesday"]
        let day = Int((time / 86_400).rounded(.down))
        return names[((day % 7) + 7) % 7] + " " + first.text
    }

    /// `Reykjavík, Iceland`, `Vík and Selfoss, Iceland`, `Italy and Austria`; nil if no picture has a place.
    package var place: String? {
        func names(_ name: (AlbumPhoto) -> String?) -> [String] {
            var counts: [String: Int] = [:]
            for photo in photos {
                if let name = name(photo), !name.isEmpty { counts[name, default: 0] += 1 }
            }
            return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
        }
        func joined(_ names: [String]) -> String {
            names.count < 2
                ? names.first ?? "" : names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
        }
        let countries = names { $0.place?.country }
        let cities = names { $0.place?.city }
        if countries.count > 1 { return joined(Array(countries.prefix(3))) }
        let parts = cities.isEmpty || cities.count > 3 ? countries : [joined(cities)] + countries
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
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
        return days.reduce(into: []) { groups, day in
            if let before = groups.last, before.photos.count + day.photos.count <= few, before.isBeside(day) {
                groups[groups.count - 1].photos += day.photos
            } else {
                groups.append(day)
            }
        }
    }

    /// Whether two groups are of the same month and country.
    private func isBeside(_ other: PictureGroup) -> Bool {
        guard let a = days, let b = other.days, a.first.year == b.first.year, a.first.month == b.first.month else {
            return false
        }
        let countries = Set((photos + other.photos).map { $0.place?.country ?? "" })
        return countries.count == 1
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
        ratio = Int(min(300, max(40, hundredths)))
    }
}
