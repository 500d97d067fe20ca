/// What is known of the original of a delivered picture, if originals are to be moved or deleted.
package enum OriginalState: String, Sendable, Hashable, CaseIterable {
    /// It is moved or deleted, or nothing is to be done with it, or nothing is known of it yet.
    case none = ""
    /// It is moved or deleted later, when it is known that nobody writes to it.
    case waiting
    /// It could not be moved or deleted, and this is tried again.
    case stuck
    /// It stays: it is incomplete, or holds something that the output does not have in a valid form.
    case kept
}
