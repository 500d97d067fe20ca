internal import UprightConfiguration
internal import UprightFiles
package import UprightEngine
internal import UprightSteps

extension GalleryContent {
    /// Applies the rest of a configuration: the language of names, and the folders to which originals are moved.
    ///
    /// - Parameter origin: finds out how a picture was made of which there is no record.
    package mutating func finish(_ configuration: Configuration, origin: PictureFiles.Origin? = nil) {
        language = configuration.steps.naming.language
        tiles = configuration.gallery.tiles
        let moved = configuration.folders.compactMap { folder in
            folder.originalsFolder.map { (source: RawPath(folder.source), originals: RawPath($0)) }
        }
        setFolders(configuration.pictureFolders, moved: moved, origin: origin)
    }
}
