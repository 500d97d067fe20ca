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
    /// - Parameters:
    ///   - way: whether the pixels are turned or the orientation is set.
    ///   - earlier: the picture as it was before the turn that this one undoes; nil if it is not kept. It is the result, byte for byte.
    package func turn(
        _ path: RawPath, by direction: TurnDirection, _ way: NormalizationOptions.HandTurn = .exactOrTag,
        restoring earlier: OpenFile? = nil
    ) async -> TagReport {
        var options = NormalizationOptions()
        options.limits = workers.limits
        options.furtherTurn = direction.orientation
        options.handTurn = way
        if direction != .auto { options.invalidOrientation = .set }
        // There may be no other copy.
        options.verification = .pixels
        var report = await change(path, isTurn: true, by: direction) { [options] source, made in
            var edited = try await workers.pool.turn(
                source: source.file.descriptor, output: made.descriptor, options: options)
            guard let earlier, edited.bytes != nil else { return edited }
            let content = try await offTheCooperativePool { () throws(FileError) in
                try made.truncate()
                try earlier.copy(to: made)
                return try made.contentDigest()
            }
            (edited.bytes, edited.crc32, edited.losses) = (content.bytes, content.crc32, [])
            return edited
        }
        report.isTurn = true
        return report
    }

    // MARK: Sidecars

    /// Says how the XMP sidecars of a picture are turned as it was: with its pixels, or by their own orientation; nil if it has none.
    func mark(
        _ picture: TaggedFile, _ edited: EditedPicture, by direction: TurnDirection, _ report: inout TagReport
    ) async -> TurnMark? {
        guard !edited.changes.isEmpty else { return nil }
        var mark = TurnMark()
        mark.orientation = edited.turn?.orientation.rawValue ?? 1
        (mark.width, mark.height) = (edited.turn?.size.width ?? 1, edited.turn?.size.height ?? 1)
        if edited.turn == nil { mark.byHand = direction.orientation.rawValue }
        do {
            for sidecar in try sidecars(of: picture.path) {
                let name = RawPath(bytes: sidecar.name)
                if let other = try sharer(of: sidecar, with: picture) {
                    report.warnings.append("\(name) is not turned with it: it is the sidecar of \(other) as well")
                    continue
                }
                let path = try sidecar.followed()
                let file = try OpenFolder(containing: path).file(RawPath(bytes: path.name))
                mark.sidecars.append(try await offTheCooperativePool { () throws in try file.contentDigest().sha256 })
            }
        } catch {
            report.warnings.append("it is not known whether a sidecar describes the picture as it was: \(error)")
        }
        return mark.sidecars.isEmpty ? nil : mark
    }

    /// Does with the sidecars of a picture what is left to do, and takes away the mark that says so.
    ///
    /// - Parameters:
    ///   - keeps: whether the originals of the sidecars are kept.
    ///   - marked: the picture with the mark; nil if there is none.
    func follow(
        _ mark: TurnMark?, _ picture: TaggedFile, keeps: Bool = false, marked: OpenFile? = nil,
        _ report: inout TagReport
    ) async {
        guard let mark else { return }
        do {
            var isDone = true
            for sidecar in try sidecars(of: picture.path) {
                let name = RawPath(bytes: sidecar.name)
                let backup = Self.backup(of: name)
                if mark.orientation == 0, try picture.folder.statusIfPresent(of: backup) == nil { continue }
                let own = await mark.orientation == 0 ? undo(sidecar) : turn(sidecar, mark, keeps: keeps)
                report.warnings += own.warnings.map { "\(name): \($0)" }
                switch own.outcome {
                case .normalized where mark.orientation != 0:
                    report.changes.append(Change(.part("sidecar"), from: "\(name)", to: "turned"))
                case .rejected:
                    isDone = false
                    report.warnings.append("\(name) describes the picture as it was: \(own.reason)")
                default: break
                }
            }
            if isDone { marked?.turnMark = nil }
        } catch {
            report.warnings.append("it is not known whether a sidecar describes the picture as it was: \(error)")
        }
    }

    private func turn(_ sidecar: RawPath, _ mark: TurnMark, keeps: Bool) async -> TagReport {
        var turn = SidecarTurn(
            orientation: mark.orientation, width: mark.width, height: mark.height, limits: workers.limits)
        turn.byHand = mark.byHand
        return await change(sidecar, keeps: keeps, isTurn: true) { [turn] source, made in
            let found = try await offTheCooperativePool { () throws in try source.file.contentDigest().sha256 }
            guard mark.sidecars.contains(found) else { return EditedPicture() }
            let turned = try await workers.pool.turnedSidecar(
                source: source.file.descriptor, output: made.descriptor, turn: turn)
            var picture = EditedPicture()
            (picture.bytes, picture.crc32, picture.reason) = (turned.bytes, turned.crc32, turned.refusal)
            (picture.changes, picture.warnings) = (turned.changes, turned.warnings)
            return picture
        }
    }

    /// Ends the turn of a picture, or the undoing of one, that a killed process has left to its sidecars.
    func finishTurn(of picture: TaggedFile, _ report: inout TagReport) async {
        guard !isDry, let mark = picture.file.turnMark else { return }
        do {
            let found = try await offTheCooperativePool { () throws in try picture.file.contentDigest().sha256 }
            guard found == mark.picture else {
                picture.file.turnMark = nil
                return report.warnings.append(
                    "a turn of it was interrupted, and another program has changed it since: a sidecar may still describe the "
                        + "picture as it was before")
            }
            var run = self
            run.destination = .inPlace(backup: false)
            let backup = Self.backup(of: RawPath(bytes: picture.path.name))
            let keeps = try picture.folder.statusIfPresent(of: backup) != nil
            await run.follow(mark, picture, keeps: keeps, marked: picture.file, &report)
        } catch {
            report.warnings.append("it is not known whether a sidecar describes the picture as it was: \(error)")
        }
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
