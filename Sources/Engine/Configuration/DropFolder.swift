package import UprightConfiguration
package import UprightRewriting
package import UprightFiles

/// A folder that pictures come from, with its output folder and its options.
package struct DropFolder: Sendable, Hashable {
    /// The folder's settings. Its paths are those shown to the user.
    package var configuration: FolderConfiguration
    /// How its pictures are normalized.
    package var options: NormalizationOptions
    /// On which pictures labels beside its pictures were made.
    package var labelled = LabelConvention.auto
    /// A digest of the options that an output depends on.
    package var fingerprint: String

    package init(configuration: FolderConfiguration, options: NormalizationOptions) {
        self.configuration = configuration
        self.options = options
        self.options.digestsPicture = configuration.duplicates == .skip
        fingerprint = Self.fingerprint(configuration, options)
    }

    /// The folders that were marked. While a folder's mark is missing, nothing is read from it or written to it.
    var marked: Set<RawPath> = []

    /// The source folder's path, if it differs from the configuration's string because it is not UTF-8.
    var exactSource: RawPath?
    /// The output folder's path, if it differs from the configuration's string.
    var exactOutput: RawPath?

    /// The source folder's path.
    package var source: RawPath { exactSource ?? RawPath(configuration.source) }
    /// The output folder's path.
    package var output: RawPath { exactOutput ?? RawPath(configuration.output) }

    /// Whether the original of a file is moved or deleted.
    func retires(_ record: PictureRecord) -> Bool {
        configuration.originals(isUnsupported: record.isUnsupported) != .keep
    }

    /// Whether the source that a record's output was made from has left, so that the file that has its path is another one.
    func hasLeft(_ record: PictureRecord, _ present: FileStatus, born: Int64? = nil) -> Bool {
        record.sourceHasLeft(present, born: born, retires: retires(record))
    }

    /// The folders that are written to, wherever they are, the output folder first.
    var written: [RawPath] { [output] + configuration.written.dropFirst().map { RawPath($0) } }
    /// Those of them that exist. Others cannot be met in a drop folder.
    var presentWritten: Set<FileIdentity> {
        Set(
            written.compactMap { path in
                do throws(FileError) { return try OpenFolder(path).status().identity } catch { return nil }
            })
    }

    /// Identifies a further output of a source folder.
    package static func key(ofOutput output: String, from source: String) -> String { "\(source)\n\(output)" }

    package func openSource() throws(FileError) -> OpenFolder { try open(source) }

    /// Whether one of the folder's paths was marked.
    func isMarked(_ path: RawPath) -> Bool { marked.contains(path) }

    /// Opens one of the folder's paths. One that was marked must still have its mark.
    func open(_ path: RawPath) throws(FileError) -> OpenFolder {
        try isMarked(path) ? OpenFolder.marked(path) : OpenFolder(path)
    }

    /// Opens one of the folder's paths or a folder below it, and creates it if it is missing. One that was marked is not
    /// created, because then its volume is missing.
    func open(creating path: RawPath, _ relative: RawPath = RawPath("")) throws(FileError) -> OpenFolder {
        let root = try isMarked(path) ? OpenFolder.marked(path) : Self.creating(path, like: source, configuration)
        return try root.folder(creating: relative) { (relative) throws(FileError) in
            try Self.rights(like: source, relative, configuration)
        }
    }

    /// Opens the output folder or a folder below it, and creates it if it is missing.
    func openOutput(_ relative: RawPath = RawPath("")) throws(FileError) -> OpenFolder {
        try open(creating: output, relative)
    }
}
