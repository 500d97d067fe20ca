internal import UprightEngine
internal import UprightFiles

/// Whether the pictures of one folder can be worked on: pauses the lane for faults that are not theirs, tries again, ever
/// more slowly, and goes on by itself.
///
/// Looking tells most faults before a picture meets them. Where a picture has met one, looking is not enough: then a single
/// picture is tried, and the others wait until it has come through.
actor LaneHealth {
    /// What the lane may do next.
    enum Admission: Sendable {
        /// Work on what has come.
        case open
        /// Work on one picture, and tell how it went (``trialEnded(isConclusive:)``).
        case trial
        /// Nothing: the lane ends.
        case stopped
    }

    /// What the lane's health depends on, beside its folders.
    struct Surroundings: Sendable {
        /// The folder of the journal.
        var state: RawPath?
        /// How many bytes must stay free on each file system.
        var freeSpace = 0
        /// Makes the marks of the folders that have none yet.
        var marks: FolderMarks?
        /// Why the workers cannot work; nil where they can.
        var processorProblem: @Sendable () async -> String? = { nil }
        /// Why no worker could be started at the beginning.
        var startProblem: String?
    }

    /// The folder, with its marks as soon as they stand.
    private(set) var folder: DropFolder
    /// Why the lane is paused; nil while it works.
    private(set) var reason: PauseReason?
    private let surroundings: Surroundings
    private let log: DaemonLog
    private let hasWork: @Sendable () async -> Bool
    private let resumed: @Sendable (PauseReason) async -> Void
    private var isMarked: Bool
    private var isTrialNeeded = false
    private var isTrialDue = false
    /// How often in a row it was looked or tried in vain.
    private var failures = 0
    private var isStopped = false
    private var waiter: CheckedContinuation<Void, Never>?

    private static let interval = Duration.seconds(5)
    private static let longestPause = Duration.seconds(10)

    /// - Parameters:
    ///   - hasWork: whether pictures wait.
    ///   - resumed: called when a pause has ended.
    init(
        _ folder: DropFolder, in surroundings: Surroundings, log: DaemonLog,
        hasWork: @escaping @Sendable () async -> Bool, resumed: @escaping @Sendable (PauseReason) async -> Void
    ) {
        self.folder = folder
        self.surroundings = surroundings
        self.log = log
        self.hasWork = hasWork
        self.resumed = resumed
        isMarked = surroundings.marks == nil
        // The lane begins paused, and the first look tells whether the workers can work by now.
        reason = surroundings.startProblem.map { PauseReason(.process, $0, since: PictureEngine.milliseconds()) }
    }

    /// Looks on a period, until the task is cancelled: a fault shows though no picture comes, and so does its end.
    func run() async {
        if let reason { log.error("\(folder.source) is paused: \(reason.message)") }
        while !Task.isCancelled {
            await look()
            let pause = reason == nil ? Self.interval : min(.seconds(1 << min(failures, 10)) / 2, Self.longestPause)
            do { try await Task.sleep(for: pause) } catch { break }
        }
    }

    /// Waits until there is something that the lane may do. Everything is looked at first, so before every group.
    func admission() async -> Admission {
        while !isStopped {
            if reason == nil { await look() }
            if isStopped { break }
            if reason == nil { return .open }
            if isTrialDue {
                isTrialDue = false
                return .trial
            }
            await withCheckedContinuation { waiter = $0 }
        }
        return .stopped
    }

    /// A picture has met a fault.
    func met(_ fault: Fault) {
        isTrialNeeded = true
        pause(fault)
    }

    /// The picture that was tried has ended, with a fault that was told of before, or without. `isConclusive` where it was
    /// worked on.
    func trialEnded(isConclusive: Bool, fault: Fault?) async {
        guard fault == nil else { return }
        if isConclusive { await resume() } else { isTrialDue = true }
    }

    /// Ends the waiting.
    func stop() {
        isStopped = true
        wake()
    }

    private func look() async {
        let fault = await currentFault()
        if let fault {
            pause(fault)
        } else if reason != nil {
            if isTrialNeeded, await hasWork() {
                isTrialDue = true
                wake()
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
        let fault = await offTheCooperativePool { isTried ? inspection.faultByTrying() : inspection.fault() }
        // Workers that are asked for nothing else answer when they have done what they are at: only a pause may wait for that.
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
        let seconds = max(PictureEngine.milliseconds() - ended.since, 0) / 1_000
        log.notice("\(folder.source) goes on after a pause of \(seconds) s")
        wake()
        await resumed(ended)
    }

    private func wake() {
        waiter?.resume()
        waiter = nil
    }
}
