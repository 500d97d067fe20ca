internal import UprightFormats

/// The proof that an output has only what a strip lets stay.
///
/// The blocks of the output are read by ``PictureFormat/blocks(of:)``, which shares nothing with the code that strips, and each must
/// be listed and have its form. Then, as a second look, the output is searched for every removed value in every form.
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
        let rules = StripRules(strip)
        var leftovers = StripLeftovers(rules)
        if rules.isStrict || !isPositionSet {
            guard let blocks = format.blocks(of: output) else {
                throw .strip("the output cannot be read again")
            }
            for block in blocks { leftovers.look(at: block, isEdited: isEditedLater) }
        }
        var found = leftovers.findings
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
}
