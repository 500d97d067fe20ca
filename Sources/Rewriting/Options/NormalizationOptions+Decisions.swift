internal import UprightBase

extension NormalizationOptions {
    /// Returns the orientation that decides, by ``orientationFrom``; nil if nothing gives one.
    ///
    /// - Parameter read: the orientation in the picture's metadata; nil if it has none in 1...8.
    func decidingOrientation(_ read: Orientation?) -> Orientation? {
        for source in orientationFrom {
            switch source {
            case .exif: if let read { return read }
            case .sidecar: if let sidecarOrientation { return sidecarOrientation }
            }
        }
        return nil
    }

    /// Returns the orientation to turn a picture from.
    ///
    /// - Parameter read: the orientation in the picture's metadata; nil if it has none in 1...8.
    func orientation(_ read: Orientation?) -> Orientation {
        turns ? (decidingOrientation(read) ?? .up).followed(by: furtherTurn) : .up
    }

    /// Whether a turn by hand sets the orientation alone.
    var isLabelled: Bool { turns && handTurn == .tag && furtherTurn != .up }

    /// Whether all of an upright picture is decoded although it is only copied, to find damage.
    ///
    /// - Parameter isDamaged: whether the file's structure is damaged.
    func decodesUpright(isDamaged: Bool) -> Bool { isDamaged || damaged == .reject || verification == .pixels }

    /// Whether a picture with this damage is to be rejected.
    func rejects(_ damage: [String]) -> Bool { damaged == .reject && !damage.isEmpty }

    /// Rejects a damaged picture if the options ask for it.
    func accept(_ damage: [String]) throws(PictureRefusal) {
        if rejects(damage) { throw .damaged(damage) }
    }
}
