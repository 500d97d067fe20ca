package import UprightFiles
internal import UprightFormats
internal import UprightWorker
package import UprightRewriting

/// How the work on one file ended: its record, and what only the caller needs.
package struct PictureResult: Sendable {
    /// What is known of the file, and its row in the journal.
    package var record: PictureRecord
    /// Whether the same file, unchanged, may succeed later.
    package var isTransient = false
    /// Whether the try counts against the file; false if the file was only not ready yet.
    package var counts = true
    /// The failure that prevented the work, if it is not the picture's own.
    package var fault: Fault?
    /// Whether the worker was killed: by the kernel for lack of memory, or by a user.
    var isKill = false
    /// The member of its shot that the picture waits for, by its path relative to the drop folder; nil if it waits for none.
    package var awaited: RawPath?
    /// What happened to the original of a delivered picture.
    package var original = RetirementEnd.done
    /// What happened to the originals of the rest of its shot.
    package var others: [ShotOriginal] = []
    /// The picture's size and turn; nil if they are not known.
    package var geometry: PictureGeometry?
    /// How long each stage that the picture went through took.
    package var stages: [Stage: Duration] = [:]

    /// The files beside the picture that were not delivered with it, and may belong to its shot, each by its path relative to
    /// the drop folder.
    package var companions: [RawPath] = []

    /// Whether a file with a companion's name belongs to no picture, and is to be worked on as a file of its own. It has no
    /// outcome yet.
    package var belongsToNoPicture = false
    /// How long to wait until the file is worked on again, if something is known to be over then.
    package var pause: Duration?

    /// Whether the result is written; false if a delivery that could not be amended stays as it was.
    package var isAmended = true
    /// Whether a delivery that could not be amended may be amended later.
    package var owes = false

    /// The report for the user.
    package var report: FileReport { FileReport(record) }

    /// The report for a program: its names are as they are, and may hold control characters.
    package var exactReport: FileReport { FileReport(record, isExact: true) }

    /// How the work ended.
    package var outcome: Outcome { record.outcome ?? .deferred }

    package init(_ record: PictureRecord) { self.record = record }

    mutating func warn(_ warnings: [String]) {
        for warning in warnings where !record.warnings.contains(warning) { record.warnings.append(warning) }
    }
}

/// Why a file is not worked on, or why the work on it was abandoned.
struct Refusal: Error {
    var outcome: Outcome
    var reason: String
    var isTransient = false
    var counts = true
    /// The failure behind it, if it is not the picture's own.
    var fault: Fault?
    /// Whether the worker was killed.
    var isKill = false
    /// The member of the picture's shot that was refused, and not the picture.
    var awaited: RawPath?
    /// The type, if it is known.
    var type = ImageType.unknown
    /// Whether it is a file of an unsupported type, which `others` decides about.
    var isUnsupported = false
    /// Whether a file with a companion's name is to be worked on as a file of its own.
    var belongsToNoPicture = false
    /// How long to wait until the next try; nil for the caller's pause.
    var pause: Duration?
    /// The source, if this process works on it already, under this name or another.
    var sourceInUse: FileIdentity?

    init(_ outcome: Outcome, _ reason: String, type: ImageType = .unknown) {
        self.outcome = outcome
        self.reason = reason
        self.type = type
    }

    /// A file of an unsupported type.
    static func other(_ type: ImageType) -> Refusal {
        var refusal = Refusal(.ignored, ReadableFormats.refusal(of: type), type: type)
        refusal.isUnsupported = true
        return refusal
    }

    /// A file with a companion's name that is to be worked on as a file of its own.
    static var alone: Refusal {
        var refusal = Refusal(.deferred, "it belongs to no picture, and is worked on separately")
        refusal.belongsToNoPicture = true
        return refusal
    }

    /// The refusal for a file-system error during the work on a picture. If the failure is not the picture's own, the
    /// picture is deferred and the try does not count; otherwise the error alone decides.
    init(_ error: FileError, in folder: DropFolder) {
        if error.condition == .changed {
            self = .notReady(error.reason)
        } else {
            self = Fault(error, in: folder).map { Refusal($0) } ?? Refusal(error)
        }
    }

    /// The refusal of a file that must wait until a fault that is not its own has passed.
    init(_ fault: Fault) {
        outcome = .deferred
        reason = fault.message
        isTransient = true
        counts = false
        self.fault = fault
    }

    /// The refusal for a file-system error: a retry if the error may pass, otherwise a rejection.
    init(_ error: FileError) {
        outcome = error.isTransient ? .deferred : .rejected
        reason = error.description
        isTransient = error.isTransient
    }

    /// The result could not be journaled: the work does not count as done, and is repeated.
    static func unrecorded(_ reason: String) -> Refusal {
        Refusal(Fault(.journal, reason))
    }

    /// A failure that may pass, and counts.
    static func transient(_ reason: String) -> Refusal {
        var refusal = Refusal(.deferred, reason)
        refusal.isTransient = true
        return refusal
    }

    /// The refusal of a file that a worker could not read for a reason that is not the file's.
    static func unread(_ error: WorkerError) -> Refusal {
        var refusal = Refusal.transient(error.description)
        refusal.isKill = error.isKill
        return refusal
    }

    /// The run was stopped before the file's turn came.
    static var stopped: Refusal { notReady("the run was stopped before work on it began") }

    /// The file is not ready: it is tried again without limit.
    static func notReady(_ reason: String) -> Refusal {
        var refusal = Refusal(.deferred, reason)
        refusal.isTransient = true
        refusal.counts = false
        return refusal
    }
}
