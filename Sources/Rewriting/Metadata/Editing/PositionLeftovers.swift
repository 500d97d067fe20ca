internal import UprightMetadata

/// A search for what still holds, or can hold, a position in a file from which the position was removed. Users publish
/// such files, so they are warned.
package struct PositionLeftovers {
    private var found: [String] = []

    /// Starts a search.
    package init() {}

    /// Whether nothing has been found.
    package var isEmpty: Bool { found.isEmpty }
    /// A warning for each position that can remain.
    package var warnings: [String] { found.map { "a position can remain: \($0)" } }

    /// Adds a finding: `the XMP packet at byte 20 holds one`.
    package mutating func note(_ finding: String) { found.append(finding) }

    /// Adds the finding if an Exif block holds a position.
    package mutating func look(exif block: [UInt8], _ finding: @autoclosure () -> String) {
        guard let block = try? TIFFBlock(parsing: block),
            block.directories.contains(where: { $0.kind == .gps && !$0.entries.isEmpty })
        else { return }
        note(finding())
    }

    /// Adds the finding if an XMP packet holds a position.
    package mutating func look(xmp packet: [UInt8], _ finding: @autoclosure () -> String) {
        guard let (metadata, _) = try? XMPMetadata.recovered(from: packet),
            metadata.properties.contains(where: {
                XMPPosition.holds($0.name) || XMPPosition.removed(from: $0.value) != nil
            })
        else { return }
        note(finding())
    }
}
