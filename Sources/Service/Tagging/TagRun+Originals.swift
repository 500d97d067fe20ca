internal import UprightBase
internal import UprightRewriting
package import UprightFiles

/// An original beside which its result is delivered in place.
struct KeptOriginal {
    let source: TaggedFile
    /// Whether a turn makes the result.
    let isTurn: Bool
    /// Whether the result lacks something that only the original has.
    let isNeeded: Bool

    init(_ source: TaggedFile, isTurn: Bool, isNeeded: Bool) {
        (self.source, self.isTurn, self.isNeeded) = (source, isTurn, isNeeded)
    }
}

extension TagRun {
    /// Keeps an original beside its result, under its name with `.orig` appended. All turns of a file share one, of the state before
    /// the first that kept it; it says what was made of it last (``ResultMark``).
    ///
    /// - Returns: whether an original is beside the result from which a turn can be undone.
    func keep(
        _ original: KeptOriginal, _ isWanted: Bool, _ output: AtomicFile, _ warnings: inout [String]
    ) async throws -> Bool {
        let source = original.source
        let isWanted = isWanted || original.isNeeded
        let name = source.path.name + Array(Self.backupSuffix.utf8)
        guard let status = try source.folder.statusIfPresent(of: RawPath(bytes: name)) else {
            guard isWanted else { return false }
            let (copy, found) = try await offTheCooperativePool { () throws in
                let copy = try AtomicFile(in: source.folder, rights: .exactly(0o600))
                try source.file.copy(to: copy.file)
                let found = source.file.copyUserAttributes(to: copy.file)
                copy.file.mark(ResultMark(sha256: [try output.file.contentDigest().sha256]))
                try copy.file.copyRights(of: source.file)
                try copy.file.setModified(try source.file.status().modified)
                return (copy, found)
            }
            warnings += found
            try await commit(.publish(copy, as: name, replacing: false), orElse: .changed(source.path))
            return true
        }
        guard isWanted || original.isTurn else { return false }
        guard status.kind == .regular else {
            guard isWanted else { return false }
            throw OperationError.notAnOriginal(Self.backup(of: source.path), "a \(status.kind.rawValue)")
        }
        return try await offTheCooperativePool { () throws in
            let kept = try source.folder.file(RawPath(bytes: name))
            let before = try source.file.contentDigest().sha256
            let isSame = try status.size == source.status.size && kept.contentDigest().sha256 == before
            guard isSame || kept.resultMark?.sha256.contains(before) == true else {
                // Another program has made it, or has changed or replaced the file since: the source has no copy.
                guard !original.isNeeded || !kept.canBeMarked else {
                    throw OperationError.notAnOriginal(
                        Self.backup(of: source.path), "one of another file, or of another state")
                }
                return false
            }
            guard original.isTurn else { return true }
            kept.mark(ResultMark(sha256: [before, try output.file.contentDigest().sha256]))
            return true
        }
    }

    /// Gives a file back the content that it had before its turns, from the original that is kept beside it.
    ///
    /// A file that was changed since is rejected, and both stay.
    package func undoTurn(_ path: RawPath) async -> TagReport {
        await undo(path, TurnMark())
    }

    /// - Parameter mark: that of a picture, whose sidecars follow.
    func undo(_ path: RawPath, _ mark: TurnMark? = nil) async -> TagReport {
        var report = TagReport(source: path)
        (report.isUndo, report.isTurn) = (true, true)
        do {
            try await restore(path, mark, &report)
        } catch { report.reject(error) }
        return report
    }

    private func restore(_ named: RawPath, _ mark: TurnMark?, _ report: inout TagReport) async throws {
        let source = try await opened(named)
        defer { withExtendedLifetime(source) {} }
        report.type = source.type
        if mark != nil { await finishTurn(of: source, &report) }
        let name = source.path.name + Array(Self.backupSuffix.utf8)
        let backup = Self.backup(of: source.path)
        guard let status = try source.folder.statusIfPresent(of: RawPath(bytes: name)) else {
            throw OperationError.noOriginal(backup)
        }
        guard status.kind == .regular else { throw OperationError.notAnOriginal(backup, "a \(status.kind.rawValue)") }
        let kept = try source.folder.file(RawPath(bytes: name))
        let (now, before) = try await offTheCooperativePool { () throws(FileError) in
            (try source.file.contentDigest(), try kept.contentDigest())
        }
        if now != before {
            guard let mark = kept.resultMark else { throw OperationError.unknownResult(source.path, backup) }
            guard mark.sha256.contains(now.sha256) else { throw OperationError.changedResult(source.path, backup) }
        }
        report.output = source.path
        report.outcome = .normalized
        guard !isDry else { return await follow(mark, source, &report) }
        let (output, warnings) = try await offTheCooperativePool { () throws in
            let output = try AtomicFile(in: source.folder, rights: .exactly(0o600))
            try kept.copy(to: output.file)
            guard try output.file.contentDigest() == before else { throw OperationError.changed(backup) }
            let warnings = kept.copyUserAttributes(to: output.file)
            if var mark {
                mark.picture = before.sha256
                output.file.turnMark = mark
            }
            try output.file.copyRights(of: kept)
            try output.file.setModified(status.modified)
            return (output, warnings)
        }
        report.warnings += warnings
        output.replacesOnly(source.status)
        try await commit(.publish(output, as: source.path.name, replacing: true), orElse: .changed(named))
        // The name has the original's bytes now, durably: the copy beside it goes, unless another program has changed it.
        let departure = Departure(of: name, in: source.folder, read: status, source: kept)
        let end = try await offTheCooperativePool { () throws(FileError) in try departure.remove() }
        if end != .done { report.warnings.append("\(backup) was changed meanwhile; it stays") }
        await follow(mark, source, marked: output.file, &report)
    }
}
