public import UprightFormats

/// The removal of a kind of metadata from every carrier of a file.
public struct MetadataStrip: Sendable, Hashable, Codable {
    /// What happens to a part that is not understood, so that nobody knows what it holds.
    public enum Unknown: String, Sendable, Hashable, Codable, CaseIterable {
        /// It is removed.
        case remove
        /// The picture is rejected.
        case reject
        /// It is kept, unless it holds one of the removed values.
        case keep
    }

    /// What happens to a caption, title or keyword that stays and holds a value that is removed elsewhere.
    public enum Captions: String, Sendable, Hashable, Codable, CaseIterable {
        /// The value is cut out of the text.
        case cut
        /// The text is removed.
        case drop
        /// The text is kept as it is.
        case keep
    }

    /// What is removed.
    public var profile: StripProfile
    /// Whether the profile ``StripProfile/location`` includes the names of places: cities, countries, streets.
    public var places: Bool
    /// The names of items that stay (``MetadataName``): `IFD0:Copyright`, `XMP:dc:creator`, `IPTC:By-line`.
    public private(set) var keep: [String]
    /// What happens to a part that is not understood.
    public var onUnknown: Unknown
    /// What happens to captions, titles and keywords with a removed value.
    public var captions = Captions.cut

    /// The values that the strip removes from the file at hand, which captions can repeat.
    package var removedTexts: [String] = []
    /// What later edits set, so that it stays.
    package var assigned: Set<MetadataEdit.Subject> = []

    private enum CodingKeys: CodingKey {
        case profile, places, keep, onUnknown, captions
    }

    /// Creates a strip.
    ///
    /// - Parameter onUnknown: nil for the default: parts that are not understood are kept by ``StripProfile/location``, and
    ///   removed by the other profiles.
    /// - Throws: if a name in `keep` is not one of an item.
    public init(
        _ profile: StripProfile, places: Bool = true, keep: [String] = [], onUnknown: Unknown? = nil,
        captions: Captions = .cut
    ) throws(MetadataValueError) {
        self.init(profile, places: places, onUnknown: onUnknown)
        self.captions = captions
        for name in keep { _ = try MetadataName(name) }
        self.keep = keep
    }

    /// Creates a strip that keeps no item by name.
    package init(_ profile: StripProfile, places: Bool, onUnknown: Unknown?) {
        self.profile = profile
        self.places = places
        keep = []
        self.onUnknown = onUnknown ?? (profile == .location ? .keep : .remove)
    }

    /// Positions alone, without the names of places.
    static let positions = MetadataStrip(.location, places: false, onUnknown: nil)

    /// What the strip does with a part that it knows nothing of, for the list of changes.
    package var reason: String { "the profile \(profile.rawValue) removes it" }
}
