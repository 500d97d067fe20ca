internal import UprightBase
internal import UprightEngine
package import UprightFiles

/// Reads every delivered output again and compares it with the journal (`upright journal verify`).
package struct VerifyRun: Sendable {
    /// An event of a verification.
    package enum Event: Sendable {
        /// The number of outputs to read.
        case found(outputs: Int)
        /// An output was read.
        case verified(VerifyReport)
    }

    /// The figures of a verification.
    package struct Summary: Sendable, Hashable {
        /// The number of outputs in each state.
        package internal(set) var findings: [VerifyReport.Finding: Int] = [:]
        /// The number of bytes read.
        package internal(set) var bytes = 0

        package init() {}

        /// The number of outputs in a state.
        package func count(_ finding: VerifyReport.Finding) -> Int { findings[finding] ?? 0 }
        package var outputs: Int { findings.values.reduce(0, +) }
        /// Whether every output has the bytes that were delivered, or was deleted by somebody who may.
        package var isGood: Bool { outputs == count(.verified) + count(.deleted) }
    }

    private let journal: Journal
    private let jobs: Int

    /// Creates a verification of a journal's outputs.
    package init(_ journal: Journal, jobs: Int) {
        self.journal = journal
        self.jobs = max(jobs, 1)
    }

    /// Reads all outputs.
    ///
    /// - Parameter handle: Called with each event, one call at a time.
    package func run(_ handle: @Sendable (Event) async -> Void) async throws -> Summary {
        var selection = Journal.Selection()
        selection.delivered = true
        await handle(.found(outputs: try await journal.count(selection)))
        let folders = try await MarkedFolders(journal)
        var summary = Summary()
        var next: Int64? = 0
        while let after = next {
            try Task.checkCancellation()
            let page = try await journal.page(selection, after: after, limit: 64)
            next = page.next
            for report in await reports(page.records, folders) {
                summary.findings[report.finding, default: 0] += 1
                summary.bytes = summary.bytes.addingSaturated(report.foundBytes ?? 0)
                await handle(.verified(report))
            }
        }
        for report in try await owed() {
            summary.findings[report.finding, default: 0] += 1
            await handle(.verified(report))
        }
        return summary
    }

    /// The companions that are owed and are still in their drop folder.
    private func owed() async throws -> [VerifyReport] {
        let records = try await journal.owedCompanions()
        return await offTheCooperativePool {
            records.filter { record in
                do throws(FileError) {
                    let folder = try OpenFolder(record.source.parent)
                    return try folder.statusIfPresent(of: RawPath(bytes: record.source.name)) != nil
                } catch { return !error.isAbsence }
            }.map { VerifyReport(owing: $0) }
        }
    }

    /// The outputs of a record, each with its digest and size.
    private static func outputs(
        of record: PictureRecord
    ) -> [(PictureRecord, RawPath, [UInt8], Int?)] {
        var outputs: [(PictureRecord, RawPath, [UInt8], Int?)] = []
        if let output = record.output, let digest = record.presentSHA256 {
            outputs.append((record, output, digest, record.turned?.bytes ?? record.outputSize))
        }
        for copy in record.copies where copy.output != record.output {
            outputs.append((record, copy.output, copy.sha256, copy.bytes))
        }
        return outputs
    }

    private func reports(_ records: [PictureRecord], _ folders: MarkedFolders) async -> [VerifyReport] {
        let slots = ConcurrencyLimit(jobs)
        return await withTaskGroup(of: (Int, VerifyReport).self) { group in
            var reports: [Int: VerifyReport] = [:]
            for (index, (record, output, digest, size)) in records.flatMap({ Self.outputs(of: $0) }).enumerated() {
                await slots.acquire()
                group.addTask {
                    let report = await offTheCooperativePool {
                        VerifyReport(verifying: record, output, digest, size, in: folders)
                    }
                    slots.release()
                    return (index, report)
                }
            }
            for await (index, report) in group { reports[index] = report }
            return reports.sorted { $0.key < $1.key }.map(\.value)
        }
    }
}
