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
    /// The names of the member that it is made of and of its picture, whose output it follows; nil if it has the name of that.
    var member: (name: [UInt8], picture: [UInt8])?
    /// What its name has besides.
    var ending = ""
    /// Whether the number in its name is also that of its original, in the folder that originals are moved to.
    var numbersOriginal = false
    var warnings: [String] = []
    /// Whether it was made without its place, because a geocoder has not answered.
    var owesPlace = false
    /// When what it shows was taken, in Exif's format; nil if that is not known.
    var captured: String?

    /// Its path under a name.
    func path(named name: [UInt8]) -> RawPath { plan.outputParent.appending(name: name) }

    /// Looks at the name that it gets beside an output of the picture, and at the one that its original gets. Blocks.
    ///
    /// - Parameters:
    ///   - number: the number of the shot; nil if it has its names already.
    ///   - promised: the outputs that a run has announced.
    func look(beside picture: [UInt8], _ number: Int?, _ promised: PromisedNames?) throws(Refusal) -> FoundName {
        let name = member.map { ShotTable.name(of: $0.name, $0.picture, besideOutput: picture) } ?? picture
        var found = try plan.look(at: name + ending.utf8, prepared)
        if let sha256 = promised?.sha256(at: path(named: found.name)) {
            if sha256 != prepared.sha256 { found.taken = .another } else if found.taken == .free { found.taken = .same }
        } else if found.taken == .free, numbersOriginal, let number {
            let (job, source) = (plan.job, plan.job.relative.name)
            let original = OriginalName.of(source, beside: member?.picture ?? source, number)
            let isFree = try job.folder.orRefuse(job.isFree(original: original, prepared.sourceSHA256))
            if !isFree { found.taken = .another }
        }
        return found
    }
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
