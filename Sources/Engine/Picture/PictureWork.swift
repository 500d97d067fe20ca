internal import UprightConfiguration
package import UprightFiles
internal import UprightFormats
internal import UprightRewriting
package import UprightWorker
internal import UprightSteps

/// The work on a picture: its result so far, and how far its delivery is.
struct PictureWork: Sendable {
    private(set) var job: PictureJob
    var result: PictureResult
    /// When the work began; waiting for its turn does not count.
    var startedAt = ContinuousClock.now
    /// Whether its delivery is announced to the committer and has not arrived.
    var isAnnounced = false
    /// Whether the journal says where outputs are about to be moved.
    var hasAnnouncedMoves = false
    /// Whether the row is in the journal.
    var isCommitted = false
    /// The folder that contains the source; nil until the source has been opened.
    var sourceFolder: OpenFolder?
    /// The rows of sources that have left, whose paths the files of this shot have: each goes on under another path.
    var departed: [PictureRecord] = []
    /// The members of the shot that were delivered with the picture, or rejected.
    var members: [ShotMember] = []
    /// The path of the output's folder below the output folder.
    var outputParent: RawPath
    /// The output's name in its folder; nil until it has one.
    var outputName: [UInt8]?

    /// The record of the file, as it will be written.
    var record: PictureRecord {
        get { result.record }
        _modify { yield &result.record }
    }

    init(_ job: PictureJob, now: () -> Int64, version: String) {
        self.job = job
        outputParent = job.relative.parent
        let nothing = FileStatus(kind: .other, device: 0, inode: 0, size: 0, modified: 0, changed: 0)
        var record = PictureRecord(
            source: job.source, folder: job.folder.source, status: job.previous?.status ?? nothing)
        record.state = .finished
        record.outcome = .deferred
        record.type = "public.data"
        record.firstSeen = job.previous?.firstSeen ?? now()
        record.attempts = job.previous?.attempts ?? 0
        record.interruptions = job.previous?.interruptions ?? 0
        record.options = job.folder.fingerprint
        record.version = version
        result = PictureResult(record)
        keepEarlierDelivery()
        if job.amendment.isOfOutput, let previous = job.previous { amend(previous) }
    }

    /// Keeps what an earlier delivery recorded: that output still exists, is still verified, and may still be replaced.
    private mutating func keepEarlierDelivery() {
        guard let previous = job.previous, previous.output != nil else { return }
        record.output = previous.output
        record.outputSHA256 = previous.outputSHA256
        record.outputSize = previous.outputSize
        record.copies = previous.copies
        record.incompleteness = previous.incompleteness
        record.isProvisional = previous.isProvisional
        record.madeFrom = previous.madeFrom
        record.fate = previous.fate
        record.owesPlace = previous.owesPlace
    }

    /// Whether the file can have members: it is a picture, or a raw file or a video that is passed on.
    var canHaveMembers: Bool {
        !record.isCompanion && (!record.isUnsupported || ShotTable.leadsWithoutPicture(job.relative.name))
    }

    var outputPath: RawPath {
        job.folder.output.appending(outputParent).appending(name: outputName ?? [])
    }

    /// Takes over what a processor has done with an open picture.
    mutating func apply(_ processed: ProcessedPicture, of plan: Plan) {
        let report = processed.report
        if report.outcome.hasOutput { record.owesPlace = plan.steps?.owesPlace == true }
        guard !job.amendment.isOfOutput else { return apply(amended: processed, of: plan) }
        record.type = report.type.rawValue
        (record.outcome, record.reason) = (report.outcome, report.reason)
        record.orientation = report.orientation
        record.components = report.components
        record.changes = report.changes
        record.warnings = report.warnings
        record.needsOriginal = report.needsOriginal
        result.geometry = report.geometry
        setSource(plan.shot.status)
        (outputParent, sourceFolder) = (plan.output.parent, plan.shot.folder)
        apply(processed.facts)
        if !processed.sourceSHA256.isEmpty { record.sourceSHA256 = processed.sourceSHA256 }
    }

    /// Takes over where and when the content was recorded.
    mutating func apply(_ facts: PictureFacts) {
        record.setPlaceAndTime(of: facts)
        record.contentIdentifier = facts.contentIdentifier
        record.pictureDigest = facts.pictureDigest
    }

    /// Records the status with which the source is read.
    mutating func setSource(_ status: FileStatus) {
        record.status = status
        record.sourceBytes = status.size
    }

    /// Takes over what is known of a file that is passed on as it is.
    mutating func passOn(_ plan: Plan) {
        setSource(plan.shot.status)
        (outputParent, sourceFolder) = (plan.output.parent, plan.shot.folder)
        record.isUnsupported = true
        record.type = plan.shot.type.rawValue
        (record.outcome, record.reason) = (.passed, "")
    }

    /// Takes over a prepared output.
    mutating func expect(_ prepared: PreparedOutput, of plan: Plan) {
        outputName = prepared.name
        outputParent = plan.output.parent
        guard !job.amendment.isOfOutput else { return expect(amended: prepared) }
        // It is known only now; a processor that writes an output has sent it.
        if prepared.isSource { record.sourceSHA256 = prepared.sourceSHA256 }
        result.warn(prepared.warnings)
        record.output = outputPath
        record.outputSHA256 = prepared.sha256
        record.outputSize = prepared.bytes
        record.incompleteness = prepared.incompleteness
        record.isProvisional = prepared.isProvisional
        record.madeFrom = record.sourceSHA256.map { DeliveredSource(record.status, sha256: $0) }
        record.fate = job.folder.retires(record) ? .leaves : .stays
    }

    /// Takes over an output of a file as it is delivered.
    mutating func expect(_ output: ShotOutput, _ decision: OutputDecision) {
        var named = output.prepared
        named.name = decision.found.name
        expect(named, of: output.plan)
        result.warn(output.warnings)
        if decision.isCurrent { record.outcome = .current }
        let (file, wantedName) = (output.plan.output, output.prepared.name)
        let isPortable = PortableName.of(wantedName) == wantedName || PortableName.of(named.name) != named.name
        if !isPortable || file.parent != file.wantedParent {
            let wanted = file.wantedParent.appending(name: wantedName)
            result.warn(["the output's file system refuses a name in \(wanted); it is delivered as \(outputPath)"])
        }
    }

    /// Takes over the record of the source under the path that it had before it was moved.
    mutating func follow(_ former: PictureRecord) {
        job.previous = former
        record.former = former.source
        keepEarlierDelivery()
    }

    /// Begins anew if another file has the path of a member that was delivered and has left, whose row goes on.
    mutating func depart(_ member: inout PictureJob) {
        guard record.sourceBytes != nil, let own = member.previous, let left = own.departed else { return }
        guard !own.isFinished(record.status), job.folder.hasLeft(own, record.status) else { return }
        (departed, member.previous, job.previous) = ([left], nil, nil)
        (record.picture, record.pictureSHA256, record.fate) = (nil, nil, .unknown)
    }

    mutating func finish(with refusal: Refusal) {
        (record.outcome, record.reason) = (refusal.outcome, refusal.reason)
        if refusal.type != .unknown { record.type = refusal.type.rawValue }
        result.isTransient = refusal.isTransient
        result.counts = refusal.counts
        result.fault = refusal.fault
        result.isKill = refusal.isKill
        result.awaited = refusal.awaited
        result.belongsToNoPicture = refusal.belongsToNoPicture
        result.pause = refusal.pause
        if refusal.isUnsupported { record.isUnsupported = true }
        (record.output, record.outputSHA256, record.outputSize, record.copies) = (nil, nil, nil, [])
        (record.incompleteness, record.isProvisional, record.madeFrom) = (nil, false, nil)
        keepEarlierDelivery()
        outputName = nil
    }

    /// Takes over the result of an earlier delivery, which is still valid and is not written again.
    mutating func adopt(_ earlier: PictureRecord) {
        let warnings = record.warnings
        record = earlier
        record.outcome = .current
        record.sourceBytes = earlier.status.size
        record.warnings = warnings
        isCommitted = true
    }

    mutating func stamp(now: Int64) {
        // A row that has been written says when.
        if !isCommitted { record.finished = now }
        let seconds = ContinuousClock.now - startedAt
        record.seconds = Double(seconds.components.seconds) + Double(seconds.components.attoseconds) / 1e18
    }
}

extension PictureRecord {
    /// Takes over where and when the content was recorded.
    package mutating func setPlaceAndTime(of facts: PictureFacts) {
        (latitude, longitude) = (facts.latitude, facts.longitude)
        (captured, capturedOffset) = (facts.date?.exifText, facts.date?.dateTime.offsetText)
    }
}
