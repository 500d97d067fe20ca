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
}
