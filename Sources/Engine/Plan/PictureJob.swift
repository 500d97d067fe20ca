public import UprightFiles
public import UprightJournal
public import UprightGeodata

/// One file to be worked on.
public struct PictureJob: Sendable {
    /// The folder that it lies in.
    public var folder: DropFolder
    /// Its path below the folder's source.
    public var relative: RawPath
    /// What the journal knows of it.
    public var previous: PictureRecord?
    /// Whether an output that was made of the very same source, and was not touched since, may be replaced: with other
    /// options or by another version the same picture comes out differently.
    public var replacesOwn: Bool

    /// What the output is called; nil for the source's name. A wrong extension is corrected in either.
    public var outputName: [UInt8]?
    /// The position that the picture gets where it has none.
    public var position: Position?
    /// Whether the picture was handed over as bytes: nothing lies beside it.
    var isInMemory = false

    /// A job.
    public init(
        folder: DropFolder, relative: RawPath, previous: PictureRecord? = nil, replacesOwn: Bool = false
    ) {
        self.folder = folder
        self.relative = relative
        self.previous = previous
        self.replacesOwn = replacesOwn
    }

    /// The source's whole path.
    public var source: RawPath { folder.source.appending(relative) }
}
