package import UprightRewriting

extension WorkerPool {
    /// Edits the metadata of the file open for reading at `source`, into the empty file open for writing at `output`.
    ///
    /// Nothing is written if the edits do not change the file. The output is not synced, and nobody has read it back.
    package func edit(
        source: Int32, output: Int32, edits: [MetadataEdit], limits: Limits
    ) async throws(WorkerError) -> EditedPicture {
        try await ask([source, output], .edit(edits, limits)) {
            if case .edited(let picture) = $0 { picture } else { nil }
        }
    }

    /// Writes an XMP sidecar with the edits of its picture: the one that is open for reading at `source`, or one that begins with
    /// the XMP of the picture that is open there. Otherwise like ``edit(source:output:edits:limits:)``.
    package func editSidecar(
        source: Int32, output: Int32, edits: [MetadataEdit], limits: Limits
    ) async throws(WorkerError) -> EditedPicture {
        try await ask([source, output], .editSidecar(edits, limits)) {
            if case .edited(let sidecar) = $0 { sidecar } else { nil }
        }
    }

    /// Turns the picture open for reading at `source`, into the empty file open for writing at `output`.
    ///
    /// Nothing is written if the turn does not change the file. The output is not synced, and nobody has read it back.
    package func turn(
        source: Int32, output: Int32, options: NormalizationOptions
    ) async throws(WorkerError) -> EditedPicture {
        try await ask([source, output], .turn(options)) { if case .edited(let picture) = $0 { picture } else { nil } }
    }
}
