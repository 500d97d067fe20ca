internal import UprightAlbums
package import UprightFiles

/// Opens the files that the gallery shows, and compares them with what the journal says about them.
///
/// A caller keeps the file open from the check to the last byte: by then, another file can have its path.
package struct PictureFiles: Sendable {
    /// A picture's original.
    package enum Original: Sendable {
        /// It does not exist, or the journal does not know it.
        case none
        /// Its name leads to something other than what was normalized.
        case changed
        /// The file that was normalized.
        case file(OpenFile)
    }

    private let folders: PictureFolders
    private let journal: Journal?
    private let moved: [(source: RawPath, originals: RawPath)]
    private let digests = DigestCache()
    /// Finds out how a picture was made that the journal knows nothing else of; nil if it knows all that can be known.
    private let origin: Origin?
    private let unknown = UnknownOrigins()

    /// Returns the record of a picture, which is to be kept; nil if it cannot be found out.
    package typealias Origin = @Sendable (RawPath) async -> PictureRecord?

    /// Creates the files of a journal.
    ///
    /// - Parameters:
    ///   - folders: The folders that contain them.
    ///   - moved: Sources with the folders to which their originals are moved.
    ///   - origin: finds out how a picture was made of which there is no record.
    package init(
        _ journal: Journal?, in folders: PictureFolders, moved: [(source: RawPath, originals: RawPath)] = [],
        origin: Origin? = nil
    ) {
        self.origin = origin
        self.journal = journal
        self.folders = folders
        self.moved = moved
    }

    // MARK: Outputs

    /// Opens a picture's file. What it contains is still to be checked, with ``isOutput(_:of:)``.
    func openOutput(of photo: AlbumPhoto) throws(FileError) -> OpenFile { try folders.regularFile(photo.path) }

    /// Does the same; nil if the file cannot be opened.
    func output(of photo: AlbumPhoto) async -> OpenFile? {
        await offTheCooperativePool {
            do { return try openOutput(of: photo) } catch { return nil }
        }
    }

    /// A picture's file, if it is one that can be shown.
    func checkedOutput(of photo: AlbumPhoto) async throws -> OpenFile? {
        guard let file = await output(of: photo), try await isOutput(file, of: photo) else { return nil }
        return file
    }

    /// Whether a file is a picture's output, and can be shown.
    func isOutput(_ file: OpenFile, of photo: AlbumPhoto) async throws -> Bool {
        guard try mustBeDelivered(file, of: photo), let delivered = try await delivered(photo) else { return true }
        return await sha256(of: file) == delivered
    }

    /// Whether a picture's file must have the bytes that were delivered.
    ///
    /// Users edit outputs, and an edited picture is shown. But a file with further names can belong elsewhere: whoever can
    /// write to the output folder could have given it this one. So can a file in none of the folders.
    func mustBeDelivered(_ file: OpenFile, of photo: AlbumPhoto) throws(FileError) -> Bool {
        if folders.split(photo.path) == nil { return true }
        return try file.linkCount() > 1
    }

    /// The SHA-256 of what was delivered as a picture; nil if the journal does not know it.
    func delivered(_ photo: AlbumPhoto) async throws -> [UInt8]? {
        try await journal?.records(withOutput: photo.path).compactMap(\.presentSHA256).first
    }

    /// The record of how a picture was made; nil if there is none.
    func record(of photo: AlbumPhoto) async throws -> PictureRecord? {
        let records = try await journal?.records(withOutput: photo.path) ?? []
        if let made = records.first(where: { $0.source != photo.path }) { return made }
        guard let origin else { return records.first }
        guard !unknown.contains(photo.path) else { return nil }
        guard let record = await origin(photo.path) else {
            unknown.note(photo.path)
            return nil
        }
        try await journal?.finish([record])
        return record
    }

    // MARK: Originals

    /// A picture's original with the bytes that were normalized.
    func original(of photo: AlbumPhoto) async throws -> Original {
        try await original(of: photo) { file, record in
            guard let sha256 = await sha256(of: file) else { return false }
            return sha256 == record.sourceSHA256
        }
    }

    /// Does the same for a page, without reading a file whose size and time are those in the journal.
    func presumedOriginal(of photo: AlbumPhoto) async throws -> Original {
        try await original(of: photo) { file, record in
            if let status = status(of: file), status.size == record.status.size,
                status.modified == record.status.modified
            {
                return true
            }
            guard let sha256 = await sha256(of: file) else { return false }
            return sha256 == record.sourceSHA256
        }
    }

    private func original(
        of photo: AlbumPhoto, where isTrue: (OpenFile, PictureRecord) async -> Bool
    ) async throws -> Original {
        guard let record = try await record(of: photo), record.sourceSHA256 != nil else { return .none }
        var isChanged = false
        let number = record.output.map { NumberedName.number(of: $0.name, from: record.source.name) } ?? 1
        let numbered = record.source.parent.appending(name: NumberedName.of(record.source.name, number))
        let paths =
            [record.source]
            + Set([record.source, numbered]).flatMap { path in moved.compactMap { Self.moved(path, $0) } }
        for path in paths where path != photo.path {
            let opened = await offTheCooperativePool { () -> Result<OpenFile, FileError> in
                Result { () throws(FileError) in try folders.regularFile(path) }
            }
            switch opened {
            case .success(let file):
                if await isTrue(file, record) { return .file(file) }
                isChanged = true
            case .failure(let error): isChanged = isChanged || !error.isAbsence
            }
        }
        return isChanged ? .changed : .none
    }

    private static func moved(_ source: RawPath, _ folder: (source: RawPath, originals: RawPath)) -> RawPath? {
        source.relative(to: folder.source).map { folder.originals.appending($0) }
    }

    /// Opens a source in one of the folders; nil if it cannot be opened.
    func source(_ path: RawPath) async -> OpenFile? {
        await offTheCooperativePool {
            guard folders.split(path) != nil else { return nil }
            do { return try folders.regularFile(path) } catch { return nil }
        }
    }

    // MARK: Content

    private func status(of file: OpenFile) -> FileStatus? {
        do { return try file.status() } catch { return nil }
    }

    /// The SHA-256 of a file's content; nil if it cannot be read.
    private func sha256(of file: OpenFile) async -> [UInt8]? {
        await offTheCooperativePool {
            do throws(FileError) {
                let status = try file.status()
                if let known = digests.digest(of: status) { return known }
                let sha256 = try file.contentDigest().sha256
                // A file that is being written has no digest to keep.
                if try file.status() == status { digests.keep(sha256, of: status) }
                return sha256
            } catch { return nil }
        }
    }
}
