internal import UprightConfiguration
internal import UprightFiles
internal import UprightJournal
internal import UprightRewriting
internal import UprightSteps
internal import UprightWorker

/// A further output that is ready to be delivered with the first.
struct FurtherOutput: Sendable {
    let record: OutputCopy
    let decision: DeliveryDecision
    /// Keeps the hidden file until it is delivered.
    let picture: OpenPicture
}

extension PictureEngine {
    /// Prepares the further outputs of a picture (`folders[].outputs`), which are delivered and recorded with the first.
    ///
    /// Each is made from the bytes of the first one: the picture is decoded and turned once, and the metadata of each output are
    /// edited by steps of its own. If one cannot be made, nothing is delivered.
    ///
    /// - Parameter first: the first output, with the name that it gets.
    func furtherOutputs(
        of work: PictureWork, with picture: OpenPicture, _ first: PreparedOutput
    ) async throws(Refusal) -> [FurtherOutput] {
        let job = work.job
        let paths = job.folder.configuration.furtherOutputs
        guard !paths.isEmpty, !job.isInMemory, !work.record.isCompanion, !work.record.isOther else { return [] }
        var known = picture.stepped
        if known == nil { known = try await picture.stepPicture(by: processor.reader) }
        guard let known else { return [] }
        var outputs: [FurtherOutput] = []
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
    ) async throws(Refusal) -> FurtherOutput {
        let key = DropFolder.key(ofOutput: path, from: work.job.folder.configuration.source)
        var job = work.job
        job.folder.configuration.output = path
        job.folder.exactOutput = nil
        job.outputName = first.name
        // What was made of the same source and has not been changed since may be replaced: the first output says which.
        job.replacesOwn = true
        job.previous = Self.record(work.job.previous, of: job.folder.output, first)
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
        let (force, written, modified, warnings) = (force, written, picture.status.modified, stepped.warnings)
        let (prepared, decision) = try await offTheCooperativePool { () throws(Refusal) in
            var prepared = try opened.checked(processed)
            prepared.sourceSHA256 = first.sourceSHA256
            var decision = try opened.decision(prepared, force: force, written: written)
            do throws(FileError) { try opened.made.setModified(modified) } catch {
                throw Refusal(error, in: ready.folder)
            }
            decision.warnings += warnings
            if let name = decision.name { prepared.name = name }
            return (prepared, decision)
        }
        let output = opened.outputParent.appending(name: prepared.name)
        return FurtherOutput(
            record: OutputCopy(output: output, sha256: prepared.sha256, bytes: prepared.bytes), decision: decision,
            picture: opened)
    }

    /// The record of an earlier further output, as that of an output of its own.
    private static func record(
        _ previous: PictureRecord?, of folder: RawPath, _ first: PreparedOutput
    ) -> PictureRecord? {
        guard var record = previous, let copy = record.copies.first(where: { $0.output.relative(to: folder) != nil })
        else { return nil }
        (record.output, record.outputSHA256, record.outputSize) = (copy.output, copy.sha256, copy.bytes)
        record.sourceSHA256 = first.sourceSHA256
        record.copies = []
        return record
    }
}
