internal import UprightFiles
internal import UprightConfiguration
internal import UprightFormats
internal import UprightRewriting
internal import UprightSteps
internal import UprightWorker

extension Shot {
    /// Whether what the steps find out goes into a sidecar.
    var writesSidecar: Bool { job.folder.configuration.sidecar == .xmp && !job.isInMemory }

    /// Returns the picture as the steps see it, with the facts from its metadata; its type is that of what they edit.
    func stepPicture(by reader: any ContentReader) async throws(Refusal) -> StepPicture {
        let facts: PictureFacts
        do throws(WorkerError) {
            facts = try await reader.facts(source: source.descriptor, limits: job.folder.options.limits)
        } catch {
            throw refusal(error)
        }
        return stepPicture(facts, type: writesSidecar ? .xmp : type)
    }

    /// Returns the file as the steps see it.
    ///
    /// - Parameter type: the type of what they edit.
    func stepPicture(_ facts: PictureFacts, type: ImageType) -> StepPicture {
        var picture = StepPicture(
            type: type, facts: facts, folder: folder, name: job.relative.name,
            source: job.folder.configuration.source)
        picture.subfolder = job.relative.parent
        picture.content = source
        if !job.isInMemory { picture.modified = status.modified }
        if job.amendment.isOfOutput, let previous = job.previous, let output = previous.output {
            picture.delivered = StepPicture.Delivered(name: output.name, sha256: previous.sourceSHA256 ?? [])
            if facts.date == nil, let captured = previous.captured {
                picture.foundDate = CaptureDate(text: captured, offset: previous.capturedOffset, source: .exif)
            }
        }
        return picture
    }

    /// The end of the work on a picture for which a reader has failed.
    func refusal(_ error: WorkerError) -> Refusal {
        if let fault = Fault(error, output: job.folder.output, in: job.folder) { return Refusal(fault) }
        var refusal = Refusal(error.cause == .picture ? .rejected : .deferred, error.description, type: type)
        refusal.isTransient = error.cause == .machine
        refusal.isKill = error.isKill
        return refusal
    }
}
