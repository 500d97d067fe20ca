internal import ArgumentParser

/// The folder of pictures that `upright gallery` and `upright albums` show without a configuration.
struct FolderArgument: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "A folder of pictures, such as upright reprocess writes; without it, what the configuration names.",
            valueName: "dir"),
        completion: .directory)
    var folder: String?

    /// The options with the folder in place of `--of`.
    func naming(_ named: AlbumLibraryOptions) -> AlbumLibraryOptions {
        var options = named
        options.of = folder ?? named.of
        return options
    }
}
