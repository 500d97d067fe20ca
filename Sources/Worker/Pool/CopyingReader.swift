package import UprightRewriting
package import UprightFormats

/// Reads pictures' facts from copies: no worker gets the caller's files.
package struct CopyingReader: ContentReader {
    private let pool: WorkerPool

    /// Creates a reader that uses the pool's workers.
    package init(pool: WorkerPool) { self.pool = pool }

    /// Returns where and when a picture was taken, according to its metadata.
    package func facts(source: Int32, limits: Limits) async throws(WorkerError) -> PictureFacts {
        try await pool.facts(source: source, limits: limits, isCopying: true)
    }

    /// Returns what can be written into other pictures of the metadata of a picture, which is a file of its own and not copied.
    package func metadata(source: Int32, limits: Limits) async throws(WorkerError) -> MetadataReading {
        try await pool.metadata(source: source, limits: limits)
    }

    /// Returns the content of a sidecar, which is a file of its own and not copied.
    package func sidecar(
        source: Int32, as format: SidecarFormat, limits: Limits
    ) async throws(WorkerError) -> SidecarReading {
        try await pool.sidecar(source: source, as: format, limits: limits)
    }

    /// Writes the fixes of a track, which is a file of its own and not copied.
    package func track(source: Int32, output: Int32, limits: Limits) async throws(WorkerError) -> TrackReading {
        try await pool.track(source: source, output: output, limits: limits)
    }

    /// Writes the areas of a GeoJSON file, which is a file of its own and not copied.
    package func boundaries(
        source: Int32, output: Int32, keys: GeoJSONKeys
    ) async throws(WorkerError) -> BoundaryReading {
        try await pool.boundaries(source: source, output: output, keys: keys)
    }

    /// Turns an XMP sidecar, which is a file of its own and not copied.
    package func turnedSidecar(
        source: Int32, output: Int32, turn: SidecarTurn
    ) async throws(WorkerError) -> TurnedSidecar {
        try await pool.turnedSidecar(source: source, output: output, turn: turn)
    }

    /// Writes an XMP sidecar, of a picture in a file of its own.
    package func editSidecar(
        source: Int32, output: Int32, edits: [MetadataEdit], limits: Limits
    ) async throws(WorkerError) -> EditedPicture {
        try await pool.editSidecar(source: source, output: output, edits: edits, limits: limits)
    }
}
