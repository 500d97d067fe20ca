internal import UprightFiles
internal import UprightFormats
internal import UprightRewriting

/// The shots of a folder, by the same table as the daemon's (``ShotTable``).
extension FolderLibrary {
    /// The file to whose shot a raw file, a video or a camera's small picture belongs by its name; nil for none.
    func lead(of path: RawPath) -> RawPath? {
        guard let kind = ShotTable.kind(of: path.name), [.raw, .video, .thumbnail].contains(kind),
            let relative = path.relative(to: folder)
        else { return nil }
        do throws(FileError) {
            let parent = try OpenFolder(folder).folder(relative.parent)
            let names = try names.pictures(of: path.name, in: parent, within: .seconds(2)).keys
            let leads = ShotTable.pictures(of: path.name, among: Array(names)).filter { name in
                let suffix = NumberedName.split(name).suffix.map { String(decoding: $0, as: UTF8.self).lowercased() }
                return Self.shownExtensions.contains(suffix ?? "") || ShotTable.leadsWithoutPicture(name)
            }
            return leads.first.map { path.parent.appending(name: $0) }
        } catch { return nil }
    }

    /// The extensions of pictures that the albums show. Beside others, a raw file is a picture of its own.
    private static let shownExtensions = Set(PictureFormats.descriptions.flatMap(\.filenameExtensions)).union(["jxl"])

    /// Notes on new records of raw files and videos to whose shots they belong. The content identifier of a Live Photo counts
    /// first, the name second.
    func join(_ records: inout [PictureRecord], _ journal: Journal) async throws {
        var pictures: [RawPath: PictureRecord] = [:]
        var identified: [String: [RawPath]] = [:]
        for record in records where record.outcome == .current && ShotTable.kind(of: record.source.name) == nil {
            pictures[record.source] = record
            if let identifier = record.contentIdentifier { identified[identifier, default: []].append(record.source) }
        }
        for index in records.indices where records[index].outcome == .current {
            let (path, identifier) = (records[index].source, records[index].contentIdentifier)
            let isVideo = ReadableFormats.isVideo(ImageType(rawValue: records[index].type))
            var picture: RawPath?
            if isVideo, let identifier {
                picture = identified[identifier]?.first { $0.parent == path.parent }
                if picture == nil {
                    picture = try await journal.pictures(identifiedBy: identifier, in: folder).first {
                        PictureFormats.description(of: ImageType(rawValue: $0.type)) != nil
                            && $0.source.parent == path.parent
                    }?.source
                }
            }
            if picture == nil, let lead = lead(of: path) {
                var known = pictures[lead]
                if known == nil { known = try await journal.record(of: lead) }
                let other = known?.contentIdentifier
                let isAnother = isVideo && identifier != nil && other != nil && identifier != other
                if known?.outcome == .current, !isAnother { picture = lead }
            }
            records[index].isCompanion = picture != nil
            records[index].picture = picture
        }
    }
}
