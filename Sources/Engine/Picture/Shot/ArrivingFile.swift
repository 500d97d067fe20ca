internal import UprightConfiguration

/// A file of which more may still arrive.
package struct ArrivingFile: Sendable {
    /// What it lacks; nil if it has its end.
    package var missing: String?
    /// Whether a process has it open for writing; nil if that is not known, as of another user's file.
    package var isBeingWritten: Bool?
    /// How long it has been unchanged, in milliseconds; negative if the clock was set back.
    package var age: Int64
    /// How long a file must be unchanged to be taken (`settle`).
    package var settle: Duration

    package init(missing: String?, isBeingWritten: Bool?, age: Int64, settle: Duration) {
        (self.missing, self.isBeingWritten, self.age, self.settle) = (missing, isBeingWritten, age, settle)
    }

    /// Why it is too early to deliver it; nil if it is complete, or nothing more is expected.
    package var reasonToWait: String? {
        if isBeingWritten == true { return "a process has it open for writing" }
        guard let missing else { return nil }
        let completion = max(settle * 5, .seconds(30)).milliseconds
        // Where the kernel does not say whether it is still written, uploads pause for longer than that.
        let longest = isBeingWritten == false ? completion : completion * 20
        return (0..<longest).contains(age) ? "it is incomplete: it lacks \(missing)" : nil
    }
}
