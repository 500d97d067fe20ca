internal import UprightFormats

/// The proof that an output has only what a strip lets stay.
///
/// The output is read and stripped again, and nothing may change: a profile that writes from a list so proves that there are only
/// parts of the list. Then, as a second look, it is searched for every removed value in every form.
struct StripProof {
    private var strip: MetadataStrip
    private let values: RemovedValues?
    private let isPositionSet: Bool
    /// Whether later edits write into the blocks that the strip wrote anew.
    private let isEditedLater: Bool

    /// Prepares edits for a file: each strip learns the values that it removes, and what later edits set.
    ///
    /// - Returns: the edits, and the proofs that they need.
    static func prepared(
        _ edits: [MetadataEdit], of source: [UInt8], as format: some PictureFormat
    ) -> (edits: [MetadataEdit], proofs: [StripProof]) {
        guard let last = edits.lastIndex(where: { $0.strip != nil }) else { return (edits, []) }
        let isPositionSet = edits[last...].contains(where: \.setsPosition)
        let properties = (try? format.properties(of: source)).map {
            ImageProperties($0, type: format.description.type, handlers: .standard)
        }
        var proofs: [StripProof] = []
        let prepared = edits.enumerated().map { index, edit in
            guard var strip = edit.strip else { return edit }
            let later = edits[(index + 1)...].filter { $0.isSetting && $0.fillsBlank }
            let values = properties.map {
                RemovedValues(of: $0, StripRules(strip), includesPosition: !isPositionSet)
            }
            // A value that a later edit sets is no secret.
            strip.removedTexts = values?.names ?? []
            proofs.append(
                StripProof(
                    strip: strip, values: values, isPositionSet: isPositionSet,
                    isEditedLater: edits[(index + 1)...].contains { $0.strip == nil }, assigned: later))
            return MetadataEdit.strip(strip)
        }
        return (prepared, proofs)
    }

    private init(
        strip: MetadataStrip, values: RemovedValues?, isPositionSet: Bool, isEditedLater: Bool, assigned: [MetadataEdit]
    ) {
        self.strip = strip
        self.strip.assigned = Set(assigned.flatMap(\.assigned))
        (self.values, self.isPositionSet, self.isEditedLater) = (values, isPositionSet, isEditedLater)
    }

    /// Checks an output.
    ///
    /// - Throws: ``MetadataEditError/strip(_:)`` with what remains.
    func check(_ output: [UInt8], as format: some PictureFormat) throws(MetadataEditError) {
        var found = try unlisted(output, format)
        let rules = StripRules(strip)
        if !isPositionSet {
            var leftovers = StripLeftovers(rules)
            format.search(output, for: &leftovers)
            found += leftovers.findings
        }
        if var values {
            let properties: ImageProperties
            do throws(ImagePropertiesError) {
                properties = ImageProperties(
                    try format.properties(of: output), type: format.description.type, handlers: .standard)
            } catch {
                throw .strip("the output cannot be read again (\(error))")
            }
            values.subtract(properties, rules)
            found += values.search(output, properties)
        }
        guard let first = found.first else { return }
        throw .strip(
            "\(first) remains after the profile \(strip.profile.rawValue)"
                + (found.count > 1 ? " (and \(found.count - 1) more)" : "")
                + "; remove it by name, or name it in keep if it may stay")
    }

    /// What stripping the output once more would change.
    private func unlisted(_ output: [UInt8], _ format: some PictureFormat) throws(MetadataEditError) -> [String] {
        guard !isPositionSet || strip.profile != .location else { return [] }
        var changes: [Change]
        do {
            var document = try format.document(reading: output)
            try document.edit([.strip(strip)])
            guard document.isChanged else { return [] }
            var source = output
            changes = try document.assemble(releasing: &source, .onlyEdits).changes
        } catch {
            throw .strip("the output cannot be stripped again (\(error))")
        }
        if isEditedLater { changes.removeAll { [.exif("block"), .xmp("packet")].contains($0.subject) } }
        return changes.map { $0.from.isEmpty ? $0.what : "\($0.what) (\($0.from.prefix(40)))" }
    }
}
