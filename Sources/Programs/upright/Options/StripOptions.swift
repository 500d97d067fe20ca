internal import ArgumentParser
internal import UprightEditing

/// The options of `--strip`.
struct StripOptions: ParsableArguments {
    @Option(
        name: .customLong("strip"),
        help: ArgumentHelp(
            """
            Removes a kind of metadata from every part of the file, and then searches the file for the removed values: \
            location (positions, names of places, the receiver's time), private (that, and owner, serial numbers, names, \
            faces, history, maker notes, thumbnails), all (everything that rendering does not need). A file in which \
            something remains is left unchanged.
            """,
            valueName: "profile"))
    var profile: StripProfile?

    @Option(
        help: ArgumentHelp(
            "Keeps a tag that --strip would remove: IFD0:Copyright, XMP:dc:creator. Repeat for several.",
            valueName: "name"))
    var keep: [String] = []

    @Flag(inversion: .prefixedNo, help: "Whether --strip location removes the names of places, too.")
    var places = true

    @Option(
        help: ArgumentHelp(
            "What --strip does with parts that upright does not understand. Default: keep for location, otherwise remove.",
            valueName: "action"))
    var onUnknown: MetadataStrip.Unknown?

    func validate() throws {
        guard profile == nil else {
            _ = try strip()
            return
        }
        if !keep.isEmpty || !places || onUnknown != nil {
            throw ValidationError("--keep, --no-places and --on-unknown need --strip.")
        }
    }

    /// The strip; nil if none is asked for.
    func strip() throws -> MetadataStrip? {
        guard let profile else { return nil }
        do throws(MetadataEditNameError) {
            return try MetadataStrip(profile, places: places, keep: keep, onUnknown: onUnknown)
        } catch {
            throw ValidationError("--keep: \(error)")
        }
    }
}

extension StripProfile: @retroactive ExpressibleByArgument {}
extension MetadataStrip.Unknown: @retroactive ExpressibleByArgument {}
