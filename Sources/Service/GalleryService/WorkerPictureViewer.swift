internal import UprightConfiguration
internal import UprightFormats
package import UprightEngine
internal import UprightWorker
internal import UprightBase
package import UprightFiles
internal import UprightRewriting

/// Makes thumbnails and reads metadata in sandboxed workers, and caches thumbnails in the state folder.
package struct WorkerPictureViewer: PictureViewer {
    private let pool: WorkerPool?
    private let limits: Limits
    private let cache: RawPath
    private let slots: ConcurrencyLimit
    private let motions = MotionCache()

    /// How many thumbnails to make at a time; few, because the daemon's own work has priority.
    private static let atATime = 2
    /// The version of the thumbnails. Cached ones of another version are not used.
    private static let version = 2
    private static let maximumBytes = 16 << 20

    /// Creates a viewer with the workers and the state folder of a configuration.
    package init(_ configuration: Configuration) throws {
        if configuration.worker.sandbox == .off {
            pool = nil
        } else {
            pool = WorkerPool(try ManagedProcessor.settings(configuration, jobs: Self.atATime))
        }
        limits = configuration.normalization.limits
        cache = RawPath(configuration.state + "/thumbnails")
        slots = ConcurrencyLimit(Self.atATime)
    }

    /// Ends the workers.
    package func shutDown() async { await pool?.shutDown() }

    /// The thumbnail, from the cache if that has one of this exact file.
    package func thumbnail(of file: OpenFile, edge: Int) async -> GalleryThumbnail? {
        guard let name = await name(file, edge) else { return nil }
        if let known = await read(name) { return GalleryThumbnail(jpeg: known) }
        await slots.acquire()
        let made = await make(file, edge)
        slots.release()
        guard let made else { return nil }
        await offTheCooperativePool { Self.keep(made.jpeg, as: name, in: folder(of: name)) }
        return made
    }

    /// The thumbnail in the cache.
    package func madeThumbnail(of file: OpenFile, edge: Int) async -> [UInt8]? {
        guard let name = await name(file, edge) else { return nil }
        return await read(name)
    }

    private func name(_ file: OpenFile, _ edge: Int) async -> String? {
        await offTheCooperativePool {
            do throws(FileError) { return Self.name(file.path, try file.status(), edge) } catch { return nil }
        }
    }

    private func read(_ name: String) async -> [UInt8]? {
        await offTheCooperativePool { Self.read(name, in: folder(of: name)) }
    }

    private func folder(of name: String) -> RawPath { cache.appending(RawPath(String(name.prefix(2)))) }

    private func make(_ source: OpenFile, _ edge: Int) async -> GalleryThumbnail? {
        do {
            let output = try OpenFile.inMemory()
            let made: MadeThumbnail
            if let pool {
                made = try await pool.makeThumbnail(
                    source: source.descriptor, output: output.descriptor, edge: edge, limits: limits)
            } else {
                let work = ThumbnailWork(edge: edge, limits: limits)
                made = try await offTheCooperativePool { () throws(DescriptorWorkError) in
                    try work.perform(source: source.descriptor, output: output.descriptor)
                }
            }
            guard made.bytes > 0, made.bytes <= Self.maximumBytes else { return nil }
            let bytes = try output.read(made.bytes, at: 0)
            guard bytes.count == made.bytes, bytes.starts(with: [0xFF, 0xD8]) else { return nil }
            return GalleryThumbnail(jpeg: bytes, colour: made.colour)
        } catch {
            // Whatever failed, there is no thumbnail to show, and the page says so.
            return nil
        }
    }

    /// The picture's metadata; empty if it cannot be read.
    package func properties(of source: OpenFile) async -> [PictureProperty] {
        do {
            let description: PictureDescription
            if let pool {
                description = try await pool.describe(source: source.descriptor, limits: limits)
            } else {
                let work = DescriptionWork(limits: limits)
                description = try await offTheCooperativePool { () throws(DescriptorWorkError) in
                    try work.perform(source: source.descriptor)
                }
            }
            return description.lines.map { PictureProperty(group: $0.group, name: $0.name, value: $0.value) }
        } catch { return [] }
    }

    /// A copy of the file without any position, searched for what was removed; nil if it cannot be stripped.
    package func copyWithoutPosition(of source: OpenFile) async -> OpenFile? {
        // What nobody knows could hold a position: a copy to give away does without it.
        let strip = MetadataStrip(.location, places: false, onUnknown: .remove)
        do throws(any Error) {
            let output = try OpenFile.inMemory()
            let type = PictureFormats.identify(try source.read(ImageType.magicLength, at: 0))
            if ReadableFormats.isVideo(type) { return try await videoWithoutPosition(source, output, type, strip) }
            var options = NormalizationOptions()
            options.limits = limits
            options.edits = [.strip(strip)]
            let made: ProcessedPicture
            if let pool {
                made = try await pool.process(
                    source: source.descriptor, output: output.descriptor, options: options, isCopying: true)
            } else {
                made = await InProcessProcessor().process(
                    source: source.descriptor, into: output.descriptor, options: options)
            }
            switch (made.output, made.report.outcome) {
            case (.written, .normalized): return output
            case (.source, .unchanged): return source
            default: return nil
            }
        } catch { return nil }
    }

    private func videoWithoutPosition(
        _ source: OpenFile, _ output: OpenFile, _ type: ImageType, _ strip: MetadataStrip
    ) async throws -> OpenFile? {
        var turn = SidecarTurn(orientation: 1, width: 0, height: 0, limits: limits)
        (turn.type, turn.strip) = (type.rawValue, strip)
        let reader: any ContentReader = if let pool { pool } else { InProcessContentReader() }
        let made = try await reader.turnedSidecar(source: source.descriptor, output: output.descriptor, turn: turn)
        guard made.refusal == nil else { return nil }
        return made.bytes == nil ? source : output
    }

    /// The video inside a picture's file. Players ask for a video in many parts, so the last ones are kept.
    package func motion(in source: OpenFile) async -> OpenFile? {
        let status = await offTheCooperativePool { () -> FileStatus? in
            do throws(FileError) { return try source.status() } catch { return nil }
        }
        guard let status else { return nil }
        if let known = motions.video(of: status) { return known.file }
        do {
            let output = try OpenFile.inMemory()
            let found: ExtractedPart
            if let pool {
                found = try await pool.extract(
                    .motion, source: source.descriptor, output: output.descriptor, limits: limits)
            } else {
                let work = ExtractionWork(part: .motion, limits: limits)
                found = try await offTheCooperativePool { () throws(DescriptorWorkError) in
                    try work.perform(source: source.descriptor, output: output.descriptor)
                }
            }
            let video = found.reason == nil ? output : nil
            motions.keep(video, bytes: found.bytes, of: status)
            return video
        } catch { return nil }
    }

    // MARK: Files

    private static func name(_ path: RawPath, _ status: FileStatus, _ edge: Int) -> String {
        let key = "\(version)/\(edge)/\(status.size)/\(status.modified)/\(status.inode)/\(path.exact)"
        return String(hexadecimal(SHA256.hash(Array(key.utf8))).prefix(40)) + ".jpg"
    }

    private static func read(_ name: String, in folder: RawPath) -> [UInt8]? {
        do { return try OpenFolder(folder).file(RawPath(name)).readAll(limit: maximumBytes) } catch { return nil }
    }

    /// Stores a thumbnail in the cache. If this fails, it is made again next time.
    private static func keep(_ bytes: [UInt8], as name: String, in folder: RawPath) {
        do throws(FileError) {
            let folder = try OpenFolder.creating(folder)
            let file = try AtomicFile(in: folder)
            try file.file.write(bytes)
            try file.publish(as: Array(name.utf8), replacing: true)
        } catch { return }
    }
}
