package import UprightBase

/// The size of a picture, as decoders that ignore Exif's orientation show it, and how it is turned.
package struct PictureGeometry: Sendable, Hashable, Codable {
    /// The turn from the picture as it was to the upright one; by `.up` if the pixels stay, also because the format is not turned.
    package var turn: PictureTurn { PictureTurn(orientation, of: size) }
    /// The size before the turn, in pixels.
    package let size: Size
    /// The number of frames; 1 for a still picture.
    package let frames: Int
    /// What is turned.
    package let orientation: Orientation

    package init(size: Size, frames: Int, orientation: Orientation) {
        (self.size, self.frames, self.orientation) = (size, frames, orientation)
    }
}
