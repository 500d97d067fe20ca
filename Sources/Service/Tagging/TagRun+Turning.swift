internal import UprightFormats
package import UprightRewriting
internal import UprightBase
package import UprightFiles
internal import UprightWorker

extension TagRun {
    /// Turns one picture, and its sidecar with it. If anything fails, the existing file is unchanged.
    ///
    /// The turn comes after the one that the picture's own orientation asks for: the user turns what viewers show.
    ///
    /// - Parameter way: whether the pixels are turned or the orientation is set.
    package func turn(
        _ path: RawPath, by direction: TurnDirection, _ way: NormalizationOptions.HandTurn = .exactOrTag
    ) async -> TagReport {
        var options = NormalizationOptions()
        options.limits = workers.limits
        options.furtherTurn = direction.orientation
        options.handTurn = way
        if direction != .auto { options.invalidOrientation = .set }
        // There may be no other copy.
        options.verification = .pixels
        var report = await change(path, isTurn: true) { [options] source, made in
            try await workers.pool.turn(source: source.file.descriptor, output: made.descriptor, options: options)
        } sequel: { source, edited, isKept in
            await turnSidecars(of: source, edited, by: direction, keeps: isKept)
        }
        report.isTurn = true
        return report
    }

    /// Turns the XMP sidecars of a picture as it was turned: with its pixels, or by their own orientation.
    private func turnSidecars(
        of picture: TaggedFile, _ edited: EditedPicture, by direction: TurnDirection, keeps: Bool
    ) async -> [ChangeNote] {
        guard !edited.changes.isEmpty else { return [] }
        var turn = SidecarTurn(orientation: 1, width: 1, height: 1, limits: workers.limits)
        if let pixels = edited.turn {
            turn.orientation = pixels.orientation.rawValue
            (turn.width, turn.height) = (pixels.size.width, pixels.size.height)
        } else {
            turn.byHand = direction.orientation.rawValue
        }
        var notes: [ChangeNote] = []
        do {
            for sidecar in try sidecars(of: picture.path) {
                let name = RawPath(bytes: sidecar.name)
                if let other = try sharer(of: sidecar, with: picture) {
                    notes.append(.warning("\(name) is not turned with it: it is the sidecar of \(other) as well"))
                    continue
                }
                let report = await change(sidecar, keeps: keeps, isTurn: true) { [turn] source, made in
                    let turned = try await workers.pool.turnedSidecar(
                        source: source.file.descriptor, output: made.descriptor, turn: turn)
                    var picture = EditedPicture()
                    (picture.bytes, picture.crc32, picture.reason) = (turned.bytes, turned.crc32, turned.refusal)
                    (picture.changes, picture.warnings) = (turned.changes, turned.warnings)
                    return picture
                }
                notes += report.warnings.map { .warning("\(name): \($0)") }
                switch report.outcome {
                case .normalized: notes.append(.change(Change(.part("sidecar"), from: "\(name)", to: "turned")))
                case .rejected:
                    notes.append(
                        .warning("\(name) describes the picture as it was; it is not turned: \(report.reason)"))
                default: break
                }
            }
        } catch {
            notes.append(.warning("it is not known whether a sidecar describes the picture as it was: \(error)"))
        }
        return notes
    }

    /// The XMP sidecars beside a picture, each once.
    func sidecars(of picture: RawPath) throws(FileError) -> [RawPath] {
        let folder = try OpenFolder(containing: picture)
        var seen: Set<FileIdentity> = []
        var found: [RawPath] = []
        for name in names.sidecars(of: picture.name, in: folder) where ShotTable.kind(of: name) == .sidecar {
            guard let status = try folder.statusIfPresent(of: RawPath(bytes: name)) else { continue }
            // A file system may not tell `.xmp` from `.XMP`.
            if seen.insert(status.identity).inserted { found.append(picture.parent.appending(name: name)) }
        }
        return found
    }

    /// Another picture, or a raw file, whose sidecar it is as well: `a.xmp` beside `a.jpg` and `a.dng`.
    private func sharer(of sidecar: RawPath, with picture: TaggedFile) throws(FileError) -> RawPath? {
        let stem = Array(sidecar.name.dropLast(4))
        guard stem != picture.path.name else { return nil }
        let endings = (PictureFormats.descriptions + ReadableFormats.others.map(\.description))
            .flatMap(\.filenameExtensions)
        let others = try picture.folder.entries(
            where: { name in
                guard name != picture.path.name, name.count > stem.count + 1, name.starts(with: stem),
                    name[stem.count] == UInt8(ascii: ".")
                else { return false }
                return endings.contains(String(decoding: name[(stem.count + 1)...], as: UTF8.self).lowercased())
            }, atMost: 1)
        return others.first.map { RawPath(bytes: $0.name) }
    }
}
