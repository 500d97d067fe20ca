internal import UprightAlbums
internal import UprightConfiguration
internal import UprightFormats
package import UprightEngine
package import UprightFiles
internal import UprightRewriting
internal import UprightSteps
internal import UprightWorker

/// A folder of pictures that no daemon keeps albums of, with albums of its own.
///
/// Its pictures are recorded in a journal of the folder's own state (``RememberedOutput``), each as an output that nothing is known
/// of but what it says itself. From then on, albums and gallery are made as for the daemon's outputs.
package struct FolderLibrary: Sendable {
    private let output: RememberedOutput
    package let originals: [RawPath]
    /// The folder: an absolute path without links.
    var folder: RawPath { output.folder }

    let names = ShotNames()

    /// How many pictures are recorded in one commit.
    private static let batch = 256

    /// Locates the albums of a folder.
    ///
    /// - Parameter originals: the folder of the originals; nil for those that `upright reprocess` has remembered.
    package init(_ folder: RawPath, originals: RawPath? = nil) throws(FileError) {
        output = try RememberedOutput(folder)
        self.originals =
            try originals.map { (path) throws(FileError) in [try FileStore.resolved(path)] } ?? output.sources
    }

    /// The configuration that a daemon would have for these folders.
    package var configuration: Configuration {
        var configuration = Configuration()
        configuration.state = output.state.description
        configuration.gallery.title = String(decoding: output.folder.name, as: UTF8.self)
        let sources = originals.isEmpty ? [output.folder] : originals
        configuration.folders = sources.map {
            FolderConfiguration(source: $0.description, output: output.folder.description)
        }
        return configuration
    }

    /// Records the pictures of the folder that are new or have changed.
    ///
    /// - Parameter advance: is called for each of them, with their number.
    /// - Returns: messages about folders that cannot be read.
    /// - Throws: `FileError`, `OperationError`, `JournalError` or `AlbumsError`.
    package func update(_ advance: @escaping @Sendable (Int) -> Void) async throws -> [String] {
        _ = try OpenFolder.creating(output.state, rights: .exactly(0o700))
        let journal = try Journal.open(in: output.state, isChecked: false).journal
        let library = try AlbumLibrary(path: configuration.state + "/albums.sqlite")
        let (new, problems) = try await new(journal, library)
        guard !new.isEmpty else { return problems }
        let workers = try await FileWorkers.starting(configuration)
        let (reader, limits, folder) = (workers.reader, workers.limits, output.folder)
        var records: [PictureRecord] = []
        await workers.run(new) { path in
            await Self.record(of: path, in: folder, by: reader, limits)
        } handle: { record in
            if let record { records.append(record) }
            advance(new.count)
            return true
        }
        await workers.shutDown()
        try await join(&records, journal)
        for start in stride(from: 0, to: records.count, by: Self.batch) {
            try await journal.finish(Array(records[start..<min(start + Self.batch, records.count)]))
        }
        return problems
    }

    /// The files that the journal does not have as they are, or the albums not at all.
    private func new(_ journal: Journal, _ library: AlbumLibrary) async throws -> (files: [RawPath], problems: [String])
    {
        let rules = IgnoreRules(FolderConfiguration.defaultIgnore)
        var scan = FolderScan(try OpenFolder(output.folder), rules: rules)
        var files: [RawPath] = []
        var problems: [String] = []
        while let findings = await scan.next() {
            var found: [(path: RawPath, status: FileStatus)] = []
            for finding in findings {
                switch finding {
                case .file(let path, let status): found.append((output.folder.appending(path), status))
                case .failed(_, let error), .unreadable(_, let error): problems.append(error.description)
                case .ignored: break
                }
            }
            for (file, row) in zip(found, try await journal.records(of: found.map(\.path))) {
                if let row, row.status.isSameContent(as: file.status) {
                    // It may have been away, and have left the albums. Or its picture came, or went.
                    let isFiled = try library.photo(path: file.path) != nil || library.isPart(file.path)
                    guard row.outcome == .current, !isFiled || lead(of: file.path) != row.picture else { continue }
                }
                files.append(file.path)
            }
        }
        return (files, problems)
    }

    /// The record of a picture that nothing is known of but what it says itself; nil if it cannot be opened.
    private static func record(
        of path: RawPath, in folder: RawPath, by reader: any ContentReader, _ limits: Limits
    ) async -> PictureRecord? {
        do {
            let file = try await offTheCooperativePool { () throws(FileError) in
                try OpenFolder(folder).file(path.relative(to: folder) ?? path)
            }
            let start = try file.read(ImageType.magicLength, at: 0)
            let type = PictureFormats.identify(start, name: path.name)
            var record = PictureRecord(source: path, folder: folder, status: try file.status())
            (record.state, record.outcome, record.type) = (.finished, .ignored, type.rawValue)
            record.finished = PictureEngine.milliseconds()
            guard ReadableFormats.description(of: type) != nil else { return record }
            let facts = try await reader.facts(source: file.descriptor, limits: limits)
            (record.outcome, record.output, record.outputSize) = (.current, path, record.status.size)
            record.setPlaceAndTime(of: facts)
            record.contentIdentifier = facts.contentIdentifier
            return record
        } catch { return nil }
    }
}
