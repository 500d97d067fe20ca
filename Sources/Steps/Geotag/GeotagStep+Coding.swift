extension GeotagStep {
    /// Encodes the settings under their keys. The camera settings for all folders are among the step's own, as in the file.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(tracks, forKey: .tracks)
        try container.encode(sidecars, forKey: .sidecars)
        try container.encode(gap, forKey: .gap)
        try container.encode(overwrites, forKey: .overwrites)
        try container.encode(folders, forKey: .folders)
        try standard.encode(to: encoder)
    }

    /// Decodes what ``encode(to:)`` has encoded.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        tracks = try container.decode([String].self, forKey: .tracks)
        sidecars = try container.decode(Bool.self, forKey: .sidecars)
        gap = try container.decode(Double.self, forKey: .gap)
        overwrites = try container.decode(Bool.self, forKey: .overwrites)
        folders = try container.decode([String: Camera].self, forKey: .folders)
        standard = try Camera(from: decoder)
    }
}
