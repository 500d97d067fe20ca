package import UprightFiles

/// The reasons that were logged of files that are not worked on, so that each is logged once, and not with every scan and try.
package struct ToldReasons: Sendable {
    private var reasons: [RawPath: Set<String>] = [:]
    private var count = 0

    /// The most reasons to keep. Beyond it, those that still hold are logged once more.
    private static let maximum = 16_384

    package init() {}

    /// Whether a reason has not been logged of a file yet. Reasons that differ in numbers alone, such as how much has arrived, are
    /// one.
    package mutating func isNews(_ reason: String, of path: RawPath) -> Bool {
        if count >= Self.maximum { (reasons, count) = ([:], 0) }
        guard reasons[path, default: []].insert(reason.filter { !$0.isNumber }).inserted else { return false }
        count += 1
        return true
    }

    /// Forgets a file, which has another result.
    package mutating func forget(_ path: RawPath) { count -= reasons.removeValue(forKey: path)?.count ?? 0 }
}
