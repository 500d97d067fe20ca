internal import ArgumentParser
internal import UprightPlaces
internal import UprightSteps

/// What `upright tag` writes that depends on the file, by the steps of the pipeline.
struct TagStepOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            """
            Moves every date that the camera's clock wrote: +1:30 (hours and minutes), -0:00:20, -2d, +1d2h. Exif, XMP and IPTC; \
            the time of a GPS position stays.
            """,
            valueName: "shift"))
    var shiftTime: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            """
            The time zone of the camera's clock, after the shift: Europe/Berlin or +02:00. Clocks stay; the offset is written. With \
            --blanks only where there is none.
            """,
            valueName: "zone"))
    var zone: String?

    @Option(
        help: ArgumentHelp(
            """
            Copies what the file lacks from another picture, such as the original of what an editor stripped; without what \
            belongs to the picture's shape. With fields: originals/{folder}/{name}.{ext}.
            """,
            valueName: "file"),
        completion: .file())
    var tagsFrom: String?

    /// Whether there is nothing to find out.
    var isEmpty: Bool { shiftTime == nil && zone == nil && tagsFrom == nil }

    /// The steps that find it out.
    ///
    /// - Parameter values: values with fields, as `--set` takes them.
    func steps(setting values: [String], onlyBlanks: Bool) throws -> [any Step] {
        var steps: [any Step] = []
        if shiftTime != nil || zone != nil {
            let seconds = shiftTime.map { TimeShift.seconds($0) } ?? 0
            guard let seconds else {
                throw ValidationError("--shift-time takes \(TimeShift.expected), found \(shiftTime ?? "")")
            }
            if let zone, !CameraTime.isZone(zone) {
                throw ValidationError("--zone takes a time zone such as Europe/Berlin or +02:00, found \(zone)")
            }
            steps += [any Step].correctingClock(shift: seconds, zone: zone, overwrites: !onlyBlanks)
        }
        guard tagsFrom != nil || !values.isEmpty else { return steps }
        do {
            return steps
                + [any Step].setting(
                    try values.map { try SetValue($0, isLenient: true) },
                    tagsFrom: try tagsFrom.map { try Template($0, isLenient: true) }, overwrites: !onlyBlanks)
        } catch { throw ValidationError("\(error)") }
    }
}
