package import UprightFormats
package import UprightRewriting

extension WorkerPool: ContentReader {
    /// Returns where and when a picture was taken, according to its metadata.
    package func facts(source: Int32, limits: Limits) async throws(WorkerError) -> PictureFacts {
        try await facts(source: source, limits: limits, isCopying: false)
    }

    /// Returns where and when a picture was taken, according to its metadata.
    ///
    /// - Parameter isCopying: whether the worker gets a copy; see ``process(source:output:options:isCopying:)``.
    package func facts(source: Int32, limits: Limits, isCopying: Bool) async throws(WorkerError) -> PictureFacts {
        try await ask([source], .facts(limits), isCopying: isCopying) {
            if case .facts(let facts) = $0 { facts } else { nil }
        }
    }

    /// Writes a part of a picture's file into the empty file open for writing at `output`.
    package func extract(
        _ part: PicturePart, source: Int32, output: Int32, limits: Limits
    ) async throws(WorkerError) -> ExtractedPart {
        try await ask([source, output], .extract(part, limits)) {
            if case .extracted(let part) = $0 { part } else { nil }
        }
    }

    /// Returns what can be written into other pictures of a picture's metadata.
    package func metadata(source: Int32, limits: Limits) async throws(WorkerError) -> MetadataReading {
        try await ask([source], .copy(limits)) { if case .metadata(let reading) = $0 { reading } else { nil } }
    }

    /// Returns the content of a sidecar.
    package func sidecar(
        source: Int32, as format: SidecarFormat, limits: Limits
    ) async throws(WorkerError) -> SidecarReading {
        try await ask([source], .sidecar(format, limits)) {
            if case .sidecar(let reading) = $0 { reading } else { nil }
        }
    }

    /// Writes the fixes of a track.
    package func track(source: Int32, output: Int32, limits: Limits) async throws(WorkerError) -> TrackReading {
        try await ask([source, output], .track(limits)) { if case .track(let reading) = $0 { reading } else { nil } }
    }

    /// Writes the areas of a GeoJSON file.
    package func boundaries(
        source: Int32, output: Int32, keys: GeoJSONKeys
    ) async throws(WorkerError) -> BoundaryReading {
        try await ask([source, output], .boundaries(keys)) {
            if case .boundaries(let reading) = $0 { reading } else { nil }
        }
    }

    /// Turns an XMP sidecar with its picture.
    package func turnedSidecar(
        source: Int32, output: Int32, turn: SidecarTurn
    ) async throws(WorkerError) -> TurnedSidecar {
        try await ask([source, output], .turnSidecar(turn)) {
            if case .turnedSidecar(let turned) = $0 { turned } else { nil }
        }
    }
}
