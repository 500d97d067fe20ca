public import UprightConfiguration
public import UprightFiles
public import UprightRewriting

/// A folder that pictures come from, with where they go and how they are treated.
public struct DropFolder: Sendable, Hashable {
    /// The folder's settings, with the paths that are shown to the user.
    public var configuration: FolderConfiguration
    /// How its pictures are normalized.
    public var options: NormalizationOptions
    /// What an output depends on, beside its source: a digest of the options.
    public var fingerprint: String

    /// A folder with its settings.
    public init(configuration: FolderConfiguration, options: NormalizationOptions) {
        self.configuration = configuration
        self.options = options
        fingerprint = Self.fingerprint(configuration, options)
    }

    /// The folders that were marked: nothing is read from or written to one of them while its mark is missing.
    var marked: Set<RawPath> = []

    /// The source folder's path, where it is not the configuration's text: one that is not UTF-8.
    var exactSource: RawPath?
    /// The output folder's path, where it is not the configuration's text.
    var exactOutput: RawPath?

    /// The source folder's path.
    public var source: RawPath { exactSource ?? RawPath(configuration.source) }
    /// The output folder's path.
    public var output: RawPath { exactOutput ?? RawPath(configuration.output) }

    /// Opens the source folder.
    package func openSource() throws(FileError) -> OpenFolder { try open(source) }

    /// Whether one of its folders was marked.
    func isMarked(_ path: RawPath) -> Bool { marked.contains(path) }

    /// Opens one of its folders; one that was marked only with its mark.
    func open(_ path: RawPath) throws(FileError) -> OpenFolder {
        try isMarked(path) ? OpenFolder.marked(path) : OpenFolder(path)
    }

    /// Opens one of its folders, and makes it where it is missing; not where it was marked, for then it is its volume that
    /// is missing.
    func open(creating path: RawPath) throws(FileError) -> OpenFolder {
        try isMarked(path) ? OpenFolder.marked(path) : OpenFolder.creating(path)
    }

    /// Opens the output folder, or one below it, and makes it where it is missing.
    func openOutput(_ relative: RawPath = RawPath("")) throws(FileError) -> OpenFolder {
        do { return try open(output).folder(creating: relative) } catch {
            guard error.isAbsence else { throw error }
            return try open(creating: output).folder(creating: relative)
        }
    }
}
