internal import UprightFiles
internal import UprightContainers
internal import UprightRewriting

/// An open source, and the hidden file that its output is written to.
struct OpenPicture: Sendable {
    let job: PictureJob
    /// The folder that contains the source; nil for a picture in memory.
    let sourceFolder: OpenFolder?
    let source: OpenFile
    /// The source's status before it was read.
    let status: FileStatus
    let type: ImageType
    /// Shows the rest of this process that the source is being worked on.
    private let hold: SourcesInUse.Hold?
    let outputFolder: OpenFolder?
    let atomic: AtomicFile?
    /// The file to write to: the hidden file or, in a dry run, a file in memory.
    let made: OpenFile

    /// Opens and identifies a source, and creates the file for its output.
    ///
    /// - Parameters:
    ///   - sourcesInUse: the sources that are worked on; nil to inspect the source without locking it.
    ///   - type: the type of a file that is not a picture and is not identified.
    init(
        _ job: PictureJob, isDryRun: Bool, sourcesInUse: SourcesInUse?, type known: ImageType? = nil
    ) throws(Refusal) {
        self.job = job
        do throws(FileError) {
            let root = try job.folder.openSource()
            let folder = try root.folder(job.relative.parent)
            let name = RawPath(bytes: job.relative.name)
            let named = try folder.status(of: name)
            guard named.kind == .regular else { throw FileError(.open, job.source, .notRegular(named.kind)) }
            source = try folder.file(name)
            status = try source.status()
            guard status.kind == .regular else { throw FileError(.open, job.source, .notRegular(status.kind)) }
            sourceFolder = folder
        } catch {
            throw Self.refusal(error, in: job.folder)
        }
        if let sourcesInUse {
            let locked: Bool
            do { locked = try source.tryLock() } catch { locked = true }
            guard locked else { throw .notReady(sourcesInUse.lockReason(on: status, job.source)) }
            hold = sourcesInUse.hold(status, job.source)
        } else {
            hold = nil
        }
        type = if let known { known } else { try Self.identify(source, status, job) }
        do throws(FileError) {
            if isDryRun {
                outputFolder = nil
                atomic = nil
                made = try OpenFile.inMemory()
            } else {
                let folder = try job.folder.openOutput(job.relative.parent)
                let file = try AtomicFile(in: folder)
                outputFolder = folder
                atomic = file
                made = file.file
            }
        } catch {
            throw Refusal(error, in: job.folder)
        }
    }

    /// Identifies a picture in memory, and takes a file for its output.
    init(_ job: PictureJob, content: OpenFile, files: MemoryFiles) throws(Refusal) {
        self.job = job
        (sourceFolder, outputFolder, atomic, hold) = (nil, nil, nil, nil)
        source = content
        do { status = try source.status() } catch { throw Refusal(error) }
        type = try Self.identify(source, status, job)
        do { made = try files.take() } catch { throw Refusal(error) }
    }

    private static func refusal(_ error: FileError, in folder: DropFolder) -> Refusal {
        if case .notRegular = error.condition { return Refusal(.ignored, error.reason) }
        if error.isAbsence { return Refusal(.ignored, "it vanished before it could be read") }
        if error.isSymbolicLink {
            return Refusal(.ignored, "its path contains a symbolic link; none is followed in a drop folder")
        }
        return Refusal(error, in: folder)
    }

    private static func identify(
        _ source: OpenFile, _ status: FileStatus, _ job: PictureJob
    ) throws(Refusal) -> ImageType {
        guard status.size > 0 else { throw Refusal(.rejected, "the file is empty (0 bytes)") }
        let prefix: [UInt8]
        do { prefix = try source.read(ImageType.magicLength, at: 0) } catch { throw Refusal(error, in: job.folder) }
        let type = PictureFormats.identify(prefix)
        if PictureFormats.description(of: type) != nil {
            // What is not decoded can have any size.
            if let excess = job.folder.options.limits.excess(ofFileOf: status.size) { throw Refusal(.rejected, excess) }
            return type
        }
        guard type == .unknown, OutputName.claimsHandledType(job.relative.name) else { throw .other(type) }
        let start = prefix.prefix(8).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " ")
        throw Refusal(
            .rejected, "named as a picture, but its content is not one: it begins with \(start)", type: type)
    }
}
