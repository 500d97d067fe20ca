internal import UprightEditing
internal import UprightMetadata

/// The proof that an output no longer has what a strip removes: it is searched for every removed value in every form, and
/// read anew by every reader.
struct StripProof {
    private let rules: StripRules
    private let values: RemovedValues?
    private let isPositionSet: Bool

    /// The proofs that edits need, made from the file before they are made.
    static func all(
        for edits: [MetadataEdit], of source: [UInt8], as format: some PictureFormat
    ) -> [StripProof] {
        guard let last = edits.lastIndex(where: { $0.strip != nil }) else { return [] }
        let isPositionSet = edits[last...].contains(where: \.setsPosition)
        let properties = (try? format.properties(of: source)).map {
            ImageProperties($0, type: format.description.type, handlers: .standard)
        }
        return edits.strips.map { strip in
            let rules = StripRules(strip)
            return StripProof(
                rules: rules,
                values: properties.map { RemovedValues(of: $0, rules, includesPosition: !isPositionSet) },
                isPositionSet: isPositionSet)
        }
    }

    /// Checks an output.
    ///
    /// - Throws: ``MetadataEditError/strip(_:)`` with what remains.
    func check(_ output: [UInt8], as format: some PictureFormat) throws(MetadataEditError) {
        var found: [String] = []
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
            "\(first) remains after the profile \(rules.strip.profile.rawValue)"
                + (found.count > 1 ? " (and \(found.count - 1) more)" : "")
                + "; remove it by name, or name it in keep if it may stay")
    }
}
