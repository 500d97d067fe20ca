internal import UprightAlbums
internal import UprightConfiguration
public import UprightEngine
public import UprightGallery
internal import UprightSteps

extension GalleryContent {
    /// Applies the rest of a configuration: the language of names, and the folders to which originals are moved.
    public mutating func finish(_ configuration: Configuration) {
        language = configuration.step(PlaceStep.self)?.language
        let moved = configuration.folders.compactMap { folder -> (source: String, originals: String)? in
            guard case .move(let originals) = folder.originals else { return nil }
            return (folder.source + "/", originals + "/")
        }
        sources = { photo in
            [photo.source]
                + moved.compactMap { folder in
                    photo.source.hasPrefix(folder.source)
                        ? folder.originals + photo.source.dropFirst(folder.source.count) : nil
                }
        }
    }
}
