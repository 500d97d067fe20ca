internal import UprightBase
internal import UprightAlbums
internal import UprightFormats
internal import UprightFiles
internal import UprightPlaces
internal import UprightRewriting

extension PageFrame {
    /// Albums as tiles: cover, title, count.
    func tiles(_ albums: [Album], from page: PagePath) throws(AlbumsError) -> HTML {
        guard !albums.isEmpty else { return "" }
        let tiles = try named(albums).map { album -> [String: PageTemplate.Value] in
            var tile: [String: PageTemplate.Value] = [
                "link": .text(link(.album(album.id, page: 1), from: page)), "name": .text(album.name(in: naming)),
                "language": language(of: album),
                "count": .text(words.count("pictures", album.count)), "cover": .flag(album.cover != nil),
            ]
            if let cover = album.cover {
                tile["small"] = .text(link(.thumbnail(cover, edge: 640), from: page))
                tile["set"] = .text(
                    GalleryContent.thumbnailEdges.map { "\(link(.thumbnail(cover, edge: $0), from: page)) \($0)w" }
                        .joined(separator: ", "))
            }
            return tile
        }
        return filled("tiles", ["albums": .list(tiles)])
    }

    /// An album's title, or its date in words if it is a day.
    func name(of album: Album) throws(AlbumsError) -> String { try named([album])[0].name(in: naming) }

    /// The name of an album without the user's title.
    func originalName(of album: Album) throws(AlbumsError) -> String {
        var album = album
        album.title = album.originalTitle
        return try name(of: album)
    }

    /// The value of `lang` for an album's name: the user's titles can be in any language.
    func language(of album: Album) -> PageTemplate.Value { album.isRenamed ? "" : placeLanguage }

    /// The value of `lang` for dates; empty if they are in the page's language.
    var dateLanguage: PageTemplate.Value { .text(dates.tag == pageTag ? "" : dates.tag) }

    /// The value of `lang` for the names of places; empty if they are in the page's language.
    var placeLanguage: PageTemplate.Value { .text(naming.tag == pageTag ? "" : naming.tag) }

    private var pageTag: String { words.language == "zh-Hans" ? "zh" : words.language }

    /// How to group rows of pictures.
    enum Grouping {
        case days
        case none
    }

    /// Pictures in rows that keep their shapes, under headings of days and places.
    ///
    /// - Parameter context: The collection to page through from picture to picture, the `in` of their links.
    func rows(
        _ photos: [AlbumPhoto], _ grouping: Grouping, context: String = "", from page: PagePath
    ) throws(AlbumsError) -> HTML {
        let photos = try named(photos)
        let groups = grouping == .days ? PictureGroup.groups(of: photos) : [PictureGroup(photos: photos)]
        let parts = groups.filter { !$0.photos.isEmpty }.map { group -> [String: PageTemplate.Value] in
            let (when, place) =
                grouping == .days
                ? (group.when(in: dates, undated: words["timeline.undated"]), group.place(in: naming)) : ("", nil)
            let name = place ?? ""
            return [
                "language": dateLanguage, "datetime": .text(group.machineDate ?? ""), "whereLanguage": placeLanguage,
                "when": .text(when), "where": .text(name), "key": .text(group.key),
                "few": .flag(grouping == .days && group.isSmall),
                "title": .text([when, name].filter { !$0.isEmpty }.joined(separator: ", ")),
                "pictures": .list(group.photos.map { picture($0, context: context, from: page) }),
            ]
        }
        return filled("rows", ["groups": .list(parts)])
    }

    private func picture(_ photo: AlbumPhoto, context: String, from page: PagePath) -> [String: PageTemplate.Value] {
        let shape = PictureShape(photo)
        return [
            "colour": .text(photo.colour.map { " k\(Self.step(of: $0))" } ?? ""),
            "id": .text(String(photo.id)), "ratio": .text(String(shape.ratio)),
            "link": .text(
                link(.picture(photo.id), from: page) + (context.isEmpty ? "" : "?in=" + GalleryQuery.encoded(context))),
            "small": .text(link(.thumbnail(photo.id, edge: 320), from: page)),
            "set": .text(set(photo, GalleryContent.thumbnailEdges.map { ($0, .thumbnail(photo.id, edge: $0)) }, page)),
            "sizes": .text(
                // Browsers that know `auto` take the size of the layout.
                "auto, (max-width: 34rem) \(shape.ratio * 100 / 100)px, \(shape.ratio * 240 / 100)px"),
            "width": .text(String(shape.width)), "height": .text(String(shape.height)),
            "text": .text(description(of: photo)), "language": placeLanguage,
            "badges": .list(Self.badges(of: photo).map { ["badge": .text($0)] }),
        ]
    }

    /// What is written on a picture: that it moves, and what else belongs to its shot.
    private static func badges(of photo: AlbumPhoto) -> [String] {
        var badges: [String] = []
        if photo.isAnimated { badges.append("GIF") }
        if photo.parts.contains(.raw) || GalleryContent.isRaw(photo.type) { badges.append("RAW") }
        if photo.parts.contains(.video) || ReadableFormats.isVideo(ImageType(rawValue: photo.type)) {
            badges.append("▶")
        }
        return badges
    }

    /// The style of a colour (`colours.css`): one of 216, with six steps of red, green and blue.
    static func step(of colour: Int) -> Int {
        [16, 8, 0].reduce(0) { $0 * 6 + ((colour >> $1 & 0xFF) * 5 + 127) / 255 }
    }

    /// The `srcset` of a picture: files with their widths, up to the first one that has the picture's full size.
    func set(_ photo: AlbumPhoto, _ files: [(edge: Int, path: PagePath)], _ page: PagePath) -> String {
        let shape = PictureShape(photo)
        let longest = max(shape.width, shape.height)
        var set: [String] = []
        for (edge, path) in files {
            let width = max(1, min(shape.width, shape.width.multipliedSaturated(by: edge) / longest))
            set.append("\(link(path, from: page)) \(width)w")
            if edge >= longest { break }
        }
        return set.joined(separator: ", ")
    }

    /// A description of a picture, for its alternative text.
    func description(of photo: AlbumPhoto) -> String {
        var parts = [Self.fileName(of: photo)]
        if let place = photo.place {
            let name = place.description
            parts.append(photo.isEstimated ? words.text("place.estimated", ["name": name]) : name)
        }
        if let date = photo.time.flatMap({ CivilDate(seconds: $0) }) { parts.append(dates.text(date)) }
        return parts.joined(separator: ", ")
    }

    /// The last component of a picture's path.
    static func fileName(of photo: AlbumPhoto) -> String {
        RawPath(bytes: photo.path.name).exact
    }

    /// Links to the previous and next pages, and to some pages by number.
    func pager(_ current: Int, of last: Int, _ path: (Int) -> String) -> HTML {
        var shown = Set([1, last])
        for number in current - 2...current + 2 where (1...last).contains(number) { shown.insert(number) }
        let numbers = shown.sorted().map { number -> [String: PageTemplate.Value] in
            ["number": .number(number), "link": .text(number == current ? "" : path(number))]
        }
        return filled(
            "pager",
            [
                "needed": .flag(last > 1), "numbers": .list(numbers), "beforeName": .text(words["pager.previous"]),
                "afterName": .text(words["pager.next"]),
                "before": .text(current > 1 ? path(current - 1) : ""),
                "after": .text(current < last ? path(current + 1) : ""),
            ])
    }

    /// Links to the previous and next parts.
    func turn(before: (path: String, name: String)?, after: (path: String, name: String)?) -> HTML {
        filled(
            "pager",
            [
                "needed": .flag(before != nil || after != nil), "before": .text(before?.path ?? ""),
                "beforeName": .text(before?.name ?? ""), "after": .text(after?.path ?? ""),
                "afterName": .text(after?.name ?? ""),
            ])
    }
}
