package import UprightFiles
internal import UprightRewriting
internal import UprightSteps

extension PictureEngine {
    /// How many pictures are looked at ahead of the work on them; 0 where no step asks a server.
    package var lookAhead: Int { steps.lookAhead }

    /// Has servers asked about a picture that is about to be worked on.
    ///
    /// What is wrong with the picture is said by the work on it. While a server is waited for, the picture takes no slot and
    /// no descriptor.
    package func lookAhead(at relative: RawPath, in folder: DropFolder) async {
        let job = PictureJob(folder: folder, relative: relative)
        await readings.acquire()
        let picture = Task.isCancelled ? nil : await survey(job)
        await readings.release()
        guard let picture else { return }
        await steps.ask(about: picture)
    }

    private func survey(_ job: PictureJob) async -> StepPicture? {
        do throws(Refusal) {
            // As in a dry run: no output is begun.
            let begun = try await offTheCooperativePool { () throws(Refusal) in
                try PictureInHand(job, isDryRun: true, held: nil)
            }
            var picture = try await begun.stepPicture(by: processor.reader)
            await steps.survey(&picture)
            return picture
        } catch { return nil }
    }
}
