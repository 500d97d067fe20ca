internal import UprightRewriting
internal import UprightFormats
package import UprightWorker

extension StepPicture {
    /// What the output's metadata must show after a step.
    struct Requirement: Sendable {
        let name: String
        let isMet: @Sendable (PictureFacts) -> Bool
    }

    /// Requires something of the output's metadata. If the output does not meet it, the step has failed (``StepFailure``).
    ///
    /// - Parameters:
    ///   - name: what is required, for messages: `no position`.
    ///   - isMet: whether facts that were read back from the output show it.
    package mutating func require(_ name: String, _ isMet: @escaping @Sendable (PictureFacts) -> Bool) {
        requirements.append(Requirement(name: name, isMet: isMet))
    }

    /// Whether the steps have asked for anything that an output can lack.
    package var hasWork: Bool { !edits.isEmpty || !requirements.isEmpty }

    /// Why an output with these facts is not what the steps have asked for; nil if it is, or if they asked for nothing. Positions are compared to a hundredth
    /// of an arcsecond.
    package func problem(in output: PictureFacts) -> String? {
        guard hasWork else { return nil }
        guard isWrittenPosition(in: output) else { return "it does not read back as written" }
        return requirements.first { !$0.isMet(output) }.map { "expected \($0.name) in the output, found otherwise" }
    }

    /// The warning that what the steps write is not in the output.
    package func unwritten(_ reason: String) -> String {
        "\(subjects.joined(separator: " or ")) could not be written: \(reason)"
    }

    private func isWrittenPosition(in output: PictureFacts) -> Bool {
        guard let writtenPosition else { return true }
        guard let latitude = output.latitude, let longitude = output.longitude else { return false }
        return (latitude - writtenPosition.latitude).magnitude < 3e-6
            && (longitude - writtenPosition.longitude).magnitude < 3e-6
    }

    /// The picture's facts for albums and the journal. Position and time are those of the source and of the steps: an output
    /// need not have them any more.
    ///
    /// - Parameter output: the facts that were read back from the output.
    package func recordedFacts(_ output: PictureFacts) -> PictureFacts {
        var recorded = output
        recorded.latitude = position?.latitude
        recorded.longitude = position?.longitude
        recorded.date = date
        return recorded
    }

    /// Notes what an edit writes.
    mutating func addSubject(_ subject: String) {
        if !subjects.contains(subject) { subjects.append(subject) }
    }

    /// The picture before any step, except for a time that a step has found: it is not written, and so is always right.
    var untouched: StepPicture {
        var picture = StepPicture(type: type, facts: facts, folder: folder, name: name, source: source)
        (picture.otherSidecars, picture.delivered) = (otherSidecars, delivered)
        (picture.subfolder, picture.content, picture.modified) = (subfolder, content, modified)
        picture.foundDate = foundDate
        return picture
    }

    /// The picture for the steps of a further output, which is made from the first: what is known stays, and nothing is to be
    /// done yet.
    package var furtherOutput: StepPicture {
        var picture = self
        (picture.edits, picture.requirements, picture.subjects) = ([], [], [])
        picture.explicitEdits = []
        (picture.warnings, picture.findings, picture.owesPlace) = ([], [], false)
        return picture
    }

    /// Whether an edit removes private metadata.
    package var strips: Bool { !edits.strips.isEmpty }

    /// Adds what one step has done to a picture.
    mutating func add(_ after: StepPicture, since before: StepPicture) {
        edits += after.edits.dropFirst(before.edits.count)
        explicitEdits += after.explicitEdits.dropFirst(before.explicitEdits.count)
        requirements += after.requirements.dropFirst(before.requirements.count)
        findings += after.findings.dropFirst(before.findings.count)
        owesPlace = owesPlace || after.owesPlace
        if after.facts != before.facts { facts = after.facts }
        if after.placement != before.placement { placement = after.placement }
        warnings += after.warnings.dropFirst(before.warnings.count)
        if after.position != before.position { position = after.position }
        if after.writtenPosition != before.writtenPosition { writtenPosition = after.writtenPosition }
    }
}
