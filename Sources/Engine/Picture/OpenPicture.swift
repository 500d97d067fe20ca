internal import UprightFiles
internal import UprightConfiguration
internal import UprightRewriting
internal import UprightFormats
internal import UprightSteps

/// An open source, and the hidden file that its output is written to.
struct OpenPicture: Sendable {
    var job: PictureJob
    /// The folder that contains the source; nil for a picture in memory.
    let sourceFolder: OpenFolder?
    let source: OpenFile
    /// The source's status before it was read.
    let status: FileStatus
    /// The file in the drop folder that the output is made from, with its status: the source, or that of the first output.
    let original: (file: OpenFile, status: FileStatus)
    let type: ImageType
    /// Shows the rest of this process that the source is being worked on.
    private let hold: SourcesInUse.Hold?
    /// The path of the output's folder below the output folder.
    private(set) var place: RawPath
    /// The path that it would have if the output's file system took every name.
    private(set) var wantedPlace: RawPath
    /// What says where the output goes, if that is not the source's own path; keeps other pictures of the same path waiting.
    private(set) var placement: (path: Placement, hold: PlacementOrder.Hold)?
    private(set) var outputFolder: OpenFolder?
    private(set) var atomic: AtomicFile?
    /// The file to write to: the hidden file or, in a dry run, a file in memory.
    private(set) var made: OpenFile
    /// The picture as the steps have left it; nil if there are none.
    var stepped: StepPicture?
    /// What goes into its sidecar instead of into the picture (`sidecar: xmp`).
    var sidecarEdits: [MetadataEdit] = []
    /// Whether the source is an output that is not what was delivered: another program has changed it.
    private(set) var isModified = false
    /// The SHA-256 of the source, if that is an output.
    private(set) var digest: [UInt8] = []
    /// Whether extended attributes are carried over: not to what has been stripped.
    var carriesAttributes = true

    /// Opens and identifies a source, and creates the file for its output.
    ///
    /// - Parameters:
    ///   - sourcesInUse: the sources that are worked on; nil to inspect the source without locking it.
    ///   - held: the files that this work has locked already, of which the source can be a further name (a hard link).
    ///   - type: the type of a file that is not a picture and is not identified.
    ///   - place: the path of the output's folder below the output folder; nil for that of the source.
    ///   - awaitsPlacement: whether ``put(at:_:isDryRun:)`` creates the file for the output, when its path is known.
    init(
        _ job: PictureJob, isDryRun: Bool, sourcesInUse: SourcesInUse?, held: Set<FileIdentity> = [],
        type known: ImageType? = nil, at place: RawPath? = nil, awaitsPlacement: Bool = false
    ) throws(Refusal) {
        self.job = job
        self.place = place ?? job.relative.parent
        wantedPlace = self.place
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
        if let sourcesInUse, !held.contains(status.identity) {
            do throws(SourcesInUse.InUse) { hold = try sourcesInUse.hold(source, status, job.source) } catch {
                var refusal = Refusal.notReady(error.reason)
                if error.isHere { refusal.sourceInUse = status.identity }
                throw refusal
            }
        } else {
            hold = nil
        }
        original = (source, status)
        type = if let known { known } else { try Self.identify(source, status, job) }
        do throws(FileError) {
            (outputFolder, atomic, made) = try Self.output(
                of: job, like: source, at: isDryRun || awaitsPlacement ? nil : self.place)
        } catch {
            throw Refusal(error, in: job.folder)
        }
        notePlace()
    }

    /// Opens the folder of the output, and a hidden file in it; a file in memory if it has no place.
    private static func output(
        of job: PictureJob, like source: OpenFile, at place: RawPath?
    ) throws(FileError) -> (OpenFolder?, AtomicFile?, OpenFile) {
        guard let place else { return (nil, nil, try OpenFile.inMemory()) }
        let folder = try job.folder.openOutput(place)
        // Of names that the file system refuses, it has others.
        let found = folder.path.relative(to: job.folder.output) ?? place
        let atomic = try AtomicFile(in: folder, rights: rights(of: source, job, at: found))
        return (folder, atomic, atomic.file)
    }

    /// Of names that the file system refuses, the output's folder has others.
    private mutating func notePlace() {
        if let outputFolder { place = outputFolder.path.relative(to: job.folder.output) ?? place }
    }

    /// Creates the file for the output where a step puts it.
    ///
    /// - Parameter hold: keeps other pictures of the same path waiting.
    mutating func put(at placement: Placement, _ hold: PlacementOrder.Hold, isDryRun: Bool) throws(Refusal) {
        self.placement = (placement, hold)
        place = placement.path(1).parent
        wantedPlace = place
        guard !isDryRun else { return }
        do throws(FileError) { (outputFolder, atomic, made) = try Self.output(of: job, like: source, at: place) } catch
        {
            throw Refusal(error, in: job.folder)
        }
        notePlace()
    }

    /// The output's path without its name.
    var outputParent: RawPath { job.folder.output.appending(place) }

    /// The output's name.
    ///
    /// - Parameter number: tells apart what would have the same path; 1 for the first.
    func outputName(_ number: Int = 1) -> [UInt8] {
        var name = job.outputName ?? job.relative.name
        if let placement {
            let suffix = OutputName.split(name).suffix
            name = placement.path.path(number).name + (suffix.map { [OutputName.dot] + $0 } ?? [])
        }
        name = OutputName.name(of: name, type: type, correcting: job.folder.configuration.correctExtension)
        return placement == nil ? NumberedName.of(name, number) : name
    }

    /// Identifies a picture in memory, and takes a file for its output.
    init(_ job: PictureJob, content: OpenFile, files: MemoryFiles) throws(Refusal) {
        self.job = job
        (sourceFolder, outputFolder, atomic, hold) = (nil, nil, nil, nil)
        (place, wantedPlace) = (job.relative.parent, job.relative.parent)
        source = content
        do { status = try source.status() } catch { throw Refusal(error) }
        original = (source, status)
        type = try Self.identify(source, status, job)
        do { made = try files.take() } catch { throw Refusal(error) }
    }

    /// Opens a further output of a picture.
    ///
    /// - Parameters:
    ///   - job: the job, with the further output's folder and name.
    ///   - content: the bytes of the first output, open for reading.
    init(furtherOutputOf picture: OpenPicture, _ job: PictureJob, content: OpenFile) throws(Refusal) {
        self.job = job
        (sourceFolder, hold) = (nil, nil)
        (source, type, place, carriesAttributes) = (content, picture.type, picture.place, false)
        wantedPlace = picture.wantedPlace
        original = picture.original
        do throws(FileError) {
            status = try content.status()
            (outputFolder, atomic, made) = try Self.output(
                of: job, like: picture.source, at: picture.atomic == nil ? nil : picture.place)
        } catch { throw Refusal(error, in: job.folder) }
        notePlace()
    }

    /// Opens and locks the output of a file whose original has left, to amend it in place.
    ///
    /// - Parameters:
    ///   - place: the path of the new output's folder below the output folder; nil for that of the source.
    ///   - type: the type of a file that is not a picture and is not identified.
    init(
        outputOf job: PictureJob, isDryRun: Bool, sourcesInUse: SourcesInUse, type known: ImageType? = nil,
        at place: RawPath? = nil, awaitsPlacement: Bool = false
    ) throws(Refusal) {
        self.job = job
        self.place = place ?? job.relative.parent
        wantedPlace = self.place
        guard let output = job.presentOutput, let relative = output.relative(to: job.folder.output) else {
            throw Refusal(.rejected, "it has no output in \(job.folder.output)")
        }
        self.job.previous?.output = output
        let folder: OpenFolder
        let name = RawPath(bytes: relative.name)
        do throws(FileError) {
            folder = try job.folder.open(job.folder.output).folder(relative.parent)
            source = try folder.file(name)
            status = try source.status()
            guard status.kind == .regular else { throw FileError(.open, output, .notRegular(status.kind)) }
        } catch { throw Refusal(error, in: job.folder) }
        guard source.isBeingWritten != true else { throw .notReady("a process is writing its output, \(output)") }
        do throws(SourcesInUse.InUse) { hold = try sourcesInUse.hold(source, status, output) } catch {
            throw .notReady("its output, \(output), is in use: \(error.reason)")
        }
        sourceFolder = folder
        original = (source, status)
        type = if let known { known } else { try Self.identify(source, status, job) }
        do throws(FileError) {
            // Whoever had the lock may have put another file in this one's place.
            guard try folder.statusIfPresent(of: name)?.isSameContent(as: status) == true else {
                throw FileError(.open, output, .changed)
            }
            digest = try source.contentDigest().sha256
            isModified = digest != job.previous?.outputSHA256 && digest != source.contentMark
            if !isModified {
                // A process that was killed may have edited it without a row.
                self.job.previous?.outputSHA256 = digest
                self.job.previous?.outputSize = status.size
            } else if output != job.previous?.output, source.sourceMark?.sha256 != job.previous?.sourceSHA256,
                job.previous?.copies.map(\.sha256).contains(digest) != true
            {
                throw FileError(.open, output, .changed)
            }
            (outputFolder, atomic, made) = try Self.output(
                of: job, like: source, at: isDryRun || awaitsPlacement ? nil : self.place)
        } catch { throw Refusal(error, in: job.folder) }
        notePlace()
    }

    private static func rights(
        of source: OpenFile, _ job: PictureJob, at place: RawPath
    ) throws(FileError) -> NewRights {
        try job.folder.rights(of: source, in: job.relative.parent, at: job.folder.output, place)
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
        guard status.size > 0 || !OutputName.claimsHandledType(job.relative.name) else {
            throw Refusal(.rejected, "the file is empty (0 bytes)")
        }
        let prefix: [UInt8]
        do { prefix = try source.read(ImageType.magicLength, at: 0) } catch { throw Refusal(error, in: job.folder) }
        let type = PictureFormats.identify(prefix, name: job.relative.name)
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
