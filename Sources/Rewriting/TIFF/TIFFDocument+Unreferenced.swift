extension TIFFDocument {
    /// Removes bytes that nothing in the file points to: what other programs left behind, and what follows the last value.
    mutating func stripUnreferenced(_ rules: StripRules) throws(MetadataEditError) {
        for range in unreferenced {
            let bytes = Array(source[range])
            guard bytes.contains(where: { $0 != 0 }),
                try rules.removesUnknown(bytes, "the \(range.count) bytes at byte \(range.lowerBound)")
            else { continue }
            plan.freed.append(range)
            changes.append(Change(.part("unused"), from: "\(range.count) bytes", to: ""))
        }
    }

    /// The ranges to which nothing in the file points.
    var unreferenced: [Range<Int>] { file.unreferenced(in: source) }
}
