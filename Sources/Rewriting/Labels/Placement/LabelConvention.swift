/// On which picture the labels of objects were made.
package enum LabelConvention: String, Sendable, Hashable, Codable, CaseIterable {
    /// What the dimensions in the labels say. Labels that do not say it are refused.
    case auto
    /// On the stored pixels, by a tool that ignores Exif's orientation: labels turn with the picture.
    case stored
    /// On the picture as it is displayed, in a browser for example: labels fit the upright picture as they are.
    case displayed
}
