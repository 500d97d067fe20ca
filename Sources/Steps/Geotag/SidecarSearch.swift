internal import Glibc
internal import UprightFiles
internal import UprightFormats
internal import UprightPlaces
internal import UprightRewriting
internal import UprightWorker
internal import UprightBase

/// Looks for a picture's sidecar under the names that it can have.
///
/// A sidecar's name follows from its picture's (``ShotTable``). Each possible file is opened relative to the folder's descriptor. Links are not followed, and the size is checked
/// before anything is read. The reader parses the content.
struct SidecarSearch: Sendable {
    let reader: any ContentReader
    let limits: Limits
    let names: ShotNames

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
        for item in await opened(beside: picture, in: folder, without: others) {
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
        var readings: [SidecarReading] = []
        for case .file(let file, let candidate) in await opened(
            beside: picture, in: folder, without: others, as: format)
        {
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
        for item in await opened(beside: picture, in: folder, without: others, as: .xmp) {
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

    /// Opens a picture's sidecars in its folder, the closest first.
    ///
    /// - Parameter format: the format of those to open; nil for all.
    private func opened(
        beside picture: [UInt8], in folder: OpenFolder, without others: Set<[UInt8]>, as format: SidecarFormat? = nil
    ) async -> [Found] {
        await offTheCooperativePool { [names] in
            names.sidecars(of: picture, in: folder).filter { !others.contains($0) }.compactMap { name in
                let isXMP = ShotTable.kind(of: name) == .sidecar
                let candidate = Candidate(name: name, format: isXMP ? .xmp : .takeout)
                return candidate.format == format ?? candidate.format ? Self.open(candidate, in: folder) : nil
            }
        }
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
