internal import UprightJSON
internal import UprightWorker
internal import UprightDigests
internal import UprightFiles
internal import UprightContainers
internal import UprightJournal
internal import UprightRewriting
internal import UprightGeodata

/// The state of the work on a picture: its report and its journal row so far.
struct PictureWork: Sendable {
    let job: PictureJob
    var report: FileReport
    var record: PictureRecord
    var isTransient = false
    var counts = true
    var fault: Fault?
    var isKill = false
    /// Whether a file with a companion's name is to be worked on as a file of its own.
    var standsAlone = false
    var original = RetirementEnd.done
    var stages: [Stage: Duration] = [:]
    /// Whether its delivery is announced to the committer and has not arrived.
    var isAnnounced = false
    /// Whether the row is in the journal.
    var isCommitted = false
    /// The folder that contains the source; nil until the source has been opened.
    var sourceFolder: OpenFolder?
    /// The output's name in its folder; nil until it has one.
    var outputName: [UInt8]?
    /// Whether the file waits for something, so that its row is not that of a finished file.
    var isWaiting = false
    /// The rows of the picture's companions that are written with its own.
    var owed: [PictureRecord] = []
    /// The companions in the picture's folder, each by its path relative to the drop folder.
    var companions: [RawPath] = []

    init(_ job: PictureJob, now: () -> Int64, version: String) {
        self.job = job
        report = FileReport(source: job.source.description, outcome: .deferred)
        let nothing = FileStatus(kind: .other, device: 0, inode: 0, size: 0, modified: 0, changed: 0)
        record = PictureRecord(
            source: job.source, folder: job.folder.source, status: job.previous?.status ?? nothing)
        record.firstSeen = job.previous?.firstSeen ?? now()
        record.attempts = job.previous?.attempts ?? 0
        record.interruptions = job.previous?.interruptions ?? 0
        record.options = job.folder.fingerprint
        record.version = version
        keepEarlierDelivery()
    }

    /// Keeps what an earlier delivery recorded: that output still exists, is still verified, and may still be replaced.
    private mutating func keepEarlierDelivery() {
        guard let previous = job.previous, previous.output != nil else { return }
        record.output = previous.output
        record.outputSHA256 = previous.outputSHA256
        record.outputSize = previous.outputSize
        record.isIncomplete = previous.isIncomplete
        record.isProvisional = previous.isProvisional
        record.madeFrom = previous.madeFrom
    }

    var outputPath: RawPath {
        job.folder.output.appending(job.relative.parent).appending(name: outputName ?? [])
    }

    mutating func take(_ processed: ProcessedPicture, from begun: OpenPicture) {
        let seconds = report.seconds
        report = FileReport(source: report.source, output: nil, report: processed.report)
        report.seconds = seconds
        report.bytes.source = begun.status.size
        record.status = begun.status
        record.needsOriginal = processed.report.needsOriginal
        sourceFolder = begun.sourceFolder
        record.latitude = processed.facts.latitude
        record.longitude = processed.facts.longitude
        record.captured = processed.facts.captured
        record.capturedOffset = processed.facts.offset
        if !processed.sourceSHA256.isEmpty {
            record.sourceSHA256 = processed.sourceSHA256
            report.sha256.source = hexadecimal(processed.sourceSHA256)
        }
    }

    /// Takes over what is known of a file that is passed on as it is.
    mutating func take(other file: OpenPicture) {
        record.isOther = true
        record.status = file.status
        sourceFolder = file.sourceFolder
        report.type = file.type.rawValue
        report.outcome = .passed
        report.reason = ""
        report.bytes.source = file.status.size
    }

    mutating func expect(_ prepared: PreparedOutput) {
        outputName = prepared.name
        report.output = outputPath.description
        report.sha256.output = hexadecimal(prepared.sha256)
        if prepared.isSource {
            // It is known only now; a processor that writes an output has sent it.
            record.sourceSHA256 = prepared.sourceSHA256
            report.sha256.source = report.sha256.output
        }
        report.bytes.output = prepared.bytes
        warn(prepared.warnings)
        record.output = outputPath
        record.outputSHA256 = prepared.sha256
        record.outputSize = prepared.bytes
        record.isIncomplete = prepared.isIncomplete
        record.isProvisional = prepared.isProvisional
        record.madeFrom = record.sourceSHA256.map { DeliveredSource(record.status, sha256: $0) }
    }

    mutating func end(as refusal: Refusal) {
        report.outcome = refusal.outcome
        report.reason = refusal.reason
        if refusal.type != .unknown { report.type = refusal.type.rawValue }
        report.output = nil
        report.sha256.output = nil
        report.bytes.output = nil
        isTransient = refusal.isTransient
        counts = refusal.counts
        fault = refusal.fault
        isKill = refusal.isKill
        standsAlone = refusal.standsAlone
        if refusal.isOther { record.isOther = true }
        (record.output, record.outputSHA256, record.outputSize) = (nil, nil, nil)
        (record.isIncomplete, record.isProvisional, record.madeFrom) = (false, false, nil)
        keepEarlierDelivery()
        outputName = nil
    }

    /// Takes over the result of an earlier delivery, which is still valid and is not written again.
    mutating func settle(as earlier: PictureRecord) {
        record = earlier
        isCommitted = true
        report.outcome = .current
        report.reason = earlier.reason
        report.output = earlier.output?.description
        report.orientation = earlier.orientation
        report.bytes.output = earlier.outputSize
        report.sha256.source = earlier.sourceSHA256.map { hexadecimal($0) }
        report.sha256.output = earlier.outputSHA256.map { hexadecimal($0) }
    }

    mutating func warn(_ warnings: [String]) {
        for warning in warnings where !report.warnings.contains(warning) { report.warnings.append(warning) }
    }

    mutating func stamp(seconds: Duration, now: Int64) {
        report.seconds = Double(seconds.components.seconds) + Double(seconds.components.attoseconds) / 1e18
        // A row that has been written says when.
        if !isCommitted { record.finished = now }
        record.seconds = report.seconds
    }

    /// The journal row for the finished work, without its report.
    var finishedRecord: PictureRecord {
        var record = record
        record.state = isWaiting ? .waiting : .finished
        record.outcome = report.outcome.rawValue
        record.reason = report.reason
        record.type = report.type
        record.orientation = report.orientation
        record.owner = nil
        record.nextTry = 0
        return record
    }

    /// The report, for the journal.
    var serializedReport: String { report.json.serialized }

    var result: PictureResult {
        var result = PictureResult(report: report, record: finishedRecord)
        result.isTransient = isTransient
        result.counts = counts
        result.fault = fault
        result.isKill = isKill
        result.standsAlone = standsAlone
        result.original = original
        result.stages = stages
        result.companions = companions
        return result
    }
}
