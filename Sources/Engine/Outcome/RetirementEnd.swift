package import UprightFiles

/// What happened to an original that is to be moved or deleted.
package enum RetirementEnd: Sendable, Hashable {
    /// It is deleted, or is kept as configured.
    case done
    /// It is moved, to this path.
    case moved(RawPath)
    /// It is not known that its writers have closed it: the reason, and when it will have been unchanged for
    /// `retire-after`, in milliseconds since 1970.
    case later(String, at: Int64)
    /// It stays: it is incomplete, has changed, or is needed.
    case stays(String)
    /// It could not be moved or deleted.
    case failed(String)

    /// Whether nothing remains to be done.
    package var isDone: Bool { remark == nil }
    /// Whether it is moved or deleted later.
    var isLater: Bool { if case .later = self { true } else { false } }

    /// What the user should know; nil if nothing.
    var remark: String? {
        switch self {
        case .done, .moved: nil
        case .later(let reason, _), .stays(let reason), .failed(let reason): reason
        }
    }
}

/// What happened to the original of a file of a shot.
package struct ShotOriginal: Error {
    package let record: PictureRecord
    package let end: RetirementEnd

    init(_ record: PictureRecord, _ end: RetirementEnd) { (self.record, self.end) = (record, end) }
}
