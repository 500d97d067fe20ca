package import UprightFiles
package import UprightFormats

/// One file to work on.
package struct PictureJob: Sendable {
    /// The drop folder that contains the file.
    package var folder: DropFolder
    /// The file's path relative to the folder's source.
    package var relative: RawPath
    /// The journal's record of the file; nil if there is none.
    package var previous: PictureRecord?
    /// Whether an unmodified output of this same source may be replaced, because other options or another version give
    /// a different output.
    package var replacesOwn: Bool

    /// The output's name; nil for the source's name. A wrong extension is corrected in both cases.
    package var outputName: [UInt8]?
    /// The position that the picture gets if it has none.
    package var position: Position?
    /// The source's status when all of its writers were known to have closed it; nil if that is not known.
    package var closed: FileStatus?
    /// Whether a process is known to have the source open for writing.
    package var isOpen = false
    /// Returns whether a process has a file of the drop folder open for writing, by its path relative to the folder; nil if
    /// that is not known.
    package var writers: (@Sendable (RawPath) -> Bool?)?
    /// Since when it would have been noticed that the source was taken away, in milliseconds since 1970; nil if nobody watches it.
    package var watchedSince: Int64?
    /// The picture's turn among those of a run, if steps say where outputs go.
    var ticket: PlacementOrder.Ticket?
    /// Whether the work amends a delivery.
    package var amendment = Amendment.none
    /// Where the file for the output is taken from, if the picture was sent as bytes.
    var memory: MemoryFiles?
    /// Whether the picture was sent as bytes, so that it has no sidecars.
    var isInMemory: Bool { memory != nil }

    package init(
        folder: DropFolder, relative: RawPath, previous: PictureRecord? = nil, replacesOwn: Bool = false
    ) {
        self.folder = folder
        self.relative = relative
        self.previous = previous
        self.replacesOwn = replacesOwn
    }

    /// Records what is known of the source's writers.
    mutating func observe(_ writers: (@Sendable (RawPath) -> Bool?)?, of status: FileStatus) {
        switch writers?(relative) {
        case true?: isOpen = true
        case false?: closed = status
        case nil: break
        }
    }

    /// The source's full path.
    package var source: RawPath { folder.source.appending(relative) }
}
