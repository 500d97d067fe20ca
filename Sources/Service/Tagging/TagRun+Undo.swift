internal import UprightBase
internal import UprightRewriting
internal import UprightWorker
package import UprightFiles

extension TagRun {
    /// Gives a file back the content that it had before the edits in a journal.
    ///
    /// A file that has that content already is unchanged; one with another content than the edits made is rejected.
    package func undo(_ path: RawPath, _ journal: EditJournal) async -> TagReport {
        var report = TagReport(source: path)
        report.isUndo = true
        do {
            try await undo(path, journal.records.filter { $0.path == path }, &report)
        } catch { report.reject(error) }
        return report
    }

    private func undo(_ path: RawPath, _ records: [EditRecord], _ report: inout TagReport) async throws {
        let source = try await opened(path)
        defer { withExtendedLifetime(source) {} }
        report.type = source.type
        report.output = source.path
        let limit = Self.largestUndone
        let (made, steps, warning) = try await offTheCooperativePool {
            () throws -> (OpenFile?, [EditRecord], String?) in
            let bytes = try source.file.readAll(limit: limit)
            let undone = try Self.undone(bytes, by: records, of: path)
            guard let last = undone.steps.last else { return (nil, undone.steps, undone.warning) }
            let made = try OpenFile.inMemory()
            try made.write(undone.bytes)
            let content = EditRecord.Content(undone.bytes)
            guard content == last.before else {
                throw OperationError.writtenDifferently(found: content.bytes, expected: last.before.bytes)
            }
            return (made, undone.steps, undone.warning)
        }
        if let warning { report.warnings.append(warning) }
        report.outcome = made == nil ? .unchanged : .normalized
        guard let made, let first = steps.last, !isDry else { return }
        var picture = EditedPicture()
        let digest = try await offTheCooperativePool { () throws(FileError) in try made.contentDigest() }
        (picture.bytes, picture.crc32) = (digest.bytes, digest.crc32)
        let (output, warnings) = try await hidden(in: source.folder, picture, made, of: source)
        report.warnings += warnings
        try output.file.setModified(first.modified)
        output.replacesOnly(source.status)
        try await commit(.publish(output, as: source.path.name, replacing: true), orElse: .changed(path))
    }

    /// The largest file whose edits are undone.
    private static let largestUndone = 1 << 32

    /// Returns the content before edits, and the edits that were undone for it, the last one first.
    private static func undone(
        _ bytes: [UInt8], by records: [EditRecord], of path: RawPath
    ) throws -> (bytes: [UInt8], steps: [EditRecord], warning: String?) {
        var content = EditRecord.Content(bytes)
        var (bytes, steps) = (bytes, [EditRecord]())
        var warning: String?
        // The edits that are not made are those of killed runs; the others continue one another.
        var isFound = records.first?.before == content
        for record in records.reversed() {
            if record.after == content, record.before != content {
                guard let before = record.delta.applied(to: bytes, limit: record.before.bytes),
                    EditRecord.Content(before) == record.before
                else {
                    throw OperationError(
                        "the journal's record of the edit does not fit \(path): nothing was undone")
                }
                (bytes, content, isFound) = (before, record.before, true)
                steps.append(record)
            } else if record.before != content, !steps.isEmpty, warning == nil {
                warning = "the file was changed between two edits of the journal: only the later ones are undone"
            }
        }
        if content == records.first?.before { warning = nil }
        guard isFound || !steps.isEmpty || records.contains(where: { $0.before == content }) else {
            throw OperationError("the file has been changed since it was edited: its edits are not undone")
        }
        return (bytes, steps, warning)
    }
}
