internal import UprightConfiguration
internal import UprightFiles
internal import UprightFormats
internal import UprightRewriting
internal import UprightSteps
internal import UprightWorker

extension PictureEngine {
    /// Prepares the further outputs of a picture (`folders[].outputs`), which are delivered and recorded with the first.
    ///
    /// Each is made from the bytes of the first one: the picture is decoded and turned once, and the metadata of each output are
    /// edited by steps of its own. If one cannot be made, nothing is delivered.
    ///
    /// - Parameter first: the first output, with the name that it gets.
    func furtherOutputs(
        of work: PictureWork, with picture: Plan, _ first: PreparedOutput
    ) async throws(Refusal) -> [ShotOutput] {
        let job = work.job
        let paths = job.folder.configuration.furtherOutputs
        guard !paths.isEmpty, !job.isInMemory, !work.record.isCompanion, !work.record.isUnsupported else { return [] }
        var known = picture.steps
        if known == nil { known = try await picture.shot.stepPicture(by: processor.reader) }
        guard let known else { return [] }
        var outputs: [ShotOutput] = []
        for path in paths {
            do throws(Refusal) {
                outputs.append(try await furtherOutput(in: path, of: picture, known, first, work))
            } catch {
                var refusal = error
                refusal.reason = "its output in \(path): \(error.reason)"
                throw refusal
            }
        }
        return outputs
    }

    private func furtherOutput(
        in path: String, of picture: Plan, _ known: StepPicture, _ first: PreparedOutput, _ work: PictureWork
    ) async throws(Refusal) -> ShotOutput {
        let key = DropFolder.key(ofOutput: path, from: work.job.folder.configuration.source)
        var job = work.job
        job.folder.configuration.output = path
        job.folder.exactOutput = nil
        job.outputName = first.name
        // What was made of the same source and has not been changed since may be replaced.
        job.replacesOwn = true
        let output = job.folder.output
        job.previous = work.job.previous?.record(ofCopy: { $0.output.relative(to: output) != nil })
        var stepped = known.furtherOutput
        do throws(StepError) { try await steps.further[key]?.runAll(on: &stepped) } catch {
            throw Refusal(.rejected, error.description, type: picture.shot.type)
        }
        let ready = job
        var further = try await offTheCooperativePool { () throws(Refusal) in
            let content: OpenFile
            do throws(FileError) {
                content = try first.isSource ? picture.shot.source : picture.output.reopened()
            } catch {
                throw error.isAbsence
                    ? Refusal.notReady("the first output changed its name") : Refusal(error, in: ready.folder)
            }
            return try Plan(ready, madeFrom: picture, content: content)
        }
        further.options.keepOrientation()
        further.options.edits = []
        let processed = await normalized(further, stepped.edits)
        if processed.isDone, let problem = stepped.problem(in: processed.facts) {
            throw Refusal(.rejected, problem, type: picture.shot.type)
        }
        let plan = further
        let prepared = try await offTheCooperativePool { () throws(Refusal) in
            var prepared = try plan.checked(processed)
            prepared.sourceSHA256 = first.sourceSHA256
            return prepared
        }
        return ShotOutput(
            role: .copy, plan: plan, prepared: prepared, warnings: stepped.warnings, owesPlace: stepped.owesPlace,
            captured: work.record.captured)
    }
}

extension PictureRecord {
    /// The record of an earlier further output or sidecar, as that of an output of its own; nil if there is none.
    func record(ofCopy isMeant: (OutputCopy) -> Bool) -> PictureRecord? {
        guard let copy = copies.first(where: isMeant) else { return nil }
        var record = self
        (record.output, record.outputSHA256, record.outputSize) = (copy.output, copy.sha256, copy.bytes)
        record.copies = []
        return record
    }
}

extension PictureEngine {
    /// Prepares the XMP sidecar of an output, with what the steps have found out (`folders[].sidecar`); nil if there is nothing to
    /// say, or if the picture came with a sidecar, which then says it.
    ///
    /// It begins with the XMP of the output, so that it agrees with the turned picture.
    ///
    /// - Parameter first: the output, with the name that it gets.
    func writtenSidecar(
        of work: PictureWork, with picture: Plan, _ first: PreparedOutput
    ) async throws(Refusal) -> ShotOutput? {
        guard !picture.sidecarEdits.isEmpty, !work.record.isCompanion else { return nil }
        if work.job.amendment.isOfOutput, let lead = work.job.previous {
            let shot = try await recorded((lead.source, lead.sourceSHA256 ?? []))
            guard !shot.contains(where: { $0.type == ImageType.xmp.rawValue }) else {
                throw Refusal(
                    .rejected, "it came with a sidecar, which says what is known of it; upright geotag edits that")
            }
        } else if deliversCompanions(of: work.job) {
            let members = await presentMembers(of: work)
            let type = ImageType.xmp.rawValue
            if members.contains(where: { ShotTable.type(of: $0.relative.name) == type }) { return nil }
        }
        var job = work.job
        // What was made for the same source and has not been changed since may be replaced.
        job.replacesOwn = true
        job.previous = work.job.previous?.record { $0.output.name.suffix(4).elementsEqual(".xmp".utf8) }
        let ready = job
        let plan = try await offTheCooperativePool { () throws(Refusal) in
            let content: OpenFile
            do throws(FileError) {
                // What an earlier sidecar says is in it alone.
                let earlier = ready.amendment.isOfOutput ? ready.previous?.output : nil
                // The container of a video has no packet that the sidecar would have to agree with.
                content =
                    if let earlier, FileStore.exists(earlier) {
                        try OpenFolder(earlier.parent).file(RawPath(bytes: earlier.name))
                    } else if PictureFormats.description(of: picture.shot.type) == nil { try OpenFile.inMemory() } else
                    {
                        try first.isSource ? picture.shot.source : picture.output.reopened()
                    }
            } catch { throw Refusal(error, in: ready.folder) }
            return try Plan(ready, madeFrom: picture, content: content)
        }
        let edited: EditedPicture
        do throws(WorkerError) {
            edited = try await processor(for: job).reader.editSidecar(
                source: plan.shot.source.descriptor, output: plan.output.file.descriptor, edits: picture.sidecarEdits,
                limits: job.folder.options.limits)
        } catch { throw plan.shot.refusal(error) }
        if let reason = edited.reason { throw Refusal(.rejected, "its sidecar: \(reason)", type: picture.shot.type) }
        guard let bytes = edited.bytes, !edited.changes.isEmpty else { return nil }
        let made = try await offTheCooperativePool { () throws(Refusal) in
            try plan.readBack(bytes: bytes, crc32: edited.crc32, "its sidecar")
        }
        let prepared = PreparedOutput(
            name: first.name + Array(".xmp".utf8), bytes: made.bytes, sha256: made.sha256,
            sourceSHA256: first.sourceSHA256, isSource: false)
        return ShotOutput(role: .copy, plan: plan, prepared: prepared, ending: ".xmp", warnings: edited.warnings)
    }
}
