/// What a strip removes.
public enum StripProfile: String, Sendable, Hashable, Codable, CaseIterable {
    /// Every position on the earth, with the time that the receiver gave, and the names of places.
    case location
    /// That, and what says who took the picture, with which device, who is in it, and how it was processed. Times, the
    /// camera's model, exposure, title and description stay.
    case `private`
    /// Everything that rendering the picture does not need. Orientation, colour profiles, resolution, gain maps and
    /// animation stay.
    case all
}
