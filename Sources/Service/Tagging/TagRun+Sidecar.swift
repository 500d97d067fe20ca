internal import UprightFormats
internal import UprightRewriting
internal import UprightFiles
internal import UprightSteps
internal import UprightWorker

extension TagRun {
    /// Writes the edits of a picture into its XMP sidecar, and leaves the picture as it is.
    ///
    /// A sidecar that is there is edited: `a.jpg.xmp`, or `a.xmp`. Otherwise `a.jpg.xmp` is created, with the XMP that the picture
    /// has, since programs that read sidecars take all of them in place of it.
    func tagSidecar(of path: RawPath, edits: @Sendable (ImageType) throws -> [MetadataEdit]) async -> TagReport {
        var report = TagReport(source: path)
        report.isSidecar = true
        do {
            let picture = try await read(path)
            defer { withExtendedLifetime(picture) {} }
            report.type = picture.type
            await finishTurn(of: picture, &report)
            let (own, warnings) = try await sidecarEdits(of: picture, as: path, edits)
            report.warnings += warnings
            let limits = workers.limits
            if let sidecar = try await sidecar(of: picture) {
                let edited = await change(sidecar) { source, made in
                    try await workers.pool.editSidecar(
                        source: source.file.descriptor, output: made.descriptor, edits: own, limits: limits)
                }
                (report.output, report.outcome, report.reason) = (edited.output, edited.outcome, edited.reason)
                report.changes += edited.changes
                report.warnings += edited.warnings
            } else {
                try await createSidecar(of: picture, own, &report)
            }
        } catch { report.reject(error) }
        return report
    }

    /// Opens a picture for reading only.
    private func read(_ named: RawPath) async throws -> TaggedFile {
        let path = try named.followed()
        let file = try await offTheCooperativePool { () throws in try TaggedFile(path, locks: false) }
        guard let file else { throw OperationError.locked(named) }
        guard PictureFormats.description(of: file.type) != nil else {
            throw OperationError("a file of type \(file.type) is no picture that has a sidecar here")
        }
        return file
    }

    /// The sidecar that a picture has; nil if there is none.
    private func sidecar(of picture: TaggedFile) async throws -> RawPath? {
        try await offTheCooperativePool { () throws in
            try names.sidecars(of: picture.path.name, in: picture.folder).first {
                try ShotTable.kind(of: $0) == .sidecar && picture.folder.statusIfPresent(of: RawPath(bytes: $0)) != nil
            }.map { picture.path.parent.appending(name: $0) }
        }
    }

    /// The edits, as a sidecar holds them, and warnings.
    private func sidecarEdits(
        of picture: TaggedFile, as path: RawPath, _ edits: @Sendable (ImageType) throws -> [MetadataEdit]
    ) async throws -> ([MetadataEdit], warnings: [String]) {
        guard let stepped = try await stepped(picture, as: path, type: .xmp) else { return (try edits(.xmp), []) }
        let facts = try await workers.reader.facts(source: picture.file.descriptor, limits: workers.limits)
        return (stepped.sidecarEdits(since: facts) + (try edits(.xmp)), stepped.warnings)
    }

    private func createSidecar(
        of picture: TaggedFile, _ edits: [MetadataEdit], _ report: inout TagReport
    ) async throws {
        let made = try OpenFile.inMemory()
        let edited = try await workers.pool.editSidecar(
            source: picture.file.descriptor, output: made.descriptor, edits: edits, limits: workers.limits)
        report.changes += edited.changes
        report.warnings += edited.warnings
        if let reason = edited.reason { throw OperationError(reason) }
        report.outcome = edited.changes.isEmpty ? .unchanged : .normalized
        guard !edited.changes.isEmpty else { return }
        guard try picture.file.status().isSameContent(as: picture.status) else {
            throw OperationError.changed(picture.path)
        }
        let name = picture.path.name + Array(".xmp".utf8)
        let (target, replaces): (RawPath, Bool)
        switch destination {
        case .inPlace: (target, replaces) = (picture.path.parent, false)
        case .folder(let folder, let replacing): (target, replaces) = (folder, replacing)
        }
        let path = target.appending(name: name)
        report.output = path
        guard !isDry else { return }
        let folder = if case .inPlace = destination { picture.folder } else { try OpenFolder.creating(target) }
        let output = try await offTheCooperativePool { () throws in
            let output = try AtomicFile(in: folder, rights: .exactly(0o600))
            // The worker still has the file that it wrote; this one it never had.
            try made.copy(to: output.file)
            try check(try output.file.contentDigest(), edited)
            try output.file.copyRights(of: picture.file)
            return output
        }
        // One beside the picture has been created meanwhile: the next run edits it.
        let refusal =
            if case .inPlace = destination { OperationError.changed(path) } else { OperationError.outputExists(path) }
        if !replaces, let status = try folder.statusIfPresent(of: RawPath(bytes: name)), status.kind == .regular {
            let present = try folder.file(RawPath(bytes: name))
            let content = try await offTheCooperativePool { () throws(FileError) in try present.contentDigest() }
            guard content.bytes == edited.bytes, content.crc32 == edited.crc32 else {
                throw refusal
            }
            // A run that was killed may have written it without making it durable.
            return try await commit(.confirm(present, in: folder), orElse: refusal)
        }
        // A sidecar that another program has created meanwhile must not be lost.
        try await commit(
            .publish(output, as: name, replacing: replaces),
            orElse: replaces ? .changed(path) : refusal)
    }
}
