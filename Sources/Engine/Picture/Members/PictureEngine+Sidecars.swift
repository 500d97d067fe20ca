internal import UprightRewriting
internal import UprightFormats
internal import UprightBase
internal import UprightFiles
internal import UprightSteps
internal import UprightWorker

extension PictureEngine {
    /// Prepares a companion's output: its bytes or, for an XMP sidecar or labels of a picture that was turned, for a sidecar that
    /// says what steps have found out (`edits`), and for a companion that is stripped, those that a worker makes.
    func prepared(
        _ companion: Plan, as name: [UInt8], beside picture: PictureRecord, made: OpenFile?, missing: String?,
        turns: Bool, edits: [MetadataEdit], _ work: inout PictureWork
    ) async throws(Refusal) -> PreparedOutput {
        let job = companion.job
        let source = try await job.folder.blocking { () throws(FileError) in try companion.shot.source.contentDigest() }
        work.record.sourceSHA256 = source.sha256
        var prepared = PreparedOutput(
            name: name, bytes: source.bytes, sha256: source.sha256, sourceSHA256: source.sha256, isSource: true)
        prepared.isProvisional = companion.shot.isProvisional
        let strip = steps.companions.strip
        let turns = turns && Self.turnedTypes.contains(work.record.type)
        let edits = work.record.type == ImageType.xmp.rawValue ? edits : []
        if let missing {
            if strip != nil { throw .unstripped("it lacks \(missing)") }
            prepared.lacks(missing)
        } else if turns || strip != nil || !edits.isEmpty,
            let turned = try await turned(companion, with: turns ? picture : nil, made, strip, edits, &work)
        {
            let made = try await job.folder.blocking { () throws(FileError) in
                let made = try companion.output.file.contentDigest()
                guard made.bytes == turned.bytes, made.crc32 == turned.crc32 else {
                    throw FileError(.read, companion.output.file.path)
                }
                return made
            }
            (prepared.bytes, prepared.sha256, prepared.isSource) = (made.bytes, made.sha256, false)
        }
        try companion.shot.checkUnchanged(bytes: source.bytes)
        return prepared
    }

    /// The types of companions that can have places in the picture.
    private static let turnedTypes: Set = ["com.adobe.xmp", "public.json", "public.plain-text", "public.xml"]

    /// Has a worker turn a sidecar with its picture, and strip it; nil if it is kept as it is.
    ///
    /// - Parameter picture: nil for a companion that is not turned.
    /// - Throws: a refusal also if it holds labels that cannot be turned, or cannot be stripped.
    private func turned(
        _ sidecar: Plan, with picture: PictureRecord?, _ made: OpenFile?, _ strip: MetadataStrip?,
        _ edits: [MetadataEdit], _ work: inout PictureWork
    ) async throws(Refusal) -> TurnedSidecar? {
        let job = sidecar.job
        let reader = processor.reader
        let isLabels = picture != nil && work.record.type != "com.adobe.xmp"
        // In a dry run there is no output whose size tells how labels move.
        if isLabels, isDryRun { return nil }
        let turned: TurnedSidecar
        do throws(WorkerError) {
            var turn = SidecarTurn(orientation: 1, width: 1, height: 1, limits: job.folder.options.limits)
            if let picture {
                turn = try await self.turn(of: picture, made, in: job.folder, by: reader, isLabels: isLabels)
            }
            if let picture, !isLabels {
                turn.earlier = await offTheCooperativePool {
                    [limits = turn.limits, sidecar = work.record.sourceSHA256] in
                    Self.earlierTurns(of: picture, sidecar: sidecar, limits)
                }
            }
            turn.labels?.convention = job.folder.labelled
            if isLabels, turn.orientation != 1, work.record.type == "public.plain-text" {
                turn.labels?.settings = await offTheCooperativePool { Self.settings(ofLabelsAt: job) }
            }
            (turn.strip, turn.type, turn.edits) = (strip, work.record.type, edits)
            turned = try await reader.turnedSidecar(
                source: sidecar.shot.source.descriptor, output: sidecar.output.file.descriptor, turn: turn)
            if picture != nil { work.record.orientation = turn.orientation }
        } catch {
            if let fault = Fault(error, output: sidecar.output.file.path, in: job.folder) { throw Refusal(fault) }
            guard error.cause == .picture else {
                throw .unread(error)
            }
            if isLabels { throw Refusal(.rejected, "labels: they could not be read: \(error)") }
            if strip != nil { throw .unstripped("\(error)") }
            try job.folder.orRefuse(sidecar.output.file.truncate())
            work.result.warn(["it could not be turned with its picture: \(error); kept unchanged"])
            return nil
        }
        if let refusal = turned.refusal { throw Refusal(.rejected, refusal) }
        work.result.warn(turned.warnings)
        guard turned.bytes != nil else { return nil }
        work.record.changes = turned.changes
        return turned
    }

    /// The turn by hand that a killed process has left to a sidecar.
    private static func earlierTurns(of picture: PictureRecord, sidecar: [UInt8]?, _ limits: Limits) -> [SidecarTurn] {
        for path in [picture.source, picture.output].compactMap(\.self) {
            // One that has gone says nothing.
            guard let file = try? OpenFolder(containing: path).file(RawPath(bytes: path.name)),
                let mark = file.turnMark,
                let sidecar, mark.sidecars.contains(sidecar), (try? file.contentDigest().sha256) == mark.picture
            else { continue }
            var turn = SidecarTurn(
                orientation: mark.orientation, width: mark.width, height: mark.height, limits: limits)
            turn.byHand = mark.byHand
            return [turn]
        }
        return []
    }

    /// The text of the `data.yaml` of YOLO's data set, in the folder of the labels or above it; nil if there is none.
    ///
    /// It may have been delivered before the labels, so the folder of the outputs is looked at, too.
    private static func settings(ofLabelsAt job: PictureJob) -> String? {
        for root in [try? job.folder.openSource(), try? job.folder.openOutput()] {
            var folder = job.relative
            repeat {
                folder = folder.parent
                for name in ["data.yaml", "dataset.yaml", "data.yml"] {
                    // One that cannot be read says nothing; labels that need it are then refused.
                    guard let file = try? root?.file(folder.appending(name: Array(name.utf8))),
                        let bytes = try? file.read(largestSettings, at: 0)
                    else { continue }
                    return String(decoding: bytes, as: UTF8.self)
                }
            } while !folder.isEmpty
        }
        return nil
    }

    private static let largestSettings = 1 << 18

    /// How a picture was turned: from its report, and the size of its output.
    func turn(
        of picture: PictureRecord, _ made: OpenFile?, in folder: DropFolder, by reader: any ContentReader,
        isLabels: Bool
    ) async throws(WorkerError) -> SidecarTurn {
        let limits = folder.options.limits
        var turn = SidecarTurn(orientation: Self.appliedOrientation(of: picture), width: 1, height: 1, limits: limits)
        if isLabels {
            turn.labels = LabelOptions()
            turn.labels?.updatesSizes = false
        }
        // VIA's labels have the size of the output's file, which also changes without a turn.
        guard turn.orientation != 1 || isLabels, let path = picture.output else { return turn }
        let output = await offTheCooperativePool { () -> OpenFile? in
            if let made { return made }
            // A dry run, or an output that was removed: the sidecar is then kept unchanged.
            do { return try OpenFolder(path.parent).file(RawPath(bytes: path.name)) } catch { return nil }
        }
        guard let output else {
            (turn.width, turn.height) = (0, 0)
            return turn
        }
        if isLabels { turn.labels?.outputBytes = await offTheCooperativePool { Self.size(of: output) } }
        guard turn.orientation != 1 else { return turn }
        let facts = try await reader.facts(source: output.descriptor, limits: limits)
        let size = facts.geometry?.size
        (turn.width, turn.height) = (size?.width ?? facts.width ?? 0, size?.height ?? facts.height ?? 0)
        if let orientation = Orientation(rawValue: turn.orientation), orientation.transposes {
            (turn.width, turn.height) = (turn.height, turn.width)
        }
        return turn
    }

    /// The orientation that a picture was turned by; 1 if it was not turned.
    private static func appliedOrientation(of picture: PictureRecord) -> Int {
        guard let orientation = picture.orientation, Orientation(rawValue: orientation) != nil else { return 1 }
        let isTurned =
            picture.report.isEmpty
            ? picture.changes.contains { turnsPicture($0.what) } : turnsPicture(report: picture.report)
        return isTurned ? orientation : 1
    }

    /// The size of a file; nil if it cannot be read.
    private static func size(of file: OpenFile) -> Int? {
        do throws(FileError) { return try file.status().size } catch { return nil }
    }

    /// Whether a change turns what decoders show: the pixels or, in HEIC and AVIF, the properties.
    private static func turnsPicture(_ change: String) -> Bool {
        ["pixels", "heif.irot", "heif.imir"].contains(change)
    }

    /// Whether a report says that the picture was turned.
    private static func turnsPicture(report text: String) -> Bool {
        let report: JSONValue
        do { report = try JSONValue(parsing: text.utf8) } catch { return false }
        guard case .array(let changes)? = report["changes"] else { return false }
        return changes.contains { change in
            if case .string(let what)? = change["what"] { turnsPicture(what) } else { false }
        }
    }
}

extension Refusal {
    /// A companion that would give away what its picture no longer does.
    fileprivate static func unstripped(_ reason: String) -> Refusal {
        Refusal(.rejected, "it cannot be stripped: \(reason); it is not delivered (strip.companions)")
    }
}
