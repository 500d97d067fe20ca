internal import UprightBytes
internal import UprightCodecs
internal import UprightContainers
internal import UprightDigests
internal import UprightGeometry
internal import UprightMetadata

/// The digest of what a file shows, in its upright form. Turning the file exactly, its metadata and its coding (progressive or
/// not, optimized or not, the deflater) do not change it.
///
/// It is taken of what ``Normalizer`` would make of the file: a JPEG's coefficients and quantizers, the pixels of PNG and
/// lossless WebP, the indices and colours of GIF, the coded data and the geometry of HEIF. A JPEG component that is
/// requantized by a turn is a new picture: the file before such a turn by hand has another digest than the file after it, while
/// a file with an orientation and its normalized output have the same.
package enum PictureDigest {
    /// Returns the digest in hexadecimal digits; nil if the file has no picture that can be read whole.
    package static func of(_ bytes: [UInt8], limits: Limits) -> String? {
        var options = NormalizationOptions()
        options.limits = limits
        let result = Normalizer(options: options).normalize(bytes)
        guard result.report.outcome != .rejected, result.report.outcome != .ignored else { return nil }
        let upright: [UInt8]
        switch result.output {
        case .none, .source: upright = bytes
        case .bytes(let written): upright = written
        }
        var digest = Hashing(result.report.type)
        let isWhole: Bool
        switch result.report.type {
        case .jpeg: isWhole = digest.add(jpeg: upright)
        case .png: isWhole = digest.add(png: upright)
        case .gif: isWhole = digest.add(gif: upright)
        case WebPFormat().description.type: isWhole = digest.add(webP: upright)
        default: isWhole = digest.add(heif: upright)
        }
        return isWhole ? digest.hexadecimal : nil
    }

    private struct Hashing {
        private var sha256 = SHA256()

        init(_ type: ImageType) { add(Array("upright picture 1 \(type.rawValue)\n".utf8)) }

        var hexadecimal: String { UprightDigests.hexadecimal(sha256.finalized()) }

        mutating func add(_ bytes: some Collection<UInt8>) {
            if bytes.withContiguousStorageIfAvailable({ sha256.update(UnsafeRawBufferPointer($0)) }) == nil {
                Array(bytes).withUnsafeBytes { sha256.update($0) }
            }
        }

        /// Numbers are eight bytes, so that no two lists of them look the same.
        mutating func add(_ numbers: Int...) {
            for number in numbers { withUnsafeBytes(of: Int64(number).littleEndian) { sha256.update($0) } }
        }

        mutating func add(jpeg bytes: [UInt8]) -> Bool {
            guard let file = try? JPEGFile(parsing: bytes) else { return false }
            let header = file.frameHeader
            if header.process == .lossless {
                // Its samples are coded without loss, and a turn codes them in one way only.
                let scans = file.segments.filter { $0.marker == JPEGMarker.sos }
                guard let first = scans.first else { return false }
                add(header.size.width, header.size.height)
                add(bytes[first.range.lowerBound..<file.trailer.lowerBound])
                return true
            }
            guard let (picture, warnings) = try? JPEGCoefficients.decoding(file, in: bytes), warnings.isEmpty else {
                return false
            }
            add(picture.size.width, picture.size.height, picture.precision, picture.planes.count)
            for plane in picture.planes {
                add(plane.horizontal, plane.vertical, plane.width, plane.height)
                for step in plane.quantization { add(Int(step)) }
                for row in 0..<plane.height {
                    sha256.update(UnsafeRawBufferPointer(start: plane.block(0, row), count: plane.width * 128))
                }
            }
            withExtendedLifetime(picture) {}
            return true
        }

        mutating func add(png bytes: [UInt8]) -> Bool {
            guard let file = try? PNGFile(parsing: bytes), !file.isCgBI else { return false }
            let header = file.header
            add(header.size.width, header.size.height, header.bitDepth, Int(header.colorType.rawValue))
            for type in [PNGChunkType.plte, PNGChunkType("tRNS")] {
                let data = file.chunks.first { $0.type == type }.map { Array(bytes[$0.data]) } ?? []
                add(data.count)
                add(data)
            }
            let frames = PNGFrames(of: file, in: bytes)
            for control in frames.controls.keys.sorted() {
                // Without the sequence number.
                add(bytes[file.chunks[control].data].dropFirst(4))
            }
            for frame in frames.all {
                var own = header
                own.size = frame.size
                var writer = PNGWriter()
                writer.append(.ihdr, own.serialized)
                if let palette = file.chunks.first(where: { $0.type == .plte }) {
                    writer.append(.plte, Array(bytes[palette.data]))
                }
                frame.joined(in: bytes).withUnsafeBytes { writer.append(.idat, $0) }
                writer.append(.iend, [])
                guard let picture = try? ReferencePNG(decoding: writer.bytes) else { return false }
                add(picture.size.width, picture.size.height, picture.bitsPerPixel)
                add(picture.rows)
            }
            return !frames.all.isEmpty
        }

        mutating func add(gif bytes: [UInt8]) -> Bool {
            let picture = ReferenceGIF(decoding: bytes)
            guard picture.error == nil, let file = try? GIFFile(parsing: bytes) else { return false }
            add(picture.size.width, picture.size.height, picture.frames.count)
            // The colours; the first six bytes are the version.
            add(bytes[file.head].dropFirst(10))
            for block in file.blocks {
                switch block.content {
                case .graphicControl: add(bytes[block.range])
                case .image(let image):
                    add(image.rect.x, image.rect.y, image.rect.width, image.rect.height)
                    add(image.palette.map { Array(bytes[$0]) } ?? [])
                default: break
                }
            }
            for frame in picture.frames { add(frame.indices) }
            return true
        }

        mutating func add(webP bytes: [UInt8]) -> Bool {
            guard let file = try? WebPFile(parsing: bytes) else { return false }
            let picture = file.picture
            add(picture.size.width, picture.size.height, picture.loopCount ?? -1, picture.frames.count)
            for chunk in file.chunks where ["VP8 ", "VP8L", "ALPH"].contains(chunk.code) {
                guard add(chunk, bytes) else { return false }
            }
            for frame in picture.frames {
                add(frame.rect.x, frame.rect.y, frame.duration, frame.replaces ? 1 : 0, frame.isCleared ? 1 : 0)
                for part in frame.parts where ["VP8 ", "VP8L", "ALPH"].contains(part.code) {
                    guard add(part, bytes) else { return false }
                }
            }
            // Pictures coded with loss keep their orientation.
            add(picture.isLossy ? orientation(of: bytes) : 1)
            return true
        }

        private mutating func add(_ chunk: WebPFile.Chunk, _ bytes: [UInt8]) -> Bool {
            guard chunk.code == "VP8L", let coded = try? WebPCodedPicture(chunk, in: bytes) else {
                add(bytes[chunk.payload])
                return true
            }
            add(coded.size.width, coded.size.height)
            do throws(CodecError) {
                let decoded = try WebPRaster.decode(bytes[chunk.payload], size: coded.size, isOpaque: false)
                guard decoded.damage == nil else { return false }
                let raster = decoded.picture()
                raster.withBytes { sha256.update($0) }
                return true
            } catch {
                return false
            }
        }

        private func orientation(of bytes: [UInt8]) -> Int {
            let properties = try? ImageProperties(reading: bytes)
            return properties?.orientation?.rawValue ?? 1
        }

        mutating func add(heif bytes: [UInt8]) -> Bool {
            guard let file = try? HEIFFile(parsing: bytes), let meta = file.meta, file.warnings.isEmpty else {
                return false
            }
            add(meta.items.firstIndex { $0.id == meta.primary } ?? -1)
            for item in meta.items where item.metadata == nil && item.type != "mime" {
                guard let data = meta.data(of: item.id, in: bytes, maximum: bytes.count) else { return false }
                add(Array(item.type.utf8))
                add(data.count)
                add(data)
                add((meta.properties.transforms(of: item.id) ?? .none).orientation.rawValue)
                let numbers = meta.properties.tables.flatMap(\.entries).filter { $0.id == item.id }
                    .flatMap(\.associations).map(\.property)
                for number in numbers where meta.properties.properties.indices.contains(number - 1) {
                    let property = meta.properties.properties[number - 1]
                    // The decoder's configuration, the size and the crop; colours are metadata.
                    if ["hvcC", "av1C", "avcC", "ispe", "clap", "auxC"].contains(property.type) { add(property.bytes) }
                }
            }
            if let film = file.boxes.first(where: { $0.type == "moov" }) { add(bytes[film.range]) }
            return true
        }
    }
}
