internal import UprightConfiguration
internal import UprightFiles
internal import UprightRewriting

extension PictureEngine {
    /// Works on a picture in memory, as ``work(on:)-job`` does, but without the delivery. Writes no file.
    package func work(on picture: PictureInMemory) async -> PictureFromMemory {
        var folder = FolderConfiguration(source: "", output: "")
        folder.correctExtension = picture.correctsExtension
        var job = PictureJob(
            folder: DropFolder(configuration: folder, options: picture.options), relative: RawPath(picture.name))
        job.position = picture.position
        job.memory = picture.files
        var start = ContinuousClock.now
        let now = Self.milliseconds
        var work = PictureWork(job, now: now, version: version)
        var output = PictureFromMemory.Output.none
        do throws(Refusal) {
            let opening = job
            let attempt = try await attempt(&work, start: &start) { () throws(Refusal) in
                try Shot(opening, content: picture.content)
            }
            let (plan, file) = (attempt.plan, attempt.plan.output.file)
            let prepared = try await offTheCooperativePool { () throws(Refusal) in
                // What is checked is what is sent: no other process has the file.
                try plan.checked(attempt.processed)
            }
            work.expect(prepared, of: plan)
            output = prepared.isSource ? .source : .file(file, bytes: prepared.bytes)
            if prepared.isSource { picture.files.put(file) }
        } catch {
            work.end(as: error)
        }
        work.stamp(seconds: ContinuousClock.now - start, now: now())
        return PictureFromMemory(result: work.result, output: output)
    }

    /// The result for a folder that is refused as a whole.
    func refusing(_ folder: DropFolder, _ fault: Fault) -> PictureResult {
        var work = PictureWork(
            PictureJob(folder: folder, relative: RawPath("")), now: Self.milliseconds, version: version)
        work.end(as: Refusal(fault))
        return work.result
    }

    /// The result for a file that is not worked on.
    func refusing(_ job: PictureJob, _ outcome: Outcome, _ reason: String) -> PictureResult {
        var work = PictureWork(job, now: Self.milliseconds, version: version)
        work.end(as: Refusal(outcome, reason))
        return work.result
    }
}
