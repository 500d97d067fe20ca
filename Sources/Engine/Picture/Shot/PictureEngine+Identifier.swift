internal import UprightFiles
internal import UprightJournal
internal import UprightRewriting
internal import UprightWorker

extension PictureEngine {
    /// Compares the content identifiers of a Live Photo's parts.
    ///
    /// - Parameters:
    ///   - opened: the open picture; nil to read its output.
    /// - Throws: a refusal if both have one, and they differ: then the film belongs to another picture, whatever its name.
    func checkIdentifier(
        of film: OpenPicture, _ picture: PictureRecord, _ opened: OpenPicture?
    ) async throws(Refusal) {
        let limits = film.job.folder.options.limits
        let found: (own: String, other: String)?
        do throws(WorkerError) { found = try await identifiers(of: film, picture, opened, limits) } catch {
            // What a worker cannot read says nothing.
            guard error.cause != .picture else { return }
            var refusal = Refusal(.deferred, error.description)
            refusal.isTransient = true
            refusal.isKill = error.isKill
            throw refusal
        }
        guard let found, found.own != found.other else { return }
        throw Refusal(
            .ignored,
            "the film of another Live Photo: its content identifier is \(found.own), that of "
                + "\(RawPath(bytes: picture.source.name)) is \(found.other)")
    }

    private func identifiers(
        of film: OpenPicture, _ picture: PictureRecord, _ opened: OpenPicture?, _ limits: Limits
    ) async throws(WorkerError) -> (own: String, other: String)? {
        let reader = processor.reader
        guard let own = try await reader.facts(source: film.source.descriptor, limits: limits).contentIdentifier else {
            return nil
        }
        var file = opened?.source
        if file == nil {
            file = await offTheCooperativePool { () -> OpenFile? in
                guard let path = picture.output else { return nil }
                // Without its output, the name alone tells.
                do { return try OpenFolder(path.parent).file(RawPath(bytes: path.name)) } catch { return nil }
            }
        }
        guard let file,
            let other = try await reader.facts(source: file.descriptor, limits: limits).contentIdentifier
        else { return nil }
        return (own, other)
    }
}
