internal import UprightAlbums
internal import UprightBase
internal import UprightFiles
internal import UprightRewriting

/// The page of failures, grouped by cause, with buttons to retry them.
struct FailuresPage: Sendable {
    let frame: PageFrame

    private static let most = 500

    /// Failures with the same cause: their reasons differ in numbers at most.
    private struct Group {
        var cause: String
        var reason: String
        var files: [PictureRecord] = []
    }

    /// The page, with a message above it.
    func page(notice: String = "") async throws(JournalError) -> HTML {
        let words = frame.words
        var failures: [PictureRecord] = []
        if let journal = frame.content.journal {
            failures = try await journal.summary(failures: Self.most).failures
        }
        let serves = frame.mayChange
        let body = frame.filled(
            "failures",
            [
                "notice": .text(notice), "token": .text(frame.formToken), "all": .flag(serves && !failures.isEmpty),
                "serves": .flag(serves),
                "lead": .text(failures.isEmpty ? words["failures.none"] : words.count("files", failures.count)),
                "reasons": .list(
                    Self.groups(of: failures).map { group in
                        let number = words.grouped(group.files.count)
                        let cause = group.cause.isEmpty ? words["failures.unknown"] : group.cause
                        return [
                            "cause": .text(cause), "reason": .text(group.reason == group.cause ? "" : group.reason),
                            "count": .text(words.count("files", group.files.count)),
                            "retryThese": .text(words.text("failures.retryThese", ["n": number])),
                            "dismissThese": .text(words.text("failures.dismissThese", ["n": number])),
                            "dismissAllOf": .text(words.text("failures.dismissAllOf", ["what": cause])),
                            "retryAllOf": .text(words.text("failures.retryAllOf", ["what": cause])),
                            "outcome": .text(outcome(group.files[0].outcome)),
                            "digest": .text(Self.digest(group.files[0].reason)), "files": .list(group.files.map(row)),
                        ]
                    }),
            ])
        return frame.document(.failures, title: words["failures.title"], kind: "failures", body)
    }

    /// The failures by cause, the most frequent first.
    private static func groups(of failures: [PictureRecord]) -> [Group] {
        var groups: [Group] = []
        var numbers: [String: Int] = [:]
        for failure in failures {
            let key = "\(failure.outcome?.rawValue ?? "")/\(masked(failure.reason))"
            if let number = numbers[key] {
                groups[number].files.append(failure)
            } else {
                numbers[key] = groups.count
                groups.append(Group(cause: cause(failure.reason), reason: failure.reason, files: [failure]))
            }
        }
        return groups.sorted { $0.files.count > $1.files.count }
    }

    /// A reason without its numbers, such as offsets and sizes: what failures of one cause have in common.
    static func masked(_ reason: String) -> String {
        var result = ""
        for character in reason {
            if character.isASCII, character.isNumber {
                if result.last != "#" { result.append("#") }
            } else {
                result.append(character)
            }
        }
        return result
    }

    /// The first part of a reason, as a heading: `Cannot be decoded`.
    private static func cause(_ reason: String) -> String {
        let first = reason.prefix { $0 != ":" }
        return first.prefix(1).uppercased() + first.dropFirst()
    }

    private func row(_ failure: PictureRecord) -> [String: PageTemplate.Value] {
        let date = failure.finished.flatMap { CivilDate(seconds: Double($0) / 1000) }.map(frame.dates.text) ?? ""
        let tries = frame.words.count("tries", max(1, failure.attempts))
        let path = failure.source.description
        return [
            "path": .text(path), "source": .text(Self.hexadecimal(failure.source)),
            "retryOne": .text(frame.words.text("failures.retryOne", ["what": path])),
            "dismissOne": .text(frame.words.text("failures.dismissOne", ["what": path])),
            "preview": .text(
                frame.isStatic ? "" : frame.link(.failed(Self.name(ofPreview: failure.source)), from: .failures)),
            "tries": .text(
                date.isEmpty ? tries : frame.words.text("failures.last", ["tries": tries, "date": date])),
        ]
    }

    private func outcome(_ outcome: Outcome?) -> String {
        switch outcome {
        case .deferred?: frame.words["failures.deferred"]
        case .rejected?: frame.words["failures.rejected"]
        default: outcome?.rawValue ?? frame.words["failures.waiting"]
        }
    }

    /// The source of a failure whose preview is asked for; nil if there is none.
    func source(ofPreview name: String) async throws(JournalError) -> RawPath? {
        guard let journal = frame.content.journal else { return nil }
        return try await journal.summary(failures: Self.most).failures.map(\.source)
            .first { Self.name(ofPreview: $0) == name }
    }

    /// A path as text that a form can carry unchanged, since file names are not always UTF-8.
    static func hexadecimal(_ path: RawPath) -> String {
        path.bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// A source's name in the address of its preview.
    private static func name(ofPreview source: RawPath) -> String {
        UprightBase.hexadecimal(SHA256.hash(source.bytes))
    }

    /// Identifies a cause in a form.
    static func digest(_ reason: String) -> String {
        UprightBase.hexadecimal(SHA256.hash(Array(masked(reason).utf8)))
    }
}
