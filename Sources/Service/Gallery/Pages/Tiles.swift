internal import UprightAlbums
internal import UprightPlaces

extension PageFrame {
    /// An album as a tile: cover, title, count.
    func tile(_ album: Album, from page: PagePath) -> HTML {
        let cover: HTML =
            album.cover.map {
                "<img src=\"\(link(.thumbnail($0), from: page))\" alt=\"\" loading=\"lazy\" decoding=\"async\">"
            } ?? ""
        return """
            <li><a class="tile" href="\(link(.album(album.id, page: 1), from: page))">
            <span class="cover">\(cover)</span>
            <span class="name" dir="auto">\(name(of: album))</span>
            <span class="count">\(Self.count(album.count, "picture"))</span></a></li>

            """
    }

    /// An album's title; a trip's has its days.
    func name(of album: Album) -> String {
        guard album.kind == .trip, !album.isRenamed, let first = album.first.flatMap({ CivilDate(seconds: $0) }),
            let last = album.last.flatMap({ CivilDate(seconds: $0) })
        else { return album.title }
        return first == last ? "Trip on \(first)" : "Trip from \(first) to \(last)"
    }

    /// Albums as tiles.
    func tiles(_ albums: some Collection<Album>, from page: PagePath) -> HTML {
        "<ul class=\"tiles\">\(albums.map { tile($0, from: page) })</ul>\n"
    }

    /// Pictures as tiles.
    func tiles(_ photos: some Collection<AlbumPhoto>, from page: PagePath) -> HTML {
        let tiles = photos.map { photo -> HTML in
            let animated: HTML = photo.isAnimated ? "<span class=\"badge\">animated</span>" : ""
            return """
                <li><a class="picture" href="\(link(.picture(photo.id), from: page))">
                <img src="\(link(.thumbnail(photo.id), from: page))" alt="\(Self.description(of: photo))" loading="lazy" \
                decoding="async">\(animated)</a></li>

                """
        }
        return "<ul class=\"pictures\">\(tiles)</ul>\n"
    }

    /// A picture in words, for those who do not see it.
    static func description(of photo: AlbumPhoto) -> String {
        var parts = [fileName(of: photo)]
        if let place = photo.place { parts.append(place.description) }
        if let date = photo.time.flatMap({ CivilDate(seconds: $0) }) { parts.append(date.description) }
        return parts.joined(separator: ", ")
    }

    /// The last part of a picture's path.
    static func fileName(of photo: AlbumPhoto) -> String {
        photo.path.split(separator: "/").last.map(String.init) ?? photo.path
    }

    /// Links to the pages before and after, and to each of a few.
    func pager(_ current: Int, of last: Int, from page: PagePath, _ path: (Int) -> String) -> HTML {
        guard last > 1 else { return "" }
        var shown = Set([1, last])
        for number in current - 2...current + 2 where (1...last).contains(number) { shown.insert(number) }
        let links = shown.sorted().map { number -> HTML in
            number == current
                ? "<li><span aria-current=\"page\">\(number)</span></li>"
                : "<li><a href=\"\(path(number))\">\(number)</a></li>"
        }
        let before: HTML =
            current > 1 ? "<li><a rel=\"prev\" href=\"\(path(current - 1))\">Previous</a></li>" : ""
        let after: HTML = current < last ? "<li><a rel=\"next\" href=\"\(path(current + 1))\">Next</a></li>" : ""
        return "<nav class=\"pager\" aria-label=\"Pages\"><ul>\(before)\(links)\(after)</ul></nav>\n"
    }
}
