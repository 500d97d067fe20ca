internal import UprightCodecs
internal import UprightBase
internal import UprightFormats

extension WebPFormat {
    /// Adds the pixels of each frame that is coded without loss, the bytes of others, and what places the frames.
    package func addPicture(of bytes: [UInt8], to digest: inout PictureHashing) -> Bool {
        guard let file = try? WebPFile(parsing: bytes) else { return false }
        let picture = file.picture
        digest.add(picture.size.width, picture.size.height, picture.loopCount ?? -1, picture.frames.count)
        for chunk in file.chunks where ["VP8 ", "VP8L", "ALPH"].contains(chunk.code) {
            guard add(chunk, of: bytes, to: &digest) else { return false }
        }
        for frame in picture.frames {
            digest.add(frame.rect.x, frame.rect.y, frame.duration, frame.replaces ? 1 : 0, frame.isCleared ? 1 : 0)
            for part in frame.parts where ["VP8 ", "VP8L", "ALPH"].contains(part.code) {
                guard add(part, of: bytes, to: &digest) else { return false }
            }
        }
        // Pictures coded with loss keep their orientation.
        digest.add(picture.isLossy ? (try? ImageProperties(reading: bytes))?.orientation?.rawValue ?? 1 : 1)
        return true
    }

    private func add(_ chunk: WebPFile.Chunk, of bytes: [UInt8], to digest: inout PictureHashing) -> Bool {
        guard chunk.code == "VP8L", let coded = try? WebPCodedPicture(chunk, in: bytes) else {
            digest.add(bytes[chunk.payload])
            return true
        }
        digest.add(coded.size.width, coded.size.height)
        do throws(CodecError) {
            let decoded = try WebPRaster.decode(bytes[chunk.payload], size: coded.size, isOpaque: false)
            guard decoded.damage == nil else { return false }
            let raster = decoded.picture()
            raster.withBytes { digest.add($0) }
            return true
        } catch {
            return false
        }
    }
}
