package import UprightFiles
package import UprightBase
package import UprightRewriting
package import UprightWorker

/// The orientation in a picture's XMP sidecar, `tiff:Orientation`, which photo managers write instead of changing the picture.
package struct SidecarOrientation: Sendable {
    private let search: SidecarSearch

    /// Creates a search.
    ///
    /// - Parameters:
    ///   - reader: reads sidecars.
    ///   - limits: the limits above which sidecars are refused.
    ///   - names: finds sidecars; share it among searches, so that a folder is listed once.
    package init(reader: any ContentReader, limits: Limits, names: ShotNames) {
        search = SidecarSearch(reader: reader, limits: limits, names: names)
    }

    /// Returns the orientation for a picture; nil if no sidecar gives one. Warnings say why sidecars were not used.
    ///
    /// - Parameters:
    ///   - name: the picture's name in `folder`.
    ///   - others: the names of sidecars that belong to other pictures.
    /// - Throws: a failure that has nothing to do with a sidecar, and may pass.
    package func orientation(
        beside name: [UInt8], in folder: OpenFolder, without others: Set<[UInt8]>
    ) async throws(WorkerError) -> (orientation: Orientation?, warnings: [String]) {
        var reasons: [String] = []
        let orientation = try await search.orientation(beside: name, in: folder, without: others, &reasons)
        return (orientation, reasons.map { "no orientation is read from its sidecar: \($0)" })
    }
}
