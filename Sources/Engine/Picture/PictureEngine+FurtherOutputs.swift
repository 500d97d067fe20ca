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
        of work: PictureWork, with picture: Plan, _ first: PreparedOutput
    ) async throws(Refusal) -> [ShotOutput] {
        let job = work.job
        let paths = job.folder.configuration.furtherOutputs
        guard !paths.isEmpty, !job.isInMemory, !work.record.isCompanion, !work.record.isOther else { return [] }
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
            role: .copy, plan: plan, prepared: prepared, name: { $0 }, warnings: stepped.warnings,
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
