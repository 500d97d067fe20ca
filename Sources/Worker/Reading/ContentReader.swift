package import UprightRewriting
package import UprightFormats

/// Reads untrusted files: pictures' facts, sidecars, tracks, boundaries. Hostile content is parsed in a sandboxed worker.
///
/// Like a processor, a reader gets descriptors and no names: it opens nothing.
package protocol ContentReader: Sendable {
    /// Returns where and when the picture open at `source` was taken, according to its metadata.
    ///
    /// - Throws: ``WorkerError`` if the file cannot be read or the worker ended. Unreadable metadata give empty facts.
    func facts(source: Int32, limits: Limits) async throws(WorkerError) -> PictureFacts

    /// Returns what can be written into other pictures of the metadata of the picture open at `source` (``MetadataCopy``).
    /// Problems of the picture are in the answer's `reason`.
    func metadata(source: Int32, limits: Limits) async throws(WorkerError) -> MetadataReading

    /// Returns the content of the sidecar open at `source`. Problems of the sidecar are in the answer's `reason`, and
    /// are not errors.
    func sidecar(
        source: Int32, as format: SidecarFormat, limits: Limits
    ) async throws(WorkerError) -> SidecarReading

    /// Writes the fixes of the track open at `source` into the empty file open at `output`, in the format of
    /// ``TrackPoints``.
    ///
    /// - Parameter limits: the limits for outputs (`limits.output-ratio`, `limits.output-allowance`) apply to the
    ///   fixes.
    func track(source: Int32, output: Int32, limits: Limits) async throws(WorkerError) -> TrackReading

    /// Writes the areas of the GeoJSON file open at `source` into the empty file open at `output`, as a `BoundarySet`. Problems of
    /// the file are in the answer's `reason`.
    func boundaries(source: Int32, output: Int32, keys: GeoJSONKeys) async throws(WorkerError) -> BoundaryReading

    /// Turns the XMP sidecar open at `source` with its picture, into the empty file open at `output`. Nothing is written if
    /// the turn does not change it.
    func turnedSidecar(
        source: Int32, output: Int32, turn: SidecarTurn
    ) async throws(WorkerError) -> TurnedSidecar

    /// Writes an XMP sidecar with the edits of its picture: the one that is open at `source`, or one that begins with the XMP of
    /// the picture that is open there. Nothing is written if the edits change nothing.
    func editSidecar(
        source: Int32, output: Int32, edits: [MetadataEdit], limits: Limits
    ) async throws(WorkerError) -> EditedPicture
}
