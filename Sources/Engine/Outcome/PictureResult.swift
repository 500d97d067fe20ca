internal import UprightFiles
internal import UprightContainers
public import UprightJournal
public import UprightRewriting

/// How the work on one file ended.
public struct PictureResult: Sendable {
    /// The report for the user.
    public var report: FileReport
    /// The row for the journal.
    public var record: PictureRecord
    /// Whether the same file may do later, with nothing changed in it.
    public var isTransient = false
    /// Whether the try counts against the file: false where it was only not ready yet.
    public var counts = true
    /// The failure that kept the picture from being worked on, where it is not the picture's.
    public var fault: Fault?
    /// Whether its worker was ended by somebody: by the kernel, for want of memory, or by a user.
    var isKill = false
    /// How long the stages took that it went through.
    public var stages: [Stage: Duration] = [:]

    /// How it ended.
    public var outcome: Outcome { report.outcome }

    /// A result.
    public init(report: FileReport, record: PictureRecord) {
        self.report = report
        self.record = record
    }
}

/// Why a file is not worked on, or not to the end.
struct Refusal: Error {
    var outcome: Outcome
    var reason: String
    var isTransient = false
    var counts = true
    /// The failure behind it, where it is not the picture's.
    var fault: Fault?
    /// Whether its worker was ended by somebody.
    var isKill = false
    /// The type, where it is known.
    var type = ImageType.unknown

    init(_ outcome: Outcome, _ reason: String, type: ImageType = .unknown) {
        self.outcome = outcome
        self.reason = reason
        self.type = type
    }

    /// The refusal that a file-system error on a picture's way means: put off, without being counted, where the failure is
    /// not the picture's; else as the error alone says.
    init(_ error: FileError, in folder: DropFolder) {
        self = Fault(error, in: folder).map { Refusal($0) } ?? Refusal(error)
    }

    /// A file that has to wait until a fault has passed that is not its own.
    init(_ fault: Fault) {
        outcome = .deferred
        reason = fault.message
        isTransient = true
        counts = false
        self.fault = fault
    }

    /// The refusal that a file-system error means: to be tried again where it may pass, else a rejection.
    init(_ error: FileError) {
        outcome = error.isTransient ? .deferred : .rejected
        reason = error.description
        isTransient = error.isTransient
    }

    /// A result that could not be written down: it is not done, and is done again.
    static func unrecorded(_ reason: String) -> Refusal {
        Refusal(Fault(.journal, reason))
    }

    /// A file that is not ready: it is looked at again, as often as need be.
    static func notReady(_ reason: String) -> Refusal {
        var refusal = Refusal(.deferred, reason)
        refusal.isTransient = true
        refusal.counts = false
        return refusal
    }
}
