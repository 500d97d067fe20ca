package import UprightFiles
internal import UprightRewriting
internal import UprightSteps
internal import UprightBase

extension PictureEngine {
    /// How many pictures to look up ahead of the work on them; 0 if no step queries a server.
    package var lookAhead: Int { steps.lookAhead }

    /// Queries servers about a picture before the work on it.
    ///
    /// Problems of the picture are reported by the later work on it. While it waits for a server, it takes no slot and
    /// no descriptor.
    package func lookAhead(at relative: RawPath, in folder: DropFolder) async {
        let job = PictureJob(folder: folder, relative: relative)
        await readings.acquire()
        let picture = Task.isCancelled ? nil : await survey(job)
        readings.release()
        guard let picture else { return }
        await steps.ask(about: picture)
    }

    private func survey(_ job: PictureJob) async -> StepPicture? {
        do throws(Refusal) {
            let shot = try await offTheCooperativePool { () throws(Refusal) in try Shot(job, sourcesInUse: nil) }
            var picture = try await shot.stepPicture(by: processor.reader)
            picture.otherSidecars = try await sidecarsOfOthers(shot)
            await steps.survey(&picture)
            return picture
        } catch { return nil }
    }
}
