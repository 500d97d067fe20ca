/// What a worker answers to a request.
package enum WorkerAnswer: Sendable, Hashable, Codable {
    /// The picture was looked at; the report in it says how that ended.
    case picture(ProcessedPicture)
    /// The thumbnail was made, or the reason in it says why not.
    case thumbnail(MadeThumbnail)
    /// What the metadata say.
    case description(PictureDescription)
    /// Where and when the picture was taken.
    case facts(PictureFacts)
    /// What the sidecar says.
    case sidecar(SidecarReading)
    /// The track's fixes were written, or the reason in it says why not.
    case track(TrackReading)
    /// The descriptors could not be read or written.
    case failure(DescriptorWorkError)
}
