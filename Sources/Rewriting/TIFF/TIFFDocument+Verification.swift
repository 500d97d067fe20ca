internal import UprightBase
internal import UprightFormats
internal import UprightCodecs

extension TIFFDocument {
    /// Reads the output anew: every tag that the plan does not name has its bytes, every strip its own, and turned pictures
    /// have the samples that they are to have.
    package func verify(_ output: AssembledPicture, _ options: NormalizationOptions) throws(PictureRefusal) {
        let new = try PictureRefusal.checking { () throws(FormatError) in try TIFFFile(parsing: output.bytes) }
        guard new.isBig == file.isBig, new.order == file.order else {
            throw .verification("the output has another header")
        }
        for (index, directory) in file.directories.enumerated() {
            // Those behind a removed one take its number.
            let found =
                plan.removed.contains(index)
                ? nil : new.directories.first { new.path(of: $0) == file.path(of: directory, without: plan.removed) }
            guard !plan.removed.contains(index) else { continue }
            guard let found else { throw .verification("\(directory.kind.name) is missing") }
            try compare(directory, index, with: found, new, output.bytes)
        }
        for (index, created) in plan.created {
            let names = new.directories.map { new.path(of: $0) }
            for tag in created.keys {
                let kind =
                    tag == TIFFTag.gpsIFD.rawValue ? "GPS" : tag == TIFFTag.exifIFD.rawValue ? "ExifIFD" : "InteropIFD"
                guard names.contains(file.path(of: file.directories[index], without: plan.removed) + "/" + kind) else {
                    throw .verification("the new directory \(kind) is missing")
                }
            }
        }
        let expected = file.directories.count - plan.removed.count + plan.created.values.reduce(0) { $0 + $1.count }
        guard new.directories.count == expected else {
            throw .verification("expected \(expected) directories, found \(new.directories.count)")
        }
        try compareSamples(new, output.bytes, options)
    }

    /// Compares the tags of a directory, and its data if they are not turned. Tags that say where something is have other values.
    private func compare(
        _ old: TIFFFile.Directory, _ index: Int, with new: TIFFFile.Directory, _ file: TIFFFile, _ bytes: [UInt8]
    ) throws(PictureRefusal) {
        var places: Set<UInt16> = [0x8769, 0x8825, 0x014A, 0xA005]
        // A turn can move what other directories have.
        if !plan.segments.isEmpty { places.formUnion(TIFFFile.followed) }
        if writesAnew {
            places.formUnion(CanonicalTIFF.places)
        } else if plan.segments[index] != nil {
            places.formUnion([279, 325])
        } else {
            let (own, other) = (self.file.data(of: old, in: source), file.data(of: new, in: bytes))
            guard own.count == other.count, zip(own, other).allSatisfy({ bytes[$1].hasBytes(of: source[$0]) }) else {
                throw .verification("the data of \(old.kind.name) differ")
            }
        }
        func isPlace(_ entry: TIFFFile.Entry) -> Bool { places.contains(entry.tag) }
        var expected: [UInt16: (type: UInt16, count: Int, bytes: [UInt8])] = [:]
        // Values that cannot be read may be readable where the file has grown: what is kept of them is the entry.
        var unread: [UInt16: ArraySlice<UInt8>] = [:]
        for entry in old.entries.reversed() where !isPlace(entry) {
            expected[entry.tag] = (entry.type, entry.count, entry.value.map { Array(source[$0]) } ?? [])
            unread[entry.tag] = entry.value == nil ? source[entry.offset..<entry.offset + self.file.entryBytes] : nil
        }
        for (tag, change) in plan.fields[index] ?? [:] where !places.contains(tag) {
            unread[tag] = nil
            expected[tag] = change.map { ($0.type, $0.count, $0.bytes) }
        }
        for entry in new.entries where !isPlace(entry) {
            guard let wanted = expected[entry.tag] else {
                throw .verification("\(old.kind.name) has a tag \(tagName(entry.tag)) that is not planned")
            }
            let isFirst = new.entry(TIFFTag(rawValue: entry.tag)) == entry
            guard isFirst else { continue }
            let value = entry.value.map { Array(bytes[$0]) } ?? []
            let isKept =
                unread[entry.tag].map { bytes[entry.offset..<entry.offset + file.entryBytes].elementsEqual($0) }
                ?? (wanted.bytes == value)
            guard wanted.type == entry.type, wanted.count == entry.count, isKept else {
                throw .verification("\(old.kind.name) tag \(tagName(entry.tag)) differs from the plan")
            }
        }
        let found = Set(new.entries.map(\.tag))
        guard let missing = expected.keys.first(where: { !found.contains($0) }) else { return }
        throw .verification("\(old.kind.name) lacks the tag \(tagName(missing))")
    }

    private func compareSamples(
        _ file: TIFFFile, _ bytes: [UInt8], _ options: NormalizationOptions
    ) throws(PictureRefusal) {
        for picture in pictures {
            guard !plan.removed.contains(picture.directory) else { continue }
            let path = self.file.path(of: self.file.directories[picture.directory], without: plan.removed)
            guard let index = file.directories.firstIndex(where: { file.path(of: $0) == path }),
                let new = TIFFPicture(index, of: file, in: bytes)
            else { throw .verification("\(picture.name) has no picture") }
            let expected =
                plan.segments[picture.directory] ?? picture.segments.map { Array(source[$0]) }
            guard new.segments.count == expected.count,
                zip(new.segments, expected).allSatisfy({ bytes[$0].hasBytes(of: $1) })
            else { throw .verification("the samples of \(picture.name) differ from the plan") }
            guard plan.segments[picture.directory] != nil else { continue }
            guard let orientation = turns[picture.directory], let layout = picture.layout, let turned = new.layout,
                turned == layout.turned(by: orientation)
            else { throw .verification("\(picture.name) has another layout than the plan's") }
            guard options.verification == .pixels else { continue }
            let isSame: Bool
            do throws(CodecError) {
                isSame = try picture.hasSamples(source, in: (new, bytes), turnedBy: orientation)
            } catch {
                throw .verification("\(picture.name): \(error)")
            }
            guard isSame else { throw .verification("the samples of \(picture.name) differ") }
        }
    }
}

extension TIFFFile {
    /// The path of a directory by numbers, as it is without others.
    fileprivate func path(of directory: Directory, without removed: Set<Int> = []) -> String {
        func number(_ own: Int, _ isBefore: (Kind) -> Bool) -> Int {
            own - removed.count { isBefore(directories[$0].kind) }
        }
        switch directory.kind {
        case .page(let own):
            let number = number(own) { if case .page(let other) = $0 { other < own } else { false } }
            return Kind.page(number).name
        case .inner(let parent, let own):
            let number = number(own) { kind in
                if case .inner(parent, let other) = kind { other < own } else { false }
            }
            return path(of: directories[parent], without: removed) + "/" + Kind.inner(parent, number).name
        case .exif(let parent), .gps(let parent), .interoperability(let parent):
            return path(of: directories[parent], without: removed) + "/" + directory.kind.name
        }
    }
}
