internal import Glibc
internal import UprightFiles
internal import UprightPlaces
internal import UprightWorker
internal import UprightGeodata

/// Looks for a picture's sidecar under the names that it can have.
///
/// The folder is not listed: a sidecar's name follows from its picture's, so the cost does not grow with the folder.
/// Each possible file is opened relative to the folder's descriptor. Links are not followed, and the size is checked
/// before anything is read. The reader parses the content.
struct SidecarSearch: Sendable {
    let reader: any ContentReader

    private struct Candidate: Sendable {
        var name: [UInt8]
        var format: SidecarFormat
    }

    private enum Found: Sendable {
        case file(OpenFile, Candidate)
        case unusable(String)
    }

    /// The content of a picture's sidecars.
    struct Finding: Sendable {
        /// The name of the sidecar with the position.
        var name = ""
        var position: Position?
        /// When the picture was taken, in seconds since 1970, from the first sidecar that has a time.
        var time: Double?
    }

    /// Returns the position in the first sidecar that has one. Adds to `reasons` why other sidecars were not used.
    func finding(
        beside picture: [UInt8], in folder: OpenFolder, _ reasons: inout [String]
    ) async -> Finding {
        var finding = Finding()
        let candidates = Self.candidates(for: picture)
        let found = await offTheCooperativePool { candidates.compactMap { Self.open($0, in: folder) } }
        for item in found {
            switch item {
            case .unusable(let reason): reasons.append(reason)
            case .file(let file, let candidate):
                let name = RawPath(bytes: candidate.name).description
                let reading: SidecarReading
                do throws(WorkerError) {
                    reading = try await reader.sidecar(source: file.descriptor, as: candidate.format)
                } catch {
                    reasons.append("\(name): \(error)")
                    continue
                }
                if finding.time == nil { finding.time = reading.time }
                if let latitude = reading.latitude, let longitude = reading.longitude,
                    let position = Position(latitude: latitude, longitude: longitude, altitude: reading.altitude)
                {
                    finding.name = name
                    finding.position = position
                    return finding
                }
                reasons.append(reading.reason.isEmpty ? "\(name) has no position" : "\(name): \(reading.reason)")
            }
        }
        return finding
    }

    private static func candidates(for picture: [UInt8]) -> [Candidate] {
        XMPSidecar.candidates(for: picture).map { Candidate(name: $0, format: .xmp) }
            + TakeoutSidecar.candidates(for: picture).map { Candidate(name: $0, format: .takeout) }
    }

    /// Opens a possible sidecar; returns nil if it does not exist.
    private static func open(_ candidate: Candidate, in folder: OpenFolder) -> Found? {
        let name = RawPath(bytes: candidate.name)
        do throws(FileError) {
            let file = try folder.file(name)
            let status = try file.status()
            guard status.kind == .regular else { return .unusable("\(name) is a \(status.kind.rawValue), not a file") }
            guard status.size <= SidecarFormat.largestSize else {
                return .unusable(
                    "\(name) has \(status.size) bytes, more than a sidecar may have (\(SidecarFormat.largestSize))")
            }
            return .file(file, candidate)
        } catch {
            if error.isAbsence || error.code == ENAMETOOLONG { return nil }
            if error.isSymbolicLink { return .unusable("\(name) is a symbolic link; none is followed") }
            return .unusable(error.description)
        }
    }
}
