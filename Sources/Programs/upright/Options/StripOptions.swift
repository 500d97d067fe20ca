internal import ArgumentParser
internal import UprightRewriting
internal import UprightFormats

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
            valueName: "profile"),
        completion: .list(StripProfile.allCases.map(\.rawValue)))
    var profile: String?

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
            valueName: "action"),
        completion: .list(MetadataStrip.Unknown.allCases.map(\.rawValue)))
    var onUnknown: String?

    @Option(
        help: ArgumentHelp(
            """
            What --strip does with a caption, title or keyword that stays and holds a removed value: cut it out, drop the whole \
            text, or keep it. Default: cut.
            """,
            valueName: "action"),
        completion: .list(MetadataStrip.Captions.allCases.map(\.rawValue)))
    var captions: String?

    func validate() throws {
        guard profile == nil else {
            _ = try strip()
            return
        }
        if !keep.isEmpty || !places || onUnknown != nil || captions != nil {
            throw ValidationError("--keep, --no-places, --captions and --on-unknown need --strip.")
        }
    }

    /// The strip; nil if none is asked for.
    func strip() throws -> MetadataStrip? {
        guard let profile else { return nil }
        let kind = try Self.choice(profile, "--strip", StripProfile.self)
        let unknown = try onUnknown.map { try Self.choice($0, "--on-unknown", MetadataStrip.Unknown.self) }
        let captions = try captions.map { try Self.choice($0, "--captions", MetadataStrip.Captions.self) } ?? .cut
        do throws(MetadataValueError) {
            return try MetadataStrip(kind, places: places, keep: keep, onUnknown: unknown, captions: captions)
        } catch {
            throw ValidationError("--keep: \(error)")
        }
    }

    private static func choice<Choice: CaseIterable & RawRepresentable<String>>(
        _ text: String, _ option: String, _ choices: Choice.Type
    ) throws -> Choice {
        if let choice = Choice(rawValue: text) { return choice }
        let words = Choice.allCases.map(\.rawValue).joined(separator: ", ")
        throw ValidationError("\(option) takes one of \(words); found \(text)")
    }
}
