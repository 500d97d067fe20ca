internal import UprightBase
package import UprightEngine
internal import UprightFiles

/// The health of one lane: pauses it for faults that its pictures do not cause, checks again with back-off, and resumes
/// it when the fault has passed.
///
/// A check detects most faults before a picture encounters them. If a picture has encountered one, a check is not enough:
/// one picture is processed as a trial, and the others wait for its result.
package actor LaneHealth {
    /// What the lane can do next.
    package enum Admission: Sendable {
        /// Process the arrivals.
        case open
        /// Process one picture as a trial, and report its end (``trialEnded(isConclusive:fault:)``).
        case trial
        /// Stop: the lane ends.
        case stopped
    }

    /// What the lane's health depends on besides its folders.
    package struct Surroundings: Sendable {
        /// The folder of the journal.
        var state: RawPath?
        /// The bytes that must stay free on each file system.
        package var freeSpace = 0
        /// Creates the marks of folders that have none yet.
        var marks: FolderMarks?
        /// Why the workers cannot work; nil if they can.
        var processorProblem: @Sendable () async -> String? = { nil }
        /// Why no worker could be started initially.
        var startProblem: String?

        package init() {}
    }

    /// The folder, with its marks as soon as they exist.
    private(set) var folder: DropFolder
    /// Why the lane is paused; nil if it is not.
    package private(set) var reason: PauseReason?
    private let surroundings: Surroundings
    private let log: DaemonLog
    private let hasWork: @Sendable () async -> Bool
    private let resumed: @Sendable (PauseReason) async -> Void
    private var isMarked: Bool
    private var isTrialNeeded = false
    private var isTrialDue = false
    /// The number of consecutive checks and trials that failed.
    private var failures = 0
    private var isStopped = false
    /// When a failed inspection was last looked into.
    private var lastProbe: ContinuousClock.Instant?
    /// Set when the lane may be able to proceed.
    private let change = EventFlag(false)

    private static let interval = Duration.seconds(5)
    private static let longestPause = Duration.seconds(10)
    private static let probeInterval = Duration.seconds(1)

    /// - Parameters:
    ///   - hasWork: Whether pictures wait.
    ///   - resumed: Called when a pause has ended.
    package init(
        _ folder: DropFolder, in surroundings: Surroundings, log: DaemonLog,
        hasWork: @escaping @Sendable () async -> Bool, resumed: @escaping @Sendable (PauseReason) async -> Void
    ) {
        self.folder = folder
        self.surroundings = surroundings
        self.log = log
        self.hasWork = hasWork
        self.resumed = resumed
        isMarked = surroundings.marks == nil
        // The lane then starts paused, and the first check finds out whether the workers can work by now.
        reason = surroundings.startProblem.map { PauseReason(.process, $0, since: PictureEngine.milliseconds()) }
    }

    /// Checks periodically until the task is cancelled, so that a fault and its end are detected even if no picture arrives.
    func run() async {
        if let reason { log.error("\(folder.source) is paused: \(reason.message)") }
        while !Task.isCancelled {
            await look()
            let pause = reason == nil ? Self.interval : min(.seconds(1 << min(failures, 10)) / 2, Self.longestPause)
            do { try await Task.sleep(for: pause) } catch { break }
        }
    }

    /// Waits until the lane can proceed. Runs a check first, and so before every group of arrivals.
    package func admission() async -> Admission {
        while !isStopped {
            if reason == nil { await look() }
            if isStopped { break }
            if reason == nil { return .open }
            if isTrialDue {
                isTrialDue = false
                return .trial
            }
            await change.consume()
            if Task.isCancelled { break }
        }
        return .stopped
    }

    /// Reports that a picture has encountered a fault.
    func report(_ fault: Fault) {
        isTrialNeeded = true
        pause(fault)
    }

    /// Reports that a file or folder could not be inspected. Pauses the lane if no other can be read either.
    func failed(_ error: FileError, at path: RawPath) async {
        guard reason == nil, let fault = Fault(error, in: folder), fault.kind == .source else { return }
        // In a scan, thousands of files can fail.
        if let last = lastProbe, .now - last < Self.probeInterval { return }
        lastProbe = .now
        let folder = folder
        let confirmed = await offTheCooperativePool { FolderInspection(folder).confirmed(fault, besides: path) }
        if let confirmed { pause(confirmed) }
    }

    /// Reports the end of the trial picture, with a fault that ``report(_:)`` has received before, or without.
    ///
    /// - Parameter isConclusive: Whether the picture was processed at all.
    func trialEnded(isConclusive: Bool, fault: Fault?) async {
        guard fault == nil else { return }
        if isConclusive { await resume() } else { isTrialDue = true }
    }

    /// Ends the wait in ``admission()``.
    package func stop() {
        isStopped = true
        change.set()
    }

    private func look() async {
        let fault = await currentFault()
        if let fault {
            pause(fault)
        } else if reason != nil {
            if isTrialNeeded, await hasWork() {
                isTrialDue = true
                change.set()
            } else {
                await resume()
            }
        }
    }

    private func currentFault() async -> Fault? {
        if !isMarked, let marks = surroundings.marks {
            do {
                folder = try await marks.established(folder)
                isMarked = true
            } catch let fault as Fault {
                return fault
            } catch {
                return Fault(.journal, "\(error)")
            }
        }
        let inspection = FolderInspection(folder, state: surroundings.state, freeSpace: surroundings.freeSpace)
        let kind = reason?.kind
        let isTried = kind == .output || kind == .noSpace || kind == .process
        let fault = await offTheCooperativePool { () -> Fault? in
            if kind == .source, let fault = inspection.faultByReading() { return fault }
            return isTried ? inspection.faultByTrying() : inspection.fault()
        }
        // Busy workers answer only after their current picture, and only a paused lane can wait for that.
        guard fault == nil, kind == .process else { return fault }
        return await surroundings.processorProblem().map { Fault(.process, $0) }
    }

    private func pause(_ fault: Fault) {
        failures += 1
        isTrialDue = false
        if reason?.kind != fault.kind { log.error("\(folder.source) is paused: \(fault.message)") }
        reason = PauseReason(fault.kind, fault.message, since: reason?.since ?? PictureEngine.milliseconds())
    }

    private func resume() async {
        guard let ended = reason else { return }
        reason = nil
        (failures, isTrialNeeded, isTrialDue) = (0, false, false)
        let seconds = max(PictureEngine.milliseconds().subtractingSaturated(ended.since), 0) / 1_000
        log.notice("\(folder.source) resumes after a pause of \(seconds) s")
        change.set()
        await resumed(ended)
    }
}
