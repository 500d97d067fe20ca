internal import UprightFormats
package import UprightBase

extension HEIFDocument {
    package mutating func orientationToApply(_ options: NormalizationOptions) -> Orientation {
        policy = options.heif
        obstacle = obstacleToTurn
        guard options.turns else { return .up }
        let stored = orientationStill(to: options)
        let turn = stored.followed(by: options.furtherTurn)
        isCancelled = obstacle == nil && stored != .up && turn == .up
        return turn
    }

    /// Returns the orientation by which the picture is still to be turned.
    ///
    /// Viewers follow `irot` and `imir` (ISO/IEC 23000-22, section 7.3.10.1), so the orientation of Exif or of a sidecar counts
    /// only where both are absent.
    private mutating func orientationStill(to options: NormalizationOptions) -> Orientation {
        let stated = precedence.counting
        guard policy != .off, let picture, let orientation = options.decidingOrientation(stated?.orientation) else {
            return .up
        }
        let carrier = orientation == stated?.orientation ? stated?.carrier ?? "" : "the orientation of the sidecar"
        guard let properties = picture.orientation else {
            if orientation != .up, obstacle == nil, let veto = picture.veto(against: orientation) {
                warn(
                    "\(carrier) is \(orientation.rawValue), but \(veto): neither is followed, the picture is kept as "
                        + "it is")
                return .up
            }
            return orientation
        }
        // Writers of AVIF turn Exif's orientation into properties and set it to 1; MIAF lets them.
        let isSettled = orientation == .up && (policy != .agree || type.rawValue == "public.avif")
        if orientation != properties, !isSettled {
            warn(
                "\(carrier) is \(orientation.rawValue), but the \(picture.meta.item(picture.id)?.name ?? "picture") has "
                    + "\(picture.description), which viewers follow; both are kept")
        }
        return .up
    }

    /// Why the picture cannot be turned, whatever its orientation is.
    private var obstacleToTurn: String? {
        let sequence = file.boxes.first { $0.type == "moov" && !file.holdsOnlyVideo($0, in: source) }
        if let box = sequence ?? file.boxes.first(where: { $0.type == "mini" }) {
            return box.type == "moov"
                ? "the file holds a sequence (moov at byte \(box.range.lowerBound)), whose tracks are turned by other means"
                : "the boxes of the file are in the condensed form (mini at byte \(box.range.lowerBound))"
        }
        guard let picture else { return "no meta box describes the picture" }
        if let obstacle = picture.obstacle(inFileOf: source.count) { return obstacle }
        // Every turn needs at most as much room as this one.
        var trial = HEIFPlan()
        trial.transforms = transforms(turnedBy: picture.orientation == nil ? .leftMirrored : .right)
        do throws(FormatError) { _ = try HEIFLayout(trial, of: file, in: source) } catch {
            return error.description
        }
        return nil
    }

    /// The rotation and mirror of each item after a turn of the picture.
    private func transforms(turnedBy orientation: Orientation) -> [Int: HEIFTransforms] {
        guard let picture, let own = picture.transforms else { return [:] }
        let turned = HEIFTransforms(own.orientation.followed(by: orientation))
        let items = [picture.id] + picture.followers(of: orientation, make: make)
        return Dictionary(items.map { ($0, turned) }, uniquingKeysWith: { first, _ in first })
    }

    /// The maker of the camera in the Exif block.
    private var make: String? { TIFFBlock.make(of: blocks.first { $0.kind == .exif }?.bytes) }

    /// With `miaf`, sets every orientation in the metadata to 1 once the properties say the same; otherwise keeps them,
    /// since they agree. A turn by hand that undoes an orientation sets it to 1, too. Nothing else in the metadata depends on
    /// the properties: it describes the stored picture.
    package mutating func turnMetadata(by turn: MetadataTurn) throws(PictureRefusal) {
        guard let stated = precedence.counting, stated.orientation != .up else { return }
        let properties = picture?.orientation
        let isSaid = policy == .miaf && (turn.turn.orientation != .up || properties == stated.orientation)
        let isInvalid = stated.orientation == nil && turn.setsInvalidOrientations && properties == nil
        guard stated.orientation == nil ? isInvalid : isSaid || isCancelled else { return }
        let neutral = MetadataTurn(
            PictureTurn(.up, of: size), embedded: turn.embedded, setsInvalidOrientations: turn.setsInvalidOrientations)
        try self.turn(blocks.filter(\.isPrimary), by: neutral)
    }

    /// Viewers follow the properties, which are the turn itself.
    package mutating func label(by turn: MetadataTurn) throws(PictureRefusal) {
        throw .unsupported(obstacle ?? "the properties turn the picture")
    }

    package mutating func turnPicture(
        by turn: PictureTurn, _ work: PictureTurnWork
    ) throws(PictureRefusal) -> [String] {
        guard let picture, obstacle == nil else { throw .unsupported(obstacle ?? "no meta box describes the picture") }
        let targets = transforms(turnedBy: turn.orientation)
        plan.transforms = targets
        let before = picture.transforms ?? .none
        let after = targets[picture.id] ?? .none
        for (name, value) in [("irot", \HEIFTransforms.rotation), ("imir", \HEIFTransforms.mirror)] {
            let degrees = name == "irot" ? 90 : 1
            func text(_ transforms: HEIFTransforms) -> String {
                transforms[keyPath: value].map { String($0 * degrees) } ?? ""
            }
            if text(before) != text(after) {
                changes.append(Change(ChangeSubject(.heif, name), from: text(before), to: text(after)))
            }
        }
        try adoptOrientation(after.orientation)
        noteCredentials()
        return []
    }

    /// Lets the metadata say what the properties say after a turn that it does not ask for.
    private mutating func adoptOrientation(_ orientation: Orientation) throws(PictureRefusal) {
        guard policy != .miaf, let stated = precedence.counting?.orientation, stated != orientation else { return }
        let value = UInt16(truncatingIfNeeded: orientation.rawValue)
        let edits = [
            MetadataEdit(.setExif(TagID(.primary, .orientation), .short([value])), when: .wherePresent),
            MetadataEdit(
                .setXMP(XMPName(.tiff, "Orientation"), XMPNode(.simple(String(value)))), when: .wherePresent),
        ]
        do throws(MetadataEditError) {
            for block in blocks where block.isPrimary {
                let edit = try edited(block.bytes, block.kind, edits)
                guard !edit.changes.isEmpty else { continue }
                changes += edit.changes
                store(edit.bytes, in: block, isTurned: true)
            }
        } catch {
            throw .edit(error)
        }
    }
}
