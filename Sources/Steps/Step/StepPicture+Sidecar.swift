internal import UprightFormats
package import UprightRewriting
package import UprightWorker

extension StepPicture {
    /// What the steps write, for a sidecar: the picture was given to them as one of type XMP.
    ///
    /// - Parameter facts: the picture's facts before the steps.
    package func sidecarEdits(since facts: PictureFacts) -> [MetadataEdit] {
        guard let date = self.facts.date, date != facts.date else { return edits }
        // Corrections of Exif's dates have no place in a sidecar; the corrected date has.
        return edits + MetadataEdit.date(date, type: .xmp)
    }
}
