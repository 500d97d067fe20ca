internal import UprightFiles

/// A companion that waits until all pictures of a run have a result. There can be as many as files.
struct PutOffCompanion: Sendable {
    let folder: Shared<DropFolder>
    let relative: RawPath
    let status: FileStatus
    /// The record of its picture, if that was delivered.
    let picture: Shared<PictureRecord>?

    var source: RawPath { folder.value.source.appending(relative) }
}

/// A large value that several owners share.
final class Shared<Value: Sendable>: Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
}
