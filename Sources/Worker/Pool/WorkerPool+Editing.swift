package import UprightRewriting

extension WorkerPool {
    /// Edits the metadata of the file open for reading at `source`, into the empty file open for writing at `output`.
    ///
    /// Nothing is written if the edits do not change the file. The output is not synced, and nobody has read it back.
    package func edit(
        source: Int32, output: Int32, edits: [MetadataEdit], limits: Limits
    ) async throws(WorkerError) -> EditedPicture {
        switch try await answer([source, output], .edit(edits, limits)) {
        case .edited(let picture): return picture
        case .failure(let error): throw .work(error)
        default: throw .misbehaved("its answer does not match the request")
        }
    }

    /// Writes an XMP sidecar with the edits of its picture: the one that is open for reading at `source`, or one that begins with
    /// the XMP of the picture that is open there. Otherwise like ``edit(source:output:edits:limits:)``.
    package func editSidecar(
        source: Int32, output: Int32, edits: [MetadataEdit], limits: Limits
    ) async throws(WorkerError) -> EditedPicture {
        switch try await answer([source, output], .editSidecar(edits, limits)) {
        case .edited(let sidecar): return sidecar
        case .failure(let error): throw .work(error)
        default: throw .misbehaved("its answer does not match the request")
        }
    }

    /// Turns the picture open for reading at `source`, into the empty file open for writing at `output`.
    ///
    /// Nothing is written if the turn does not change the file. The output is not synced, and nobody has read it back.
    package func turn(
        source: Int32, output: Int32, options: NormalizationOptions
    ) async throws(WorkerError) -> EditedPicture {
        switch try await answer([source, output], .turn(options)) {
        case .edited(let picture): return picture
        case .failure(let error): throw .work(error)
        default: throw .misbehaved("its answer does not match the request")
        }
    }
}
