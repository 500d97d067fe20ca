package import UprightFiles

/// What became of the original of a file of a shot.
package struct ShotOriginal: Sendable {
    package let record: PictureRecord
    package let end: RetirementEnd

    init(_ record: PictureRecord, _ end: RetirementEnd) { (self.record, self.end) = (record, end) }
}
