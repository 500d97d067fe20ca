/// An album: pictures that belong together by where or when they were taken.
public struct Album: Sendable, Hashable {
    /// Stays the same through renaming, new pictures and new place data.
    public var id: String
    /// What it gathers.
    public var kind: AlbumKind
    /// The album it is part of: a city's region, or its country where there is no region.
    public var parent: String?
    /// The name: the user's, else the data's.
    public var title: String
    /// The name that the data gives.
    public var originalTitle: String
    /// ISO 3166-1 code of the country; empty where there is none.
    public var countryCode: String
    /// How many pictures it has.
    public var count: Int
    /// The number of the picture on its cover.
    public var cover: Int64?
    /// The clock's time of the earliest and the latest picture, in seconds since 1970 as if it were UTC.
    public var first: Double?
    /// The latest.
    public var last: Double?
    /// Whether the user has named it.
    public var isRenamed: Bool { title != originalTitle }
}
