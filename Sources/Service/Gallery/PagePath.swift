/// A page or a file of the gallery: where it is, on the server and on disk alike.
package enum PagePath: Sendable, Hashable {
    case albums
    /// All albums of a kind, a page of them.
    case kind(String, page: Int)
    /// An album by its id, a page of its pictures.
    case album(String, page: Int)
    /// A picture by its number.
    case picture(Int64)
    case map
    case search
    case failures
    case about
    /// A small picture.
    case thumbnail(Int64)
    /// A picture as large as a screen.
    case preview(Int64)
    /// The picture's own file.
    case original(Int64, extension: String)
    /// A file of the gallery itself.
    case asset(String)
    /// The positions of all pictures.
    case points
    /// Land of the whole world, or of a cell of ten degrees.
    case land(String)

    /// The path, without a slash before it.
    package var path: String {
        switch self {
        case .albums: "index.html"
        case .kind(let kind, let page): "albums/\(kind)-\(page).html"
        case .album(let id, let page): page == 1 ? "album/\(id).html" : "album/\(id)/\(page).html"
        case .picture(let id): "picture/\(id).html"
        case .map: "map.html"
        case .search: "search.html"
        case .failures: "failures.html"
        case .about: "about.html"
        case .thumbnail(let id): "thumbnail/\(id).jpg"
        case .preview(let id): "preview/\(id).jpg"
        case .original(let id, let name): "original/\(id).\(name)"
        case .asset(let name): "assets/\(name)"
        case .points: "map/points.js"
        case .land(let name): "map/\(name).js"
        }
    }

    /// How deep in folders it lies.
    package var depth: Int { path.utf8.count { $0 == UInt8(ascii: "/") } }

    /// The page that a path names; nil for none. The inverse of ``path``.
    package init?(path: String) {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        func stem(_ name: String, _ ending: String) -> String? {
            name.hasSuffix(ending) ? String(name.dropLast(ending.count)) : nil
        }
        func number(_ text: String?) -> Int64? {
            guard let text, (1...18).contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) }) else {
                return nil
            }
            return Int64(text)
        }
        switch (parts.count, parts.first ?? "") {
        case (1, ""), (1, "index.html"): self = .albums
        case (1, "map.html"): self = .map
        case (1, "search.html"): self = .search
        case (1, "failures.html"): self = .failures
        case (1, "about.html"): self = .about
        case (2, "albums"):
            guard let name = stem(parts[1], ".html"), let dash = name.lastIndex(of: "-"),
                let page = number(String(name[name.index(after: dash)...]))
            else { return nil }
            self = .kind(String(name[..<dash]), page: Int(page))
        case (2, "album"):
            guard let id = stem(parts[1], ".html") else { return nil }
            self = .album(id, page: 1)
        case (3, "album"):
            guard let page = number(stem(parts[2], ".html")), page > 1 else { return nil }
            self = .album(parts[1], page: Int(page))
        case (2, "picture"):
            guard let id = number(stem(parts[1], ".html")) else { return nil }
            self = .picture(id)
        case (2, "thumbnail"):
            guard let id = number(stem(parts[1], ".jpg")) else { return nil }
            self = .thumbnail(id)
        case (2, "preview"):
            guard let id = number(stem(parts[1], ".jpg")) else { return nil }
            self = .preview(id)
        case (2, "original"):
            let name = parts[1].split(separator: ".", omittingEmptySubsequences: false).map(String.init)
            guard name.count == 2, let id = number(name[0]) else { return nil }
            self = .original(id, extension: name[1])
        case (2, "assets"): self = .asset(parts[1])
        case (2, "map"):
            guard let name = stem(parts[1], ".js") else { return nil }
            self = name == "points" ? .points : .land(name)
        default: return nil
        }
    }
}
