internal import Glibc
package import UprightFiles
internal import UprightMetadata
internal import UprightPlaces
internal import UprightRewriting
internal import UprightWorker
internal import UprightGeodata
internal import UprightGeometry

/// Looks for a picture's sidecar under the names that it can have.
///
/// A sidecar's name follows from its picture's. Names that the folder does not have are skipped (``FolderNames``).
/// Each possible file is opened relative to the folder's descriptor. Links are not followed, and the size is checked
/// before anything is read. The reader parses the content.
struct SidecarSearch: Sendable {
    let reader: any ContentReader
    let limits: Limits
    /// The names of possible sidecars in the pictures' folders.
    let names: FolderNames

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
        /// When the picture was taken, from the first sidecar that has a date.
        var date: CaptureDate?
    }

    /// Returns the position in the first sidecar that has one, and the date in the first that has one. Adds to `reasons`
    /// why the position of other sidecars was not used.
    ///
    /// - Parameters:
    ///   - others: the names of sidecars that belong to other pictures.
    ///   - needsPosition: whether to look further until there is a position.
    ///   - needsDate: whether to look further until there is a date.
    func finding(
        beside picture: [UInt8], in folder: OpenFolder, without others: Set<[UInt8]> = [], needsPosition: Bool = true,
        needsDate: Bool, _ reasons: inout [String]
    ) async -> Finding {
        var finding = Finding()
        for item in await opened(Self.candidates(for: picture), in: folder, without: others) {
            switch item {
            case .unusable(let reason): reasons.append(reason)
            case .file(let file, let candidate):
                let name = RawPath(bytes: candidate.name).description
                let reading: SidecarReading
                do throws(WorkerError) {
                    reading = try await reader.sidecar(
                        source: file.descriptor, as: candidate.format, limits: limits)
                } catch {
                    reasons.append("\(name): \(error)")
                    continue
                }
                if finding.date == nil { finding.date = reading.date }
                if finding.position == nil, let latitude = reading.latitude, let longitude = reading.longitude,
                    let position = Position(latitude: latitude, longitude: longitude, altitude: reading.altitude)
                {
                    finding.name = name
                    finding.position = position
                }
                if finding.position != nil || !needsPosition, finding.date != nil || !needsDate { return finding }
                guard finding.position == nil else { continue }
                reasons.append(reading.reason.isEmpty ? "\(name) has no position" : "\(name): \(reading.reason)")
            }
        }
        return finding
    }

    /// Returns what a picture's sidecars of one kind say, in order of precedence. Those that cannot be read say nothing.
    ///
    /// - Parameter others: the names of sidecars that belong to other pictures.
    func readings(
        beside picture: [UInt8], in folder: OpenFolder, without others: Set<[UInt8]>, as format: SidecarFormat
    ) async -> [SidecarReading] {
        let candidates = Self.candidates(for: picture).filter { $0.format == format }
        var readings: [SidecarReading] = []
        for case .file(let file, let candidate) in await opened(candidates, in: folder, without: others) {
            do throws(WorkerError) {
                readings.append(
                    try await reader.sidecar(source: file.descriptor, as: candidate.format, limits: limits))
            } catch { continue }
        }
        return readings
    }

    /// Returns the orientation in the first XMP sidecar that has one; nil if there is none. Adds to `reasons` why other
    /// sidecars were not used.
    ///
    /// - Parameter others: the names of sidecars that belong to other pictures.
    /// - Throws: a failure that has nothing to do with a sidecar, and may pass.
    func orientation(
        beside picture: [UInt8], in folder: OpenFolder, without others: Set<[UInt8]>, _ reasons: inout [String]
    ) async throws(WorkerError) -> Orientation? {
        let candidates = Self.candidates(for: picture).filter { $0.format == .xmp }
        for item in await opened(candidates, in: folder, without: others) {
            switch item {
            case .unusable(let reason): reasons.append(reason)
            case .file(let file, let candidate):
                let name = RawPath(bytes: candidate.name).description
                let reading: SidecarReading
                do throws(WorkerError) {
                    reading = try await reader.sidecar(
                        source: file.descriptor, as: candidate.format, limits: limits)
                } catch {
                    guard error.cause == .picture else { throw error }
                    reasons.append("\(name): \(error)")
                    continue
                }
                if let orientation = reading.orientation.flatMap({ Orientation(rawValue: $0) }) { return orientation }
                if !reading.reason.isEmpty { reasons.append("\(name): \(reading.reason)") }
            }
        }
        return nil
    }

    /// Opens the candidates that the folder has.
    private func opened(
        _ candidates: [Candidate], in folder: OpenFolder, without others: Set<[UInt8]>
    ) async -> [Found] {
        let candidates = candidates.filter { !others.contains($0.name) }
        return await offTheCooperativePool { [names] in
            let known = Self.known(names, in: folder)
            return candidates.compactMap { candidate in
                known?.mayContain(candidate.name) ?? true ? Self.open(candidate, in: folder) : nil
            }
        }
    }

    private static func candidates(for picture: [UInt8]) -> [Candidate] {
        XMPSidecar.candidates(for: picture).map { Candidate(name: $0, format: .xmp) }
            + TakeoutSidecar.candidates(for: picture).map { Candidate(name: $0, format: .takeout) }
    }

    /// Returns the names in the folder; nil if it cannot be listed. Opening a sidecar then reports why.
    private static func known(_ names: FolderNames, in folder: OpenFolder) -> FolderNames.Names? {
        do throws(FileError) { return try names.names(in: folder) } catch { return nil }
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

extension FolderNames {
    /// A new, empty store of the names of possible sidecars.
    package static var ofSidecars: FolderNames {
        FolderNames { name in
            let end = name.suffix(5).map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
            return end.suffix(4) == Array(".xmp".utf8)[...] || end == Array(".json".utf8)
        }
    }
}
