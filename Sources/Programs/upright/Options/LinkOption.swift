internal import ArgumentParser
internal import UprightAlbums

/// How exported pictures are linked.
struct LinkOption: ParsableArguments {
    @Option(
        help: "The kind of link to each picture: auto, hard, reflink or symbolic.",
        completion: .list(["auto", "hard", "reflink", "symbolic"]))
    var links = "auto"

    func validate() throws {
        guard AlbumFolder.LinkKind(rawValue: links) == nil else { return }
        throw ValidationError("--links takes auto, hard, reflink or symbolic; found \(links).")
    }

    var kind: AlbumFolder.LinkKind { AlbumFolder.LinkKind(rawValue: links) ?? .automatic }
}
