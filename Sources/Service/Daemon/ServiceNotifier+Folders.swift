internal import UprightConfiguration
internal import UprightEngine
internal import UprightFiles

extension ServiceNotifier {
    /// Returns why a running service cannot use the new folders of a configuration: the unit's restrictions were set up when it
    /// started, so that it does not see folders that were added to the unit since. Nil if it can, or if no service manager runs
    /// this process.
    func invisibleFolder(of wanted: Configuration, after current: Configuration) -> String? {
        guard isInService else { return nil }
        let known = Set(current.folders.flatMap(Self.writableFolders))
        for path in wanted.folders.flatMap(Self.writableFolders) where !known.contains(path) {
            do throws(FileError) {
                try FileStore.check(.write, at: FileStore.nearestExisting(RawPath(path)))
            } catch {
                guard error.isReadOnly else { continue }
                return
                    "\(path) is read-only for the running service, which does not see folders that were added to its unit "
                    + "since it started: systemctl restart upright. If it still cannot be written then, add ReadWritePaths= "
                    + "or, below /home, BindPaths= (systemctl edit upright)"
            }
        }
        return nil
    }

    /// The folders that are written or, if they are missing, created.
    private static func writableFolders(_ folder: FolderConfiguration) -> [String] {
        let isSourceWritten = folder.retiresOriginals || !FileStore.exists(RawPath(folder.source))
        return folder.written + (isSourceWritten ? [folder.source] : [])
    }
}
