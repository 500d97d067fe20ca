internal import UprightFiles

extension MachineCheck {
    /// The most folders to look at, so that the check of a large tree ends soon.
    private static let maximumFolders = 20_000
    private static let maximumFindings = 20

    /// The folders inside a drop folder that this user cannot read: the pictures in them are not found.
    func unreadableFolders(in source: RawPath) -> [Finding] {
        let root: OpenFolder
        // Another finding reports a drop folder that cannot be opened.
        do { root = try OpenFolder(source) } catch { return [] }
        var findings: [Finding] = []
        var folders = [RawPath("")]
        var seen = 0
        while let path = folders.popLast(), seen < Self.maximumFolders, findings.count < Self.maximumFindings {
            seen += 1
            do throws(FileError) {
                let entries = try root.folder(path).entries()
                folders += entries.filter { $0.kind == .folder }.map { path.appending(name: $0.name) }
            } catch {
                guard !error.isAbsence else { continue }
                findings.append(
                    Finding(
                        subject: "source", grade: .failure, text: "the files in a subfolder are not found: \(error)"))
            }
        }
        return findings
    }
}
