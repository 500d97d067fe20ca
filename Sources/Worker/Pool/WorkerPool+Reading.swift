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
        switch try await answer([source], .facts(limits), isCopying: isCopying) {
        case .facts(let facts): return facts
        case .failure(let error): throw .work(error)
        default: throw .misbehaved("its answer does not match the request")
        }
    }

    /// Writes a part of a picture's file into the empty file open for writing at `output`.
    package func extract(
        _ part: PicturePart, source: Int32, output: Int32, limits: Limits
    ) async throws(WorkerError) -> ExtractedPart {
        switch try await answer([source, output], .extract(part, limits)) {
        case .extracted(let part): return part
        case .failure(let error): throw .work(error)
        default: throw .misbehaved("its answer does not match the request")
        }
    }

    /// Returns what can be written into other pictures of a picture's metadata.
    package func metadata(source: Int32, limits: Limits) async throws(WorkerError) -> MetadataReading {
        switch try await answer([source], .copy(limits)) {
        case .metadata(let reading): return reading
        case .failure(let error): throw .work(error)
        default: throw .misbehaved("its answer does not match the request")
        }
    }

    /// Returns the content of a sidecar.
    package func sidecar(
        source: Int32, as format: SidecarFormat, limits: Limits
    ) async throws(WorkerError) -> SidecarReading {
        switch try await answer([source], .sidecar(format, limits)) {
        case .sidecar(let reading): return reading
        case .failure(let error): throw .work(error)
        default: throw .misbehaved("its answer does not match the request")
        }
    }

    /// Writes the fixes of a track.
    package func track(source: Int32, output: Int32, limits: Limits) async throws(WorkerError) -> TrackReading {
        switch try await answer([source, output], .track(limits)) {
        case .track(let reading): return reading
        case .failure(let error): throw .work(error)
        default: throw .misbehaved("its answer does not match the request")
        }
    }

    /// Writes the areas of a GeoJSON file.
    package func boundaries(
        source: Int32, output: Int32, keys: GeoJSONKeys
    ) async throws(WorkerError) -> BoundaryReading {
        switch try await answer([source, output], .boundaries(keys)) {
        case .boundaries(let reading): return reading
        case .failure(let error): throw .work(error)
        default: throw .misbehaved("its answer does not match the request")
        }
    }

    /// Turns an XMP sidecar with its picture.
    package func turnedSidecar(
        source: Int32, output: Int32, turn: SidecarTurn
    ) async throws(WorkerError) -> TurnedSidecar {
        switch try await answer([source, output], .turnSidecar(turn)) {
        case .turnedSidecar(let turned): return turned
        case .failure(let error): throw .work(error)
        default: throw .misbehaved("its answer does not match the request")
        }
    }
}
