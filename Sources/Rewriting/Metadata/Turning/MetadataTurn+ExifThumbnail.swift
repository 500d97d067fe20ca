internal import UprightGeometry
internal import UprightContainers
internal import UprightMetadata

extension ExifTurnEditor {
    /// Turns the thumbnail of IFD1 by its own orientation.
    mutating func turnThumbnail() {
        guard let directory = block.directory(.thumbnail) else { return }
        if let offset = directory.entry(.jpegInterchangeFormat) {
            turnJPEG(offset, in: directory)
        } else if directory.entry(.stripOffsets) != nil {
            turnStrips(in: directory)
        }
    }

    /// Returns the orientation of the thumbnail.
    private func orientation(ofThumbnail size: Size, jpeg: [UInt8]?) -> Orientation {
        let own = block.integer(.orientation, in: .thumbnail).flatMap { Orientation(rawValue: $0) }
        return metadata.orientation(ofThumbnail: size, own: own, jpeg: jpeg)
    }

    private mutating func turnJPEG(_ offsetEntry: TIFFEntry, in directory: TIFFDirectory) {
        guard let lengthEntry = directory.entry(.jpegInterchangeFormatLength),
            let start = block.integer(offsetEntry), let length = block.integer(lengthEntry)
        else { return drop(directory, because: "its offset or length cannot be read") }
        guard length > 0 else { return }
        guard start >= 8, start < block.bytes.count else {
            return drop(directory, because: "its offset \(start) is outside of the block")
        }
        // In truncated blocks, the length often exceeds the end: use the part of the picture that exists.
        let range = start..<min(block.bytes.count, start + length)
        let jpeg = Array(block.bytes[range])
        guard let file = try? JPEGFile(parsing: jpeg) else {
            // No reader shows data that is not a JPEG, so it cannot appear sideways; the data itself is kept.
            if turn.orientation != .up {
                warnings.append("the thumbnail at offset \(start) is not a readable JPEG; kept unchanged")
            }
            return
        }
        let orientation = orientation(ofThumbnail: file.frameHeader.size, jpeg: jpeg)
        guard orientation != .up else { return }
        let turned: [UInt8]
        do throws(FormatError) {
            turned = try metadata.embedded(jpeg, orientation)
        } catch {
            return drop(directory, because: "\(error)")
        }
        let isOwn = block.isFree(range, except: [offsetEntry.offset])
        if let limit, turned.count > range.count || !isOwn {
            let end = range.upperBound == block.bytes.count && isOwn ? range.lowerBound : block.bytes.count + 1
            guard end + turned.count <= limit else {
                return drop(directory, because: "once turned, it would make the block longer than \(limit) bytes")
            }
        }
        let place = block.place(turned, over: isOwn ? range : nil)
        guard block.patch(lengthEntry, with: [turned.count]), block.patch(offsetEntry, with: [place]) else {
            return drop(directory, because: "its new offset or length cannot be written")
        }
        block.readDirectories()
        exchangePairs(ofThumbnail: file.frameHeader.size, turnedBy: orientation)
        changes.append(
            Change(
                .exif("Thumbnail"), from: "\(jpeg.count) bytes, orientation \(orientation.rawValue)",
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

    /// Drops the thumbnail by setting its length in IFD1 to 0; its tags stay, since readers require them.
    mutating func drop(_ directory: TIFFDirectory, because reason: String) {
        // A thumbnail that needs no turn is kept, readable or not.
        guard turn.orientation != .up else { return }
        for tag in [TIFFTag.jpegInterchangeFormatLength, .stripByteCounts] {
            guard let entry = directory.entry(tag), let lengths = block.integers(entry) else { continue }
            block.patch(entry, with: lengths.map { _ in 0 })
        }
        block.readDirectories()
        warnings.append("the thumbnail is dropped: \(reason)")
        changes.append(Change(.exif("Thumbnail"), from: "not turned", to: "dropped"))
    }
}
