internal import UprightGeometry
internal import UprightContainers
internal import UprightMetadata

extension ExifTurnEditor {
    /// Turns the thumbnail of IFD1, as it lies.
    mutating func turnThumbnail() {
        guard let directory = block.directory(.thumbnail) else { return }
        if let offset = directory.entry(.jpegInterchangeFormat) {
            turnJPEG(offset, in: directory)
        } else if directory.entry(.stripOffsets) != nil {
            turnStrips(in: directory)
        }
    }

    /// How the thumbnail lies.
    private func orientation(ofThumbnail size: Size, jpeg: [UInt8]?) -> Orientation {
        let own = block.integer(.orientation, in: .thumbnail).flatMap { Orientation(rawValue: $0) }
        return metadata.orientation(ofThumbnail: size, own: own, jpeg: jpeg)
    }

    private mutating func turnJPEG(_ offsetEntry: TIFFEntry, in directory: TIFFDirectory) {
        guard let lengthEntry = directory.entry(.jpegInterchangeFormatLength),
            let start = block.integer(offsetEntry), let length = block.integer(lengthEntry)
        else { return drop(directory, because: "its place cannot be read") }
        guard length > 0 else { return }
        guard start >= 8, start < block.bytes.count else {
            return drop(directory, because: "it lies outside of the block, at offset \(start)")
        }
        // A length that runs past the end is common in cut-off blocks: what there is of the picture is there.
        let range = start..<min(block.bytes.count, start + length)
        let jpeg = Array(block.bytes[range])
        guard let file = try? JPEGFile(parsing: jpeg) else {
            // No reader can show what is no JPEG, so it cannot be sideways; what it is, is not ours to throw away.
            if turn.orientation != .up {
                warnings.append("the thumbnail at offset \(start) is no JPEG that can be read: kept as it is")
            }
            return
        }
        let orientation = orientation(ofThumbnail: file.frameHeader.size, jpeg: jpeg)
        guard orientation != .up else { return }
        let turned: [UInt8]
        do throws(EmbeddedPictureError) {
            turned = try metadata.embedded(jpeg, orientation)
        } catch {
            return drop(directory, because: "\(error)")
        }
        let isOwn = block.isFree(range, except: [offsetEntry.offset])
        if let limit, turned.count > range.count || !isOwn {
            let end = range.upperBound == block.bytes.count && isOwn ? range.lowerBound : block.bytes.count + 1
            guard end + turned.count <= limit else {
                return drop(directory, because: "turned, it would make the block longer than \(limit) bytes")
            }
        }
        let place = block.place(turned, over: isOwn ? range : nil)
        guard block.patch(lengthEntry, with: [turned.count]), block.patch(offsetEntry, with: [place]) else {
            return drop(directory, because: "its place cannot be written")
        }
        block.readDirectories()
        exchangePairs(ofThumbnail: file.frameHeader.size, turnedBy: orientation)
        changes.append(
            Change(
                .exif("Thumbnail"), from: "\(jpeg.count) bytes, orientation \(orientation.rawValue)",
                to: "\(turned.count) bytes, orientation 1"))
    }

    /// Exchanges what IFD1 says once for each axis.
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

    /// Takes the thumbnail out of IFD1, by giving it the length 0: its tags stay, as readers demand them.
    mutating func drop(_ directory: TIFFDirectory, because reason: String) {
        // A thumbnail that nothing has to turn is left, readable or not.
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
