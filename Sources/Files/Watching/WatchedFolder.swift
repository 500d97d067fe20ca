public import UprightFiles

/// A folder that is to be watched.
public struct WatchedFolder: Sendable {
    /// Its path.
    public var path: RawPath
    /// Whether folders inside are watched too.
    public var recursive: Bool
    /// Names that are not looked at.
    public var rules: IgnoreRules
    /// Folders that are left out, should they lie inside.
    public var excluded: [RawPath]

    /// A folder to watch.
    public init(path: RawPath, recursive: Bool = true, rules: IgnoreRules = IgnoreRules([]), excluded: [RawPath] = []) {
        self.path = path
        self.recursive = recursive
        self.rules = rules
        self.excluded = excluded
    }

    func scan(
        _ root: OpenFolder, from start: RawPath = RawPath(""), tellsFiles: Bool = true,
        entering: @escaping FolderScan.Entering = { (_, _) throws(FileError) in }
    ) -> FolderScan {
        var identities: Set<FolderScan.Identity> = []
        for path in excluded {
            do throws(FileError) { identities.insert(FolderScan.Identity(try OpenFolder(path).status())) } catch {
                // What does not stand cannot be met.
                continue
            }
        }
        return FolderScan(
            root, from: start, rules: rules, recursive: recursive, excluded: identities, tellsFiles: tellsFiles,
            entering: entering)
    }
}
