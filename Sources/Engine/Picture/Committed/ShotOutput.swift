internal import UprightFiles

/// An output of a shot that has no name yet.
struct ShotOutput: Sendable {
    /// What it is to its shot.
    enum Role: Sendable {
        /// The output of the picture, or of a file that leads a shot without one.
        case lead
        /// A further output of the same source, or its sidecar.
        case copy
        /// A member's, whose picture the journal may record.
        case member
    }

    let role: Role
    let plan: Plan
    var prepared: PreparedOutput
    /// Returns its name if the picture's output has this name.
    let name: @Sendable (_ picture: [UInt8]) -> [UInt8]
    /// Returns the name of its original in the folder that originals are moved to, if the shot has this number.
    var original: (@Sendable (_ number: Int) -> [UInt8])?
    var warnings: [String] = []
    /// Whether it was made without its place, because a geocoder has not answered.
    var owesPlace = false
    /// When what it shows was taken, in Exif's format; nil if that is not known.
    var captured: String?
}

/// What was decided about the name of an output.
struct OutputDecision: Sendable {
    /// The name that it gets or has, with what has this name.
    var found: FoundName
    var verdict: OutputNaming.Verdict
    /// Its earlier output, which gets the name before anything else.
    var moving: FoundName?

    var isCurrent: Bool { verdict == .current }

    /// Whether the earlier output of the same source has the output's place: it is current or replaced, or was changed by somebody
    /// else and stays.
    var keepsPlace: Bool { [.current, .replace, .refuse(.modified)].contains(verdict) }
}
