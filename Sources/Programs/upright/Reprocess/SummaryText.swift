internal import UprightFormats
internal import UprightEngine
internal import UprightRewriting

extension RunSummary {
    /// The summary as a line of text.
    func text(seconds: Double, isDryRun: Bool, colours: Bool) -> String {
        let parts = Outcome.allCases.filter { count($0) > 0 }.map {
            $0.style("\(Words.grouped(count($0))) \($0.rawValue)", when: colours)
        }
        let rate = seconds > 0 ? " (\(Words.oneDigit(Double(files) / seconds))/s)" : ""
        return Words.count(files, "file") + " in \(Words.duration(seconds))\(rate): "
            + (parts.isEmpty ? "nothing to do" : parts.joined(separator: ", "))
            + (isDryRun ? "; a dry run: nothing was written" : "")
    }

    /// The most lines about files that were not delivered.
    private static let most = 20

    /// What was not delivered although nothing failed: a line for each type and reason.
    ///
    /// - Parameter offersOthers: whether `--others copy` would deliver what is not supported.
    func ignoredLines(offersOthers: Bool) -> [String] {
        let lines = ignored.sorted { $0.value > $1.value }.map { kind, number in
            let (count, files) = (Words.grouped(number), Words.count(number, "file"))
            switch kind {
            case .type(let type):
                let (its, pronoun) = number == 1 ? ("is", "it") : ("are", "them")
                let noun =
                    type.map { Words.count(number, ReadableFormats.noun(of: $0)) }
                    ?? "\(count) that an earlier run left"
                let option = offersOthers ? "; --others copy delivers \(pronoun) unchanged" : ""
                return "not delivered: \(noun), which \(its) not supported\(option)"
            case .reason(let reason): return "not delivered: \(files): \(reason)"
            }
        }
        let more = lines.count - Self.most
        return lines.prefix(Self.most) + (more > 0 ? ["… and \(more) more kinds of files: --verbose names each"] : [])
    }
}
