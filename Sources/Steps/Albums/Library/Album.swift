/// An album: pictures that are grouped by where or when they were taken, or because they are animated.
public struct Album: Sendable, Hashable {
    /// The album's id. Renaming, new pictures and new place data do not change it.
    public var id: String
    /// What the album groups.
    public var kind: AlbumKind
    /// The album that this one is part of: a city's region, or its country if there is no region.
    public var parent: String?
    /// The name: the user's, otherwise the data's.
    public var title: String
    /// The name from the data.
    public var originalTitle: String
    /// ISO 3166-1 code of the country; empty if there is none.
    public var countryCode: String
    /// The number of pictures.
    public var count: Int
    /// The id of the cover picture.
    public var cover: Int64?
    /// The time of the earliest picture by the camera's clock, in seconds since 1970 as if it were UTC.
    public var first: Double?
    /// The time of the latest picture, in the same form.
    public var last: Double?
    /// Whether the user has renamed the album.
    public var isRenamed: Bool { title != originalTitle }
}
