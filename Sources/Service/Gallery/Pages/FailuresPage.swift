internal import UprightAlbums
internal import UprightDigests
internal import UprightFiles
internal import UprightJournal
internal import UprightRewriting

/// The page of failures, grouped by reason, with buttons to retry them.
struct FailuresPage: Sendable {
    let frame: PageFrame

    /// The most failures on the page.
    private static let most = 500

    /// The page, with a message above it.
    func page(notice: String = "") async throws(JournalError) -> HTML {
        var failures: [PictureRecord] = []
        if let journal = frame.content.journal {
            failures = try await journal.summary(failures: Self.most).failures
        }
        var reasons: [(reason: String, files: [PictureRecord])] = []
        var numbers: [String: Int] = [:]
        for failure in failures {
            let key = "\(failure.outcome?.rawValue ?? "")/\(failure.reason)"
            if let number = numbers[key] {
                reasons[number].files.append(failure)
            } else {
                numbers[key] = reasons.count
                reasons.append((failure.reason, [failure]))
            }
        }
        reasons.sort { $0.files.count > $1.files.count }
        let serves = !frame.isStatic
        let body = Template.named("failures").filled([
            "notice": .text(notice), "token": .text(frame.formToken), "all": .flag(serves && !failures.isEmpty),
            "serves": .flag(serves),
            "lead": .text(failures.isEmpty ? "There are no failures." : NumberText.count(failures.count, "file")),
            "reasons": .list(
                reasons.map { reason in
                    [
                        "reason": .text(reason.reason.isEmpty ? "Unknown reason" : reason.reason),
                        "count": .text(NumberText.count(reason.files.count, "file")),
                        "number": .number(reason.files.count),
                        "outcome": .text(Self.words(reason.files[0].outcome)),
                        "digest": .text(Self.digest(reason.reason)),
                        "files": .list(reason.files.map(Self.row)),
                    ]
                }),
        ])
        return frame.document(.failures, title: "Failures", kind: "failures", body)
    }

    private static func row(_ failure: PictureRecord) -> [String: Template.Value] {
        let date =
            failure.finished.flatMap { CivilDate(seconds: Double($0) / 1000) }.map(DateLanguage.english.text) ?? ""
        let tries = failure.attempts == 1 ? "1 try" : "\(NumberText.grouped(failure.attempts)) tries"
        return [
            "path": .text(failure.source.description), "source": .text(hexadecimal(failure.source)),
            "tries": .text(tries + (date.isEmpty ? "" : ", the last on \(date)")),
        ]
    }

    private static func words(_ outcome: Outcome?) -> String {
        switch outcome {
        case .deferred?: "will be retried automatically"
        default: outcome?.rawValue ?? "waiting"
        }
    }

    /// A path as text that a form can carry unchanged, since file names are not always UTF-8.
    static func hexadecimal(_ path: RawPath) -> String {
        path.bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// Identifies a reason in a form.
    static func digest(_ reason: String) -> String { UprightDigests.hexadecimal(SHA256.hash(Array(reason.utf8))) }
}
