package import UprightRewriting

/// What happens to the files that are delivered beside a stripped picture (`companions` of the step `strip`).
package enum CompanionStrip: Sendable, Hashable {
    /// They stay behind.
    case drop
    /// They are stripped; those that cannot be stripped are rejected.
    case strip(MetadataStrip)
    /// They are delivered as they are.
    case keep

    /// The strip of companions; nil if they are delivered as they are, or not at all.
    package var strip: MetadataStrip? { if case .strip(let strip) = self { strip } else { nil } }
}
