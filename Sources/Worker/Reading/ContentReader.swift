public import UprightRewriting

/// Reads what untrusted files say: pictures' facts, sidecars, tracks. Hostile text is parsed where a worker is confined.
///
/// As a processor, a reader is handed descriptors and no names: it opens nothing.
public protocol ContentReader: Sendable {
    /// What the metadata of the picture open at `source` say of where and when it was taken.
    ///
    /// - Throws: ``WorkerError`` where the file cannot be read or its reader ended; unreadable metadata give no facts.
    func facts(source: Int32, limits: Limits) async throws(WorkerError) -> PictureFacts

    /// What the sidecar open at `source` says. What is wrong with it is the answer's `reason`, not an error.
    func sidecar(source: Int32, as format: SidecarFormat) async throws(WorkerError) -> SidecarReading

    /// Writes the fixes of the track open at `source` into the empty file open at `output`, as ``TrackPoints`` has them.
    ///
    /// - Parameter limits: their bound on outputs (`limits.output-ratio`, `limits.output-allowance`) is that of the fixes.
    func track(source: Int32, output: Int32, limits: Limits) async throws(WorkerError) -> TrackReading
}
