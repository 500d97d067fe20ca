internal import UprightFiles

/// The file that an output is written to: a hidden one in the output's folder or, in a dry run, one in memory.
struct OutputFile: Sendable {
    /// The path of the output's folder below the output folder.
    let parent: RawPath
    /// The path that it would have if the output's file system took every name.
    let wantedParent: RawPath
    /// The folder; nil in memory.
    let folder: OpenFolder?
    let atomic: AtomicFile?
    let file: OpenFile

    /// Creates the file.
    ///
    /// - Parameters:
    ///   - source: nobody who cannot read it can read the output.
    ///   - path: the path of the output's folder below the output folder; nil for that of the source.
    ///   - wanted: the path that it would have if the output's file system took every name, if that is another.
    init(
        of job: PictureJob, like source: OpenFile, in path: RawPath? = nil, wanted: RawPath? = nil, isInMemory: Bool
    ) throws(Refusal) {
        let path = path ?? job.relative.parent
        wantedParent = wanted ?? path
        do throws(FileError) {
            guard !isInMemory else {
                (parent, folder, atomic, file) = (path, nil, nil, try OpenFile.inMemory())
                return
            }
            let root = job.folder
            let folder = try root.openOutput(path)
            // Of names that the file system refuses, the folder has others.
            parent = folder.path.relative(to: root.output) ?? path
            let atomic = try AtomicFile(
                in: folder, rights: root.rights(of: source, in: job.relative.parent, at: root.output, parent))
            (self.folder, self.atomic, file) = (folder, atomic, atomic.file)
        } catch { throw Refusal(error, in: job.folder) }
    }

    /// Takes a file in memory.
    init(of job: PictureJob, from files: MemoryFiles) throws(Refusal) {
        (parent, wantedParent, folder, atomic) = (job.relative.parent, job.relative.parent, nil, nil)
        do { file = try files.claim() } catch { throw Refusal(error) }
    }

    /// Opens the output's bytes to read them. No worker gets the file for writing twice.
    func reopened() throws(FileError) -> OpenFile { try atomic?.reopened() ?? file }

    /// Whether there is an output folder, and no file has a name in it.
    func isFree(_ name: [UInt8]) throws(FileError) -> Bool {
        guard let folder else { return false }
        return try folder.statusIfPresent(of: RawPath(bytes: folder.accepted(name, isTried: false))) == nil
    }

    /// Starts writing the output to disk while its digest is computed. A small file would gain nothing.
    func beginWriting(_ bytes: Int) {
        if bytes >= PictureEngine.smallBytes { file.beginWriting() }
    }
}
