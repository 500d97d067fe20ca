internal import UprightContainers
package import UprightEditing
internal import UprightMetadata
internal import UprightRewriting
package import UprightWorker

extension StepPicture {
    /// What the steps write, for a sidecar: the picture was given to them as one of type XMP.
    ///
    /// - Parameter facts: the picture's facts before the steps.
    package func sidecarEdits(since facts: PictureFacts) -> [MetadataEdit] {
        guard let time, self.facts.captured != facts.captured || self.facts.offset != facts.offset else { return edits }
        // Corrections of Exif's dates have no place in a sidecar; the corrected time has.
        return edits + MetadataEdit.time(time, type: .xmp)
    }
}
