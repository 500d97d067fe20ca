internal import UprightBase
package import UprightFormats

/// Where one lives, for as long as one does (`albums.home`).
package struct Home: Sendable, Hashable, Codable {
    /// The place.
    package var position: Position
    /// The first day, counted from 1970; nil for no beginning.
    package var from: Int?
    /// The last day, counted from 1970; nil for no end.
    package var to: Int?

    package init(position: Position, from: Int? = nil, to: Int? = nil) {
        (self.position, self.from, self.to) = (position, from, to)
    }

    /// Whether one lived there in a week, counted from 1970.
    func includes(week: Int) -> Bool {
        let first = week.multipliedSaturated(by: 7)
        return (from ?? .min) <= first.addingSaturated(6) && first <= (to ?? .max)
    }

    /// Returns the first and the last day of a date as `2015`, `2015-03` or `2015-03-14`, counted from 1970; nil for another text.
    package static func days(of text: String) -> ClosedRange<Int>? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard (1...3).contains(parts.count), let year = parts[0], (1...9999).contains(year),
            let month = parts.count > 1 ? parts[1] : 1, (1...12).contains(month),
            let day = parts.count > 2 ? parts[2] : 1, (1...31).contains(day)
        else { return nil }
        let first = CivilDate.days(year: year, month: month, day: day)
        switch parts.count {
        case 1: return first...CivilDate.days(year: year + 1, month: 1, day: 1) - 1
        case 2: return first...CivilDate.days(year: month < 12 ? year : year + 1, month: month % 12 + 1, day: 1) - 1
        default: return CivilDate(seconds: Double(first) * 86_400)?.day == day ? first...first : nil
        }
    }

    /// As stored in the database.
    private var text: String {
        "\(position.latitude) \(position.longitude) \(from.map(String.init) ?? "") \(to.map(String.init) ?? "")"
    }

    private init?(_ text: Substring) {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 4, let latitude = Double(parts[0]), let longitude = Double(parts[1]),
            let position = Position(latitude: latitude, longitude: longitude)
        else { return nil }
        self.init(position: position, from: Int(parts[2]), to: Int(parts[3]))
    }

    static func text(of homes: [Home]) -> String { homes.map(\.text).joined(separator: "\n") }

    static func homes(in text: String) -> [Home] { text.split(separator: "\n").compactMap { Home($0) } }
}
