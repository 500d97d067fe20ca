internal import UprightEditing
internal import UprightFiles
internal import UprightRewriting
internal import UprightSteps
internal import UprightWorker

extension PictureEngine {
    /// Normalizes a picture with the steps' edits. If they cannot be written, delivers it without those that it need not have.
    ///
    /// The steps run first, on the facts in the source's metadata. The picture is therefore normalized once, and the
    /// output that is checked is the one that is delivered.
    func process(_ opened: OpenPicture) async throws(Refusal) -> ProcessedPicture {
        func normalized(_ edits: [MetadataEdit]) async throws(Refusal) -> ProcessedPicture {
            try await self.normalized(opened.job, edits: edits, opening: { opened }).get().processed
        }
        var picture = try await opened.stepPicture(by: processor(for: opened.job).reader)
        picture.otherSidecars = try await sidecarsOfOthers(opened)
        if picture.position == nil, let position = opened.job.position { picture.place(at: position) }
        let indispensable: StepPicture
        do throws(StepError) { indispensable = try await steps.run(on: &picture) } catch {
            return opened.rejected(error.description)
        }
        func recorded(_ processed: ProcessedPicture, of picture: StepPicture) -> ProcessedPicture {
            var recorded = processed
            recorded.facts = picture.recordedFacts(processed.facts)
            return recorded
        }
        var edited = try await normalized(picture.edits)
        edited.report.warnings += picture.warnings
        guard picture.hasWork else { return recorded(edited, of: picture) }
        let problem = edited.isDone ? picture.problem(in: edited.facts) : edited.report.reason
        guard let problem else { return recorded(edited, of: picture) }
        // With nothing to leave out, another attempt would give the same.
        guard picture.edits.count > indispensable.edits.count else {
            guard edited.isDone else { return edited }
            if let problem = indispensable.problem(in: edited.facts) { return opened.rejected(problem) }
            edited.report.warnings.append(picture.unwritten(problem))
            return recorded(edited, of: indispensable)
        }
        do { try opened.made.truncate() } catch { throw Refusal(error, in: opened.job.folder) }
        var reduced = try await normalized(indispensable.edits)
        // If the picture cannot be normalized without the other edits either, they are not the reason.
        guard reduced.isDone else { return reduced }
        if let problem = indispensable.problem(in: reduced.facts) { return opened.rejected(problem) }
        reduced.report.warnings += indispensable.warnings
        reduced.report.warnings.append(picture.unwritten(problem))
        return recorded(reduced, of: indispensable)
    }
}

extension OpenPicture {
    /// The answer for a picture that must not be delivered.
    fileprivate func rejected(_ reason: String) -> ProcessedPicture {
        var processed = ProcessedPicture(outcome: .rejected, reason: reason)
        processed.report.type = type
        processed.sourceBytes = status.size
        return processed
    }
}

extension ProcessedPicture {
    /// Whether there is an output.
    fileprivate var isDone: Bool { [.normalized, .unchanged].contains(report.outcome) }
}
