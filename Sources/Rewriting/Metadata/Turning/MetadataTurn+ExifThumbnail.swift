internal import UprightBase
internal import UprightFormats

extension ExifTurnEditor {
    /// Turns the pictures to which directories point: the thumbnail of IFD1, and previews that makers put elsewhere.
    mutating func turnPictures() {
        guard metadata.labelled == nil else { return }
        for index in block.directories.indices {
            let directory = block.directories[index]
            if directory.entry(.jpegInterchangeFormat) != nil {
                turnJPEG(in: directory, at: index)
            } else if directory.kind == .thumbnail, directory.entry(.stripOffsets) != nil {
                turnStrips(in: directory)
            }
        }
    }

    /// The orientation by which the thumbnail is to be turned; nil if there is none that can be read.
    var orientationOfThumbnail: Orientation? {
        guard let directory = block.directory(.thumbnail) else { return nil }
        if directory.entry(.jpegInterchangeFormat) != nil, let range = block.dataPlaces(of: directory).first?.range {
            let jpeg = Array(block.bytes[range])
            return (try? JPEGFile(parsing: jpeg)).map { orientation(of: $0, jpeg, in: directory) }
        }
        guard let width = block.integer(.imageWidth, in: .thumbnail),
            let height = block.integer(.imageLength, in: .thumbnail)
        else { return nil }
        return metadata.orientation(
            ofThumbnail: Size(width: width, height: height), own: own(directory), jpeg: nil)
    }

    /// The orientation that a directory gives its own picture. IFD0 and the Exif IFD describe the primary one.
    private func own(_ directory: TIFFDirectory) -> Orientation? {
        guard ![.primary, .exif].contains(directory.kind), let entry = directory.entry(.orientation) else { return nil }
        return block.integer(entry).flatMap { Orientation(rawValue: $0) }
    }

    private func orientation(of file: JPEGFile, _ jpeg: [UInt8], in directory: TIFFDirectory) -> Orientation {
        metadata.orientation(ofThumbnail: file.frameHeader.size, own: own(directory), jpeg: jpeg)
    }

    /// Turns the JPEG to which a directory points.
    ///
    /// - Parameter index: the directory's index in the block.
    private mutating func turnJPEG(in directory: TIFFDirectory, at index: Int) {
        let isThumbnail = directory.kind == .thumbnail
        guard let offsetEntry = directory.entry(.jpegInterchangeFormat),
            let lengthEntry = directory.entry(.jpegInterchangeFormatLength),
            let start = block.integer(offsetEntry), let length = block.integer(lengthEntry)
        else { return isThumbnail ? drop(directory, because: "its offset or length cannot be read") : () }
        guard length > 0 else { return }
        guard start >= 8, start < block.bytes.count else {
            return isThumbnail
                ? drop(directory, because: "its offset \(start) is outside of the block") : ()
        }
        // In truncated blocks, the length often exceeds the end: use the part of the picture that exists.
        let range = start..<min(block.bytes.count, start + length)
        let jpeg = Array(block.bytes[range])
        let what = isThumbnail ? "thumbnail" : "preview of \(directory.kind.name)"
        guard let file = try? JPEGFile(parsing: jpeg) else {
            // No reader shows data that is not a JPEG, so it cannot appear sideways; the data itself is kept.
            if turn.orientation != .up {
                warnings.append("the \(what) at offset \(start) is not a readable JPEG; kept unchanged")
            }
            return
        }
        let orientation = orientation(of: file, jpeg, in: directory)
        guard orientation != .up else { return }
        let turned: [UInt8]
        do throws(FormatError) {
            turned = try adopt(metadata.embedded(jpeg, orientation), of: what)
        } catch {
            return drop(directory, because: "\(error)")
        }
        var written = block
        let isOwn = block.isFree(range, except: [offsetEntry.offset])
        let offset = written.store(turned, over: isOwn ? range : nil)
        guard written.patch(lengthEntry, with: [turned.count]), written.patch(offsetEntry, with: [offset]) else {
            return drop(directory, because: "its new offset or length cannot be written")
        }
        written.readDirectories()
        if let limit, !written.shorten(to: limit, original: block.bytes.count) {
            return drop(directory, because: "once turned, it would make the block longer than \(limit) bytes")
        }
        block = written
        if isThumbnail { exchangePairs(ofThumbnail: file.frameHeader.size, turnedBy: orientation) }
        changes.append(
            Change(
                .exif(isThumbnail ? "Thumbnail" : "\(directory.kind.name) preview"),
                from: "\(jpeg.count) bytes, orientation \(orientation.rawValue)",
                to: "\(turned.count) bytes, orientation 1"))
    }

    /// Exchanges the values of IFD1 that exist once per axis.
    mutating func exchangePairs(ofThumbnail size: Size, turnedBy orientation: Orientation) {
        guard orientation.transposes else { return }
        if let width = block.integer(.imageWidth, in: .thumbnail), width == size.width,
            let height = block.integer(.imageLength, in: .thumbnail), height == size.height
        {
            exchange(
                .imageWidth, .imageLength, in: .thumbnail, as: ("IFD1.ImageWidth", "IFD1.ImageLength"))
        }
        exchange(
            .xResolution, .yResolution, in: .thumbnail, as: ("IFD1.XResolution", "IFD1.YResolution"))
    }

    /// Drops the picture of a directory by setting its length to 0; its tags stay, since readers require them.
    mutating func drop(_ directory: TIFFDirectory, because reason: String) {
        // A thumbnail that needs no turn is kept, readable or not.
        guard !metadata.movesNothing else { return }
        for tag in [TIFFTag.jpegInterchangeFormatLength, .stripByteCounts] {
            guard let entry = directory.entry(tag), let lengths = block.integers(entry) else { continue }
            block.patch(entry, with: lengths.map { _ in 0 })
        }
        block.readDirectories()
        let isThumbnail = directory.kind == .thumbnail
        warnings.append("the \(isThumbnail ? "thumbnail" : "preview of \(directory.kind.name)") is dropped: \(reason)")
        changes.append(
            Change(
                .exif(isThumbnail ? "Thumbnail" : "\(directory.kind.name) preview"), from: "not turned", to: "dropped"))
    }
}
