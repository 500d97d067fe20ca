package import UprightRewriting
package import UprightFormats

/// A supervisor's request to a worker. It is sent with descriptors: the source and, if one is written, the output.
package enum WorkerRequest: Sendable, Hashable, Codable {
    /// Normalize the source into the output, with the given number of threads.
    case normalize(NormalizationOptions, threads: Int)
    /// Write the source with its metadata edited into the output, unless that changes nothing.
    case edit([MetadataEdit], Limits)
    /// Write the source, an XMP sidecar, or the XMP of the source, a picture, into the output with the picture's edits made,
    /// unless that changes nothing.
    case editSidecar([MetadataEdit], Limits)
    /// Write the source, turned by the options (``NormalizationOptions/furtherTurn``), into the output, unless that changes
    /// nothing.
    case turn(NormalizationOptions)
    /// Write a thumbnail of the source into the output: a JPEG with no side longer than `edge` pixels.
    case thumbnail(edge: Int, Limits)
    /// Return the metadata of the source; write nothing.
    case describe(Limits)
    /// Return where and when the source was taken; write nothing.
    case facts(Limits)
    /// Return everything that the source contains; write nothing. `structure`: also the parts of the file, with their
    /// digests. `tags`: also each Exif tag with its number, type, count and exact value.
    case inspect(InspectionScope, Limits)
    /// Write a part of the source into the output.
    case extract(PicturePart, Limits)
    /// Return the edits that write the source's metadata into another picture; write nothing.
    case copy(Limits)
    /// Read the source as a sidecar; write nothing.
    case sidecar(SidecarFormat, Limits)
    /// Write the fixes of the source, a track, into the output.
    case track(Limits)
    /// Write the areas of the source, GeoJSON, into the output.
    case boundaries(GeoJSONKeys)
    /// Write the source, an XMP sidecar, into the output as it is turned with its picture.
    case turnSidecar(SidecarTurn)

    /// The number of descriptors that are sent with the request.
    package var descriptorCount: Int {
        switch self {
        case .normalize, .edit, .editSidecar, .turn, .thumbnail, .extract, .track, .boundaries, .turnSidecar: 2
        case .describe, .facts, .copy, .inspect, .sidecar: 1
        }
    }

    /// The limits above which files are refused.
    var limits: Limits {
        switch self {
        case .normalize(let options, _), .turn(let options): options.limits
        case .edit(_, let limits), .editSidecar(_, let limits), .thumbnail(_, let limits), .inspect(_, let limits),
            .extract(_, let limits):
            limits
        case .describe(let limits), .facts(let limits), .copy(let limits), .sidecar(_, let limits), .track(let limits):
            limits
        case .turnSidecar(let turn): turn.limits
        case .boundaries: Limits()
        }
    }
}
