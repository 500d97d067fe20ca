internal import UprightBase
internal import Glibc

/// The progress of a run: a bar with count, rate and remaining time.
struct ProgressBar {
    /// The total number, as far as known.
    var total = 0
    /// Whether the total is final.
    var isComplete = false
    /// How many are done.
    private(set) var done = 0
    private let start = ContinuousClock.now
    private var drawn: ContinuousClock.Instant?

    /// Counts one more.
    mutating func advance(by count: Int = 1) { done += count }

    /// The bar to draw; nil if the last one is less than 100 ms old.
    mutating func next(width: Int) -> String? {
        let now = ContinuousClock.now
        if let drawn, now - drawn < .milliseconds(100) { return nil }
        drawn = now
        return text(width: width, seconds: (now - start) / .seconds(1))
    }

    /// The bar after a number of seconds.
    func text(width: Int, seconds: Double) -> String {
        let rate = seconds > 0 ? Double(done) / seconds : 0
        let total = max(total, done)
        guard isComplete else {
            let words = "\(Words.grouped(done)) of \(Words.grouped(total)) found so far  \(Words.oneDigit(rate))/s"
            return String(words.prefix(max(0, width - 1)))
        }
        let left = rate > 0 ? Double(total - done) / rate : .infinity
        let share = total > 0 ? Double(done) / Double(total) : 1
        let words =
            " \(Words.right("\(Int(saturating: share * 100))", 3)) %  \(Words.grouped(done)) of \(Words.grouped(total))"
            + "  \(Words.oneDigit(rate))/s  \(Words.clock(left)) left"
        let room = min(40, width - words.count - 3)
        guard room >= 5 else { return String(words.dropFirst().prefix(max(0, width - 1))) }
        let filled = min(room, Int(saturating: share * Double(room)))
        return "[" + String(repeating: "█", count: filled) + String(repeating: "·", count: room - filled) + "]" + words
    }
}
