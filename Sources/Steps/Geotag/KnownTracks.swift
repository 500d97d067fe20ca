internal import Synchronization
internal import UprightFiles
internal import UprightFormats
internal import UprightRewriting
internal import UprightWorker

/// The fixes of the tracks of a pipeline, which are read again when their files change.
final class KnownTracks: Sendable {
    /// What is known of a file.
    private struct Entry {
        /// Its status when it was last read.
        var status: FileStatus
        /// Its fixes; those of before if it could not be read since.
        var points: [TrackPoint] = []
    }

    /// A file that has changed and is not read yet.
    private struct Change {
        var status: FileStatus
        let since: ContinuousClock.Instant
    }

    private struct State {
        var entries: [RawPath: Entry] = [:]
        var changes: [RawPath: Change] = [:]
        var problems: [String] = []
        var track: Track?
    }

    private let state = Mutex(State())
    /// A file that changes all the time is read after this time nevertheless.
    private static let longestChange = Duration.seconds(30)

    /// All fixes; nil without tracks.
    var track: Track? { state.withLock(\.track) }

    /// Reads the tracks at a path for the first time. In a folder, a file that cannot be read may be one that is being written: it is
    /// read when it changes. So is a folder that does not exist yet.
    func open(_ path: RawPath, in environment: StepEnvironment) async throws(OperationError) {
        do throws(OperationError) {
            for file in try await TrackFiles.files(at: path) { try await read(file, in: environment) }
        } catch {
            guard error.cause?.isAbsence == true, !TrackFiles.isTrack(path.name) else { throw error }
            record("\(path) does not exist; the tracks in it are read when it does")
        }
        combine()
    }

    /// Reads the files that have changed since they were last read and have not since the last call, and forgets those that are gone.
    ///
    /// - Returns: whether there are other fixes than before.
    func refresh(_ paths: [RawPath], in environment: StepEnvironment) async -> Bool {
        var present: Set<RawPath> = []
        var isChanged = false
        for path in paths {
            do throws(OperationError) {
                for file in try await TrackFiles.files(at: path) {
                    present.insert(file.path)
                    guard isDue(file) else { continue }
                    do throws(OperationError) { try await read(file, in: environment) } catch { record("\(error)") }
                    isChanged = true
                }
            } catch {
                // A volume that is away for a time takes no fixes away.
                guard error.cause?.isAbsence != true else { continue }
                record("\(error)")
                let known = state.withLock { Array($0.entries.keys) }
                present.formUnion(known.filter { $0 == path || $0.parent == path })
            }
        }
        let isForgotten = state.withLock { state in
            let gone = state.entries.keys.filter { !present.contains($0) }
            for path in gone { state.entries[path] = nil }
            state.changes = state.changes.filter { present.contains($0.key) }
            return !gone.isEmpty
        }
        if isChanged || isForgotten { combine() }
        return isChanged
    }

    /// Returns what could not be read since the last call, each problem once.
    func takeProblems() -> [String] {
        state.withLock { state in
            defer { state.problems = [] }
            return state.problems
        }
    }

    /// Whether a file has changed and is to be read now.
    private func isDue(_ file: TrackFiles.File) -> Bool {
        let now = ContinuousClock.now
        return state.withLock { state in
            if let entry = state.entries[file.path], entry.status.isSameContent(as: file.status) {
                state.changes[file.path] = nil
                return false
            }
            guard let change = state.changes[file.path] else {
                state.changes[file.path] = Change(status: file.status, since: now)
                return false
            }
            state.changes[file.path]?.status = file.status
            guard change.status.isSameContent(as: file.status) || now - change.since > Self.longestChange else {
                return false
            }
            state.changes[file.path] = nil
            return true
        }
    }

    private func read(_ file: TrackFiles.File, in environment: StepEnvironment) async throws(OperationError) {
        do throws(OperationError) {
            let points = try await TrackFiles.points(of: file, by: environment.reader, environment.limits)
            state.withLock { $0.entries[file.path] = Entry(status: file.status, points: points) }
        } catch {
            // What was read of it before counts on; it is read when it changes again.
            state.withLock { $0.entries[file.path, default: Entry(status: file.status)].status = file.status }
            guard file.folder != nil else { throw error }
            record("\(error); it is read again when it changes")
        }
    }

    private func record(_ problem: String) {
        state.withLock { if !$0.problems.contains(problem) { $0.problems.append(problem) } }
    }

    private func combine() {
        state.withLock { state in
            let paths = state.entries.keys.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
            let points = paths.flatMap { state.entries[$0]?.points ?? [] }
            state.track = points.isEmpty ? nil : Track(points)
        }
    }
}
