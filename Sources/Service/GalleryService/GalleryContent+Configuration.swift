internal import UprightAlbums
internal import UprightConfiguration
public import UprightEngine
public import UprightGallery
internal import UprightSteps

extension GalleryContent {
    /// Takes what else a configuration says: the language of names, and where originals are moved to.
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
