internal import UprightFormats
internal import UprightBase

extension ExifTurnEditor {
    /// The minimum length of a preview in bytes; anything shorter that starts like one is not a preview.
    private static let minimumPreview = 1024

    /// Turns the pictures in a maker note, and those between the data that the directories use. Only whole JPEGs are
    /// turned, in place and with their length, so that no byte of the note moves. A preview that would become longer is
    /// kept, with a warning.
    mutating func turnPreviews() {
        guard !metadata.movesNothing else { return }
        let note = block.entry(.makerNote, in: .exif)?.value ?? 0..<0
        var position = 8
        while position + Self.minimumPreview < block.bytes.count,
            let second = block.bytes[position...].firstIndex(of: JPEGMarker.soi)
        {
            position = second + 1
            let start = second - 1
            guard start + Self.minimumPreview < block.bytes.count, block.bytes[position] == JPEGMarker.prefix else {
                continue
            }
            let isInNote = note.contains(start)
            // Minolta cameras replace the first byte of the picture.
            guard block.bytes[start] == JPEGMarker.prefix || isInNote && block.bytes[position + 1] == JPEGMarker.dqt
            else { continue }
            let end = isInNote ? note.upperBound : block.bytes.count
            guard let file = try? JPEGFile(parsing: [JPEGMarker.prefix] + block.bytes[second..<end]) else { continue }
            let range = start..<start + file.trailer.lowerBound
            guard range.count >= Self.minimumPreview, isInNote || block.isFree(range, except: []),
                file.warnings.isEmpty
            else { continue }
            turnPreview(range, of: file.frameHeader.size)
            position = range.upperBound
        }
    }

    private mutating func turnPreview(_ range: Range<Int>, of size: Size) {
        let jpeg = [JPEGMarker.prefix] + block.bytes[range.dropFirst()]
        let orientation = metadata.orientation(ofThumbnail: size, own: nil, jpeg: jpeg)
        guard orientation != .up else { return }
        do throws(FormatError) {
            let turned = try adopt(metadata.embedded(jpeg, orientation), of: "preview at offset \(range.lowerBound)")
            guard let filled = EmbeddedJPEG.filled(turned, to: jpeg.count) else {
                needsOriginal = true
                warnings.append(
                    "the preview at offset \(range.lowerBound) would be \(turned.count) bytes long once turned, "
                        + "and there is space for \(jpeg.count); kept unchanged")
                return
            }
            // The first byte stays as the maker wrote it.
            block.write(Array(filled.dropFirst()), at: range.lowerBound + 1)
            changes.append(
                Change(
                    .exif("MakerNote preview"), from: "\(jpeg.count) bytes, orientation \(orientation.rawValue)",
                    to: "\(turned.count) bytes, orientation 1"))
        } catch {
            needsOriginal = true
            warnings.append(
                "the preview at offset \(range.lowerBound) cannot be turned: \(error); kept unchanged"
            )
        }
    }
}
