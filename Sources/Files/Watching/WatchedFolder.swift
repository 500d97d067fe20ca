/// A folder to watch.
package struct WatchedFolder: Sendable {
    /// The folder's path.
    package var path: RawPath
    /// Whether to watch subfolders, too.
    package var recursive: Bool
    /// The names to ignore.
    package var rules: IgnoreRules
    /// Folders to exclude if they are inside this one.
    package var excluded: [RawPath]

    package init(path: RawPath, recursive: Bool = true, rules: IgnoreRules = IgnoreRules([]), excluded: [RawPath] = [])
    {
        self.path = path
        self.recursive = recursive
        self.rules = rules
        self.excluded = excluded
    }

    func scan(
        _ root: OpenFolder, from start: RawPath = RawPath(""), tellsFiles: Bool = true,
        entering: @escaping FolderScan.Entering = { (_, _) throws(FileError) in }
    ) -> FolderScan {
        var identities: Set<FileIdentity> = []
        for path in excluded {
            do throws(FileError) { identities.insert(try OpenFolder(path).status().identity) } catch {
                // The scan cannot meet a folder that does not exist.
                continue
            }
        }
        return FolderScan(
            root, from: start, rules: rules, recursive: recursive, excluded: identities, tellsFiles: tellsFiles,
            entering: entering)
    }
}
