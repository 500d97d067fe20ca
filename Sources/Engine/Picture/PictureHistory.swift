package import UprightFiles

/// What has happened to sources and outputs before: the journal's rows, or nothing.
package protocol PictureHistory: Sendable {
    /// The journal; nil if nothing is recorded. What is left undone is then done by nobody later.
    var journal: Journal? { get }
    /// Writes the rows of finished work durably.
    func finish(_ records: [PictureRecord]) async throws(JournalError)
    /// The rows of sources; nil for each that has none.
    func records(of sources: [RawPath]) async throws(JournalError) -> [PictureRecord?]
    /// The rows of delivered sources with a digest.
    func records(ofSourcesWith sha256: [UInt8]) async throws(JournalError) -> [PictureRecord]
    /// The rows with an output of a path.
    func records(withOutput output: RawPath) async throws(JournalError) -> [PictureRecord]
    /// The rows of the members of a picture with a digest.
    func members(of picture: RawPath, sha256: [UInt8]) async throws(JournalError) -> [PictureRecord]
    /// The rows of the pictures of a folder with a content identifier.
    func pictures(identifiedBy identifier: String, in folder: RawPath) async throws(JournalError) -> [PictureRecord]
    /// The rows of the delivered pictures of a folder that show the same.
    func pictures(showing digest: String, in folder: RawPath) async throws(JournalError) -> [PictureRecord]
    /// The pictures in a folder that have no result.
    func unfinishedPictures(in parent: RawPath) async throws(JournalError) -> [RawPath]
    /// The sources whose paths begin with each of some paths.
    func sources(
        beginningWith names: [RawPath], ofDeliveredPictures isDelivered: Bool
    ) async throws(JournalError) -> [[RawPath]]
}

extension Journal: PictureHistory {
    package var journal: Journal? { self }
}

/// Nothing is known of earlier work, and nothing is recorded.
package struct NoHistory: PictureHistory {
    package var journal: Journal? { nil }
    package init() {}
    package func finish(_ records: [PictureRecord]) {}
    package func records(of sources: [RawPath]) -> [PictureRecord?] { sources.map { _ in nil } }
    package func records(ofSourcesWith sha256: [UInt8]) -> [PictureRecord] { [] }
    package func records(withOutput output: RawPath) -> [PictureRecord] { [] }
    package func members(of picture: RawPath, sha256: [UInt8]) -> [PictureRecord] { [] }
    package func pictures(identifiedBy identifier: String, in folder: RawPath) -> [PictureRecord] { [] }
    package func pictures(showing digest: String, in folder: RawPath) -> [PictureRecord] { [] }
    package func unfinishedPictures(in parent: RawPath) -> [RawPath] { [] }
    package func sources(beginningWith names: [RawPath], ofDeliveredPictures isDelivered: Bool) -> [[RawPath]] {
        names.map { _ in [] }
    }
}

extension PictureEngine {
    /// Asks the history. A journal that fails ends the work: it is repeated.
    func asked<Answer>(
        _ question: @autoclosure () async throws(JournalError) -> Answer
    ) async throws(Refusal) -> Answer {
        do throws(JournalError) { return try await question() } catch { throw .unrecorded(error.description) }
    }
}

extension DropFolder {
    /// Works on files of the folder; a failure is the refusal of the picture that it happened to.
    func orRefuse<Value>(_ work: @autoclosure () throws(FileError) -> Value) throws(Refusal) -> Value {
        do throws(FileError) { return try work() } catch { throw Refusal(error, in: self) }
    }

    /// Does the same on a separate thread.
    func blocking<Value: Sendable>(
        _ work: @escaping @Sendable () throws(FileError) -> Value
    ) async throws(Refusal) -> Value {
        do throws(FileError) { return try await offTheCooperativePool(throwing: work) } catch {
            throw Refusal(error, in: self)
        }
    }
}
