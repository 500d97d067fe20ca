internal import UprightAlbums

/// The timeline: all pictures by month, latest first.
struct TimelinePage: Sendable {
    let frame: PageFrame

    /// The number of pictures on a page. Following months that fit completely are added to it.
    static let size = 120
    /// The pseudo-month of pictures without a time.
    static let undated = "none"

    /// The content of one page.
    private struct Part {
        var photos: [AlbumPhoto]
        var next: (month: String, page: Int)?
        var previous: (month: String, page: Int)?
    }

    func index() throws(AlbumsError) -> HTML {
        let months = try frame.content.library.months()
        let lacking = try frame.content.library.lacking()
        let first = months.first?.key ?? Self.undated
        return try page(.timeline, month: first, number: 1, months, lacking) ?? ""
    }

    /// The page of a month; nil if it does not exist.
    func month(_ month: String, page number: Int) throws(AlbumsError) -> HTML? {
        let months = try frame.content.library.months()
        let lacking = try frame.content.library.lacking()
        return try page(.month(month, page: number), month: month, number: number, months, lacking)
    }

    /// The same content as data for a page that loads more when scrolled; nil if it does not exist.
    func data(_ month: String, page number: Int) throws(AlbumsError) -> String? {
        let months = try frame.content.library.months()
        let lacking = try frame.content.library.lacking()
        guard let part = try part(month, number, months, undated: lacking.undated) else { return nil }
        let rows = try frame.forAnyPage.rows(part.photos, .days, from: .timeline)
        let next = part.next.map { PagePath.monthData($0.month, page: $0.page).path } ?? ""
        return "window.uprightMore(\(ScriptText.quoted(rows.markup)),\(ScriptText.quoted(next)));\n"
    }

    /// All pages, for the export.
    func all() throws(AlbumsError) -> [(month: String, page: Int)] {
        let lacking = try frame.content.library.lacking()
        return (try frame.content.library.months().map { ($0.key, $0.count) } + [(Self.undated, lacking.undated)])
            .flatMap { month, count in
                (0..<(count + Self.size - 1) / Self.size).map { (month: month, page: $0 + 1) }
            }
    }

    private func part(
        _ month: String, _ number: Int, _ months: [PictureMonth], undated: Int
    ) throws(AlbumsError) -> Part? {
        let library = frame.content.library
        guard (1...1_000_000).contains(number) else { return nil }
        let offset = (number - 1) * Self.size
        func pages(_ count: Int) -> Int { max(1, (count + Self.size - 1) / Self.size) }
        if month == Self.undated {
            // Without any pictures, the first page says so.
            guard offset < undated || (months.isEmpty && number == 1) else { return nil }
            var part = Part(photos: try library.undated(offset: offset, limit: Self.size))
            if offset + Self.size < undated { part.next = (month, number + 1) }
            if number > 1 {
                part.previous = (month, number - 1)
            } else if let last = months.last {
                part.previous = (last.key, pages(last.count))
            }
            return part
        }
        guard let index = months.firstIndex(where: { $0.key == month }), offset < months[index].count else {
            return nil
        }
        var part = Part(photos: try library.photos(month: month, offset: offset, limit: Self.size))
        if number > 1 {
            part.previous = (month, number - 1)
        } else if index > 0 {
            part.previous = (months[index - 1].key, pages(months[index - 1].count))
        }
        if offset + Self.size < months[index].count {
            part.next = (month, number + 1)
            return part
        }
        // Months with few pictures share a page.
        var next = index + 1
        while next < months.count, part.photos.count + months[next].count <= Self.size {
            part.photos += try library.photos(month: months[next].key, limit: Self.size)
            next += 1
        }
        part.next = next < months.count ? (months[next].key, 1) : undated > 0 ? (Self.undated, 1) : nil
        return part
    }

    private func page(
        _ page: PagePath, month: String, number: Int, _ months: [PictureMonth],
        _ lacking: (undated: Int, placeless: Int)
    ) throws(AlbumsError) -> HTML? {
        guard let part = try part(month, number, months, undated: lacking.undated) else { return nil }
        let total = months.reduce(lacking.undated) { $0 + $1.count }
        var summary = frame.words.count("pictures", total)
        if let first = months.last?.year, let last = months.first?.year {
            summary += first == last ? ", \(last)" : ", \(first)–\(last)"
        }
        func link(_ part: (month: String, page: Int)) -> String {
            frame.link(.month(part.month, page: part.page), from: page)
        }
        func name(_ month: String) -> String {
            guard let found = months.first(where: { $0.key == month }) else { return frame.words["timeline.noDate"] }
            return frame.dates.text(year: found.year, month: found.month)
        }
        let hidden = frame.mayChange ? try frame.content.library.hiddenCount() : 0
        let heading = page == .timeline ? frame.content.title : Self.capitalized(name(month))
        let body = frame.filled(
            "timeline",
            [
                "heading": .text(heading),
                "language": page == .timeline || month == Self.undated ? "" : frame.dateLanguage,
                // The title is in the header already.
                "whole": .flag(page == .timeline), "summary": .text(summary),
                "empty": .flag(part.photos.isEmpty),
                "rows": .html(try frame.rows(part.photos, .days, from: page)),
                "next": .text(part.next.map { PagePath.monthData($0.month, page: $0.page).path } ?? ""),
                "newer": .html(
                    frame.turn(
                        before: part.previous.map {
                            (link($0), frame.words.text("timeline.newer", ["what": name($0.month)]))
                        }, after: nil)),
                "older": .html(
                    frame.turn(
                        before: nil,
                        after: part.next.map {
                            (link($0), frame.words.text("timeline.older", ["what": name($0.month)]))
                        })),
                "years": .list(years(months, current: month, from: page)),
                "undated": .text(lacking.undated > 0 ? frame.words.grouped(lacking.undated) : ""),
                "undatedLink": .text(frame.link(.month(Self.undated, page: 1), from: page)),
                "undatedCurrent": .flag(month == Self.undated),
                "hidden": .text(hidden > 0 ? frame.words.grouped(hidden) : ""),
                "hiddenLink": .text(frame.link(.album(AlbumPages.hidden, page: 1), from: page)),
                "placeless": .text(lacking.placeless > 0 ? frame.words.grouped(lacking.placeless) : ""),
                "placelessLink": .text(frame.link(.album(AlbumPages.placeless, page: 1), from: page)),
            ])
        return frame.document(
            page, title: heading, kind: "timeline",
            scripts: [.asset("timeline.js"), .asset("grid.js"), .asset("place.js")], body)
    }

    private func years(_ months: [PictureMonth], current: String, from page: PagePath) -> [[String: PageTemplate.Value]]
    {
        var years: [(year: Int, months: [PictureMonth])] = []
        for month in months {
            if years.last?.year == month.year {
                years[years.count - 1].months.append(month)
            } else {
                years.append((month.year, [month]))
            }
        }
        return years.map { year, months in
            [
                "year": .text(frame.dates.text(year: year)), "language": frame.dateLanguage,
                "count": .text(frame.words.grouped(months.reduce(0) { $0 + $1.count })),
                "link": .text(frame.link(.month(months[0].key, page: 1), from: page)),
                "current": .flag(current.hasPrefix(months[0].key.prefix(5))),
                "months": .list(
                    months.map { month in
                        let long = frame.dates.text(year: year, month: month.month)
                        return [
                            "key": .text(month.key), "short": .text(frame.dates.shortMonth(month.month)),
                            "long": .text(long), "count": .text(frame.words.count("pictures", month.count)),
                            "number": .text(String(month.count)),
                            "link": .text(frame.link(.month(month.key, page: 1), from: page)),
                            "current": .flag(month.key == current),
                        ]
                    }),
            ]
        }
    }

    private static func capitalized(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }
}
