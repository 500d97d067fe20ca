internal import UprightRewriting
internal import UprightBase
internal import UprightFiles
internal import UprightWorker

/// The row of a picture whose output is amended after its original has left: what is known of the original stays.
extension PictureWork {
    /// Begins with the row of the delivery.
    mutating func amend(_ previous: PictureRecord) {
        let (options, version) = (record.options, record.version)
        record = previous
        (record.options, record.version) = (options, version)
        (record.outcome, record.reason) = (.deferred, "")
        // They say how the picture was turned, as a sidecar that comes later is then.
        record.changes = Change.changes(inReport: previous.report)
    }

    /// Takes over what a processor has done with the output.
    mutating func apply(amended processed: ProcessedPicture, of plan: Plan) {
        let report = processed.report
        (record.outcome, record.reason) = (report.outcome, report.reason)
        record.changes += report.changes
        record.warnings = report.warnings
        (outputParent, sourceFolder) = (plan.output.parent, plan.shot.folder)
        if let found = plan.job.previous, !plan.shot.isModified {
            (record.outputSHA256, record.outputSize) = (found.outputSHA256, found.outputSize)
        }
        record.setPlaceAndTime(of: processed.facts)
    }

    /// Takes over the amended output. One that only got another name is still what was delivered, or what somebody else has made of
    /// that.
    mutating func expect(amended prepared: PreparedOutput) {
        result.warn(prepared.warnings)
        record.output = outputPath
        guard !prepared.isSource else { return }
        (record.outputSHA256, record.outputSize) = (prepared.sha256, prepared.bytes)
    }

    /// Leaves the delivery as it was, because it could not be amended. What is owed is owed on.
    mutating func leaveDelivery() {
        guard let previous = job.previous else { return }
        let reason = record.reason
        result.owes = result.isTransient
        record = previous
        record.outcome = .current
        (result.isTransient, result.fault, result.isKill, result.isAmended) = (false, nil, false, false)
        result.warn(["its output stays as it was delivered: \(reason)"])
        outputName = nil
        // The claim, if there is one, and what was announced end with the row as it was.
        isCommitted = job.amendment != .original && !hasAnnouncedMoves
    }
}

extension Change {
    /// The changes that a report lists; none if it cannot be read.
    fileprivate static func changes(inReport text: String) -> [Change] {
        let report: JSONValue
        do { report = try JSONValue(parsing: text.utf8) } catch { return [] }
        guard case .array(let changes)? = report["changes"] else { return [] }
        return changes.map { change in
            func text(_ key: String) -> String { if case .string(let text)? = change[key] { text } else { "" } }
            let parts = text("what").split(separator: ".", maxSplits: 1).map(String.init)
            let carrier = parts.count == 2 ? ChangeSubject.Carrier(rawValue: parts[0]) : nil
            let subject = carrier.map { ChangeSubject($0, parts[1]) } ?? ChangeSubject(.picture, text("what"))
            return Change(subject, from: text("from"), to: text("to"))
        }
    }
}
