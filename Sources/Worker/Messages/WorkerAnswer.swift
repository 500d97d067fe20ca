/// A worker's answer to a request.
package enum WorkerAnswer: Sendable, Hashable, Codable {
    /// The picture was processed; the report has the outcome.
    case picture(ProcessedPicture)
    /// The metadata were edited, or the answer has the reason why not.
    case edited(EditedPicture)
    /// The thumbnail was made, or the answer has the reason why not.
    case thumbnail(MadeThumbnail)
    /// The metadata.
    case description(PictureDescription)
    /// Where and when the picture was taken.
    case facts(PictureFacts)
    /// What can be written into another picture.
    case metadata(MetadataReading)
    /// Everything that the file contains: the bytes of ``InspectedFile/serialized``.
    case inspection([UInt8])
    /// The part was written, or the answer has the reason why not.
    case extracted(ExtractedPart)
    /// The content of the sidecar.
    case sidecar(SidecarReading)
    /// The track's fixes were written, or the answer has the reason why not.
    case track(TrackReading)
    /// The areas were written, or the answer has the reason why not.
    case boundaries(BoundaryReading)
    /// The sidecar was turned; it was written if that changed it.
    case turnedSidecar(TurnedSidecar)
    /// The picture needs a library that this worker does not have; whatever was written is void.
    case needsLibraries
    /// The descriptors could not be read or written.
    case failure(DescriptorWorkError)
}
