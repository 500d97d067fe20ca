internal import UprightConfiguration
internal import UprightFiles
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
        of work: PictureWork, with picture: OpenPicture, _ first: PreparedOutput
    ) async throws(Refusal) -> [ShotOutput] {
        let job = work.job
        let paths = job.folder.configuration.furtherOutputs
        guard !paths.isEmpty, !job.isInMemory, !work.record.isCompanion, !work.record.isOther else { return [] }
        var known = picture.stepped
        if known == nil { known = try await picture.stepPicture(by: processor.reader) }
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
        in path: String, of picture: OpenPicture, _ known: StepPicture, _ first: PreparedOutput, _ work: PictureWork
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
            throw Refusal(.rejected, error.description, type: picture.type)
        }
        let ready = job
        let opened = try await offTheCooperativePool { () throws(Refusal) in
            let content: OpenFile
            do throws(FileError) {
                // No worker gets the first output's file for writing.
                content = try first.isSource ? picture.source : picture.atomic?.reopened() ?? picture.made
            } catch {
                throw error.isAbsence
                    ? Refusal.notReady("the first output changed its name") : Refusal(error, in: ready.folder)
            }
            return try OpenPicture(furtherOutputOf: picture, ready, content: content)
        }
        var options = job.folder.options
        (options.turns, options.orientationFrom, options.sidecarOrientation) = (false, [.exif], nil)
        options.edits = stepped.edits
        let processed = try await normalized(job, options: options, opening: { opened }).get().processed
        if [.normalized, .unchanged].contains(processed.report.outcome),
            let problem = stepped.problem(in: processed.facts)
        {
            throw Refusal(.rejected, problem, type: picture.type)
        }
        let prepared = try await offTheCooperativePool { () throws(Refusal) in
            var prepared = try opened.checked(processed)
            prepared.sourceSHA256 = first.sourceSHA256
            return prepared
        }
        return ShotOutput(
            role: .copy, opened: opened, prepared: prepared, name: { $0 }, warnings: stepped.warnings,
            owesPlace: stepped.owesPlace, captured: work.record.captured)
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
