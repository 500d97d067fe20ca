internal import Synchronization

/// Makes deliveries durable in groups: syncs the files of a group, then renames them all, then syncs each folder once,
/// then writes all records at once.
///
/// A group is the deliveries that arrived while the previous group was being made durable. While further deliveries are
/// announced, a group waits for them, for milliseconds at most: small files would otherwise each be a group. A single
/// delivery takes as long as its own syncs. A delivery is done only after all four operations, in that order.
package actor GroupCommitter<Record: Sendable> {
    /// Writes the records of a group durably.
    package typealias Recorder = @Sendable ([Record]) async throws -> Void

    private struct Item {
        /// The files of a shot: all are delivered, or none.
        let deliveries: [Delivery]
        /// The size of the new files.
        let bytes: Int
        let records: [Record]
        let continuation: CheckedContinuation<Result<Void, Delivery.Failure>, Never>
    }

    private let durability: any Durability
    private let recorder: Recorder
    private let largestGroup: Int
    private var waiting: [Item] = []
    private var isRunning = false
    /// Announced deliveries that have not arrived.
    private var announced = 0
    private var isGathering = false
    /// A group with this many deliveries waits for no others.
    private static var enoughDeliveries: Int { 32 }
    /// A group with this many bytes of new files waits for no others either: writing them takes milliseconds, so one more
    /// sync hardly counts.
    private static var enoughBytes: Int { 4 << 20 }
    /// How long a group waits for announced deliveries.
    private let commitDelay: Duration

    /// Creates a committer.
    ///
    /// - Parameters:
    ///   - durability: syncs and renames files.
    ///   - largestGroup: the maximum number of deliveries in a group, which bounds how long the first of them waits.
    ///   - commitDelay: how long a group waits for announced deliveries.
    ///   - recorder: writes the records; no delivery is done before it has returned.
    package init(
        durability: any Durability = KernelDurability(), largestGroup: Int = 64,
        commitDelay: Duration = .milliseconds(16), recorder: @escaping Recorder
    ) {
        self.commitDelay = commitDelay
        self.durability = durability
        self.recorder = recorder
        self.largestGroup = max(largestGroup, 1)
    }

    /// Announces a delivery, which then either arrives (``commit(_:record:isAnnounced:)``) or is revoked.
    package func announce() { announced += 1 }

    /// Revokes an announcement: the delivery will not arrive.
    package func revoke() {
        announced -= 1
        start()
    }

    /// Makes a delivery durable and then writes its record; returns when both are durable.
    ///
    /// - Parameter isAnnounced: whether the delivery was announced.
    package func commit(
        _ delivery: Delivery, record: Record, isAnnounced: Bool = false
    ) async throws(Delivery.Failure) {
        try await commit([delivery], records: [record], isAnnounced: isAnnounced)
    }

    /// Makes deliveries durable and then writes their records, all of them or none; returns when all are durable. If one
    /// fails, the names that others have got are removed again.
    ///
    /// - Parameter isAnnounced: whether this was announced.
    package func commit(
        _ deliveries: [Delivery], records: [Record], isAnnounced: Bool = false
    ) async throws(Delivery.Failure) {
        let result = await withCheckedContinuation { continuation in
            let item = Item(
                deliveries: deliveries, bytes: deliveries.reduce(0) { $0 + $1.newBytes }, records: records,
                continuation: continuation)
            waiting.append(item)
            if isAnnounced { announced -= 1 }
            start()
        }
        try result.get()
    }

    /// Starts the next group, or lets it gather.
    private func start() {
        guard !isRunning, !waiting.isEmpty else { return }
        if isComplete {
            isRunning = true
            Task { await self.run() }
        } else if !isGathering {
            isGathering = true
            Task { await self.gather() }
        }
    }

    /// Whether the waiting deliveries need not wait for others.
    private var isComplete: Bool {
        announced == 0 || waiting.count >= min(Self.enoughDeliveries, largestGroup)
            || waiting.reduce(0) { $0 + $1.bytes } >= Self.enoughBytes
    }

    /// Starts the group when it has waited for long enough. A group that is complete before is started by what completes it.
    private func gather() async {
        try? await Task.sleep(for: commitDelay)
        isGathering = false
        guard !isRunning, !waiting.isEmpty else { return }
        isRunning = true
        await run()
    }

    private func run() async {
        repeat {
            let group = Array(waiting.prefix(largestGroup))
            waiting.removeFirst(group.count)
            await commit(group)
        } while !waiting.isEmpty && isComplete
        isRunning = false
        start()
    }

    private func commit(_ group: [Item]) async {
        let durability = durability
        let deliveries = group.map { $0.deliveries }
        var results = await offTheCooperativePool { Self.deliver(deliveries, durability) }
        var records: [Record] = []
        for (index, item) in group.enumerated() where results[index] == nil { records += item.records }
        if !records.isEmpty {
            do { try await recorder(records) } catch {
                let reason = "\(error)"
                results = results.map { $0 ?? .record(reason) }
            }
        }
        for (item, failure) in zip(group, results) {
            item.continuation.resume(returning: failure.map { .failure($0) } ?? .success(()))
        }
    }

    /// Returns the failure of each item, or nil: that of the first of its deliveries that failed.
    private static func deliver(_ items: [[Delivery]], _ durability: any Durability) -> [Delivery.Failure?] {
        let group = items.flatMap(\.self)
        let owners = items.enumerated().flatMap { index, deliveries in deliveries.map { _ in index } }
        var failures = [Delivery.Failure?](repeating: nil, count: items.count)
        func fail(_ index: Int, _ failure: Delivery.Failure) {
            if failures[owners[index]] == nil { failures[owners[index]] = failure }
        }
        for (index, failure) in synchronizeFiles(of: group, durability).enumerated() {
            if let failure { fail(index, failure) }
        }
        var named: [Int] = []
        for (index, delivery) in group.enumerated() where failures[owners[index]] == nil {
            guard case .publish(let file, let name, let replacing) = delivery else { continue }
            do throws(FileError) {
                try durability.publish(file, as: name, replacing: replacing)
                named.append(index)
            } catch {
                fail(index, error.isExistence || error.condition == .changed ? .exists(error.path) : .file(error))
            }
        }
        var synced: [FileIdentity: FileError?] = [:]
        for (index, delivery) in group.enumerated() where failures[owners[index]] == nil {
            guard let folder = delivery.folder else { continue }
            let key = Self.identity(of: folder)
            let failure: FileError?
            if let known = synced[key] {
                failure = known
            } else {
                failure = sync(folder, durability)
                synced[key] = failure
            }
            if let failure { fail(index, .file(failure)) }
        }
        // After a failed sync the name may not be durable, and a second sync of the folder would not show that; and a shot is
        // delivered as a whole or not at all. Take it away, to start again.
        for index in named where failures[owners[index]] != nil {
            if case .publish(let file, let name, false) = group[index] { retract(name, of: file) }
        }
        for (index, delivery) in group.enumerated() {
            if case .publish(let file, _, _) = delivery, case .file? = failures[owners[index]] { file.discard() }
        }
        return failures
    }

    /// Syncs the files of a group, several at a time: the file system can then make them durable with one commit,
    /// whereas sequential syncs would each wait for a commit.
    private static func synchronizeFiles(
        of group: [Delivery], _ durability: any Durability
    ) -> [Delivery.Failure?] {
        let failures = Mutex([Delivery.Failure?](repeating: nil, count: group.count))
        // With all writes started, the first syncs find most of the data written, and the file system's commit for one
        // file covers the others.
        if group.count > 1 {
            for case .publish(let atomic, _, _) in group { atomic.file.beginWriting() }
        }
        shareOnBlockingThreads(group.count, threads: syncsAtOnce) { index in
            let failure = attempt(group[index]) { (file) throws(FileError) in try durability.synchronize(file) }
            if let failure { failures.withLock { $0[index] = failure } }
        }
        return failures.withLock { $0 }
    }

    /// As many as a disk can use; more threads would only wait for each other.
    private static var syncsAtOnce: Int { 8 }

    private static func attempt(
        _ delivery: Delivery, _ synchronize: (OpenFile) throws(FileError) -> Void
    ) -> Delivery.Failure? {
        let file: OpenFile
        switch delivery {
        case .publish(let atomic, _, _): file = atomic.file
        case .confirm(let existing, _): file = existing
        case .none: return nil
        }
        do throws(FileError) {
            try synchronize(file)
            return nil
        } catch {
            return .file(error)
        }
    }

    private static func sync(_ folder: OpenFolder, _ durability: any Durability) -> FileError? {
        do throws(FileError) {
            try durability.synchronize(folder)
            return nil
        } catch {
            return error
        }
    }

    private static func retract(_ name: [UInt8], of file: AtomicFile) {
        do { _ = try file.retract(name) } catch {
            // It stays, complete but perhaps not durable; the next try finds the same bytes and confirms it.
        }
    }

    /// Identifies a folder, so that two descriptors of the same folder are synced once. A folder that cannot be inspected
    /// is synced by itself.
    private static func identity(of folder: OpenFolder) -> FileIdentity {
        do { return try folder.status().identity } catch {
            return FileIdentity(device: .max, inode: UInt64(bitPattern: Int64(folder.descriptor)))
        }
    }
}

extension Delivery {
    /// The size of a new file.
    var newBytes: Int {
        guard case .publish(let atomic, _, _) = self else { return 0 }
        do { return try atomic.file.status().size } catch { return 0 }
    }

    var folder: OpenFolder? {
        switch self {
        case .publish(let file, _, _): file.folder
        case .confirm(_, let folder): folder
        case .none: nil
        }
    }
}
