internal import UprightBase
internal import UprightFormats

extension ExifTurnEditor {
    /// Turns a thumbnail in uncompressed strips, pixel by pixel.
    mutating func turnStrips(in directory: TIFFDirectory) {
        guard let width = block.integer(.imageWidth, in: .thumbnail),
            let height = block.integer(.imageLength, in: .thumbnail), (1...65_535).contains(width),
            (1...65_535).contains(height)
        else { return drop(directory, because: "its size cannot be read") }
        let size = Size(width: width, height: height)
        let own = block.integer(.orientation, in: .thumbnail).flatMap { Orientation(rawValue: $0) }
        let orientation = metadata.orientation(ofThumbnail: size, own: own, jpeg: nil)
        guard orientation != .up else { return }
        guard let layout = PixelLayout(thumbnailOf: block, size: size) else {
            return drop(directory, because: "its strips are compressed or do not have 8 bits per sample")
        }
        let strips = block.dataPlaces(of: directory).map(\.range)
        var raster = strips.flatMap { block.bytes[$0] }
        guard raster.count >= layout.length else {
            return drop(directory, because: "expected \(layout.length) bytes, found \(raster.count)")
        }
        raster = layout.turned(Array(raster[..<layout.length]), by: orientation)
        write(raster, over: strips, rows: size.turned(by: orientation).height, in: directory)
        exchangePairs(ofThumbnail: size, turnedBy: orientation)
        if orientation.transposes, let entry = block.entry(.yCbCrSubSampling, in: .thumbnail),
            let factors = block.integers(entry), factors.count == 2, factors[0] != factors[1]
        {
            block.patch(entry, with: factors.reversed())
        }
        changes.append(
            Change(
                .exif("Thumbnail"), from: "\(width)×\(height), orientation \(orientation.rawValue)",
                to: "\(size.turned(by: orientation).width)×\(size.turned(by: orientation).height), orientation 1"))
    }

    /// Writes the turned rows as one strip: over the old strips if they are contiguous, otherwise at the block's end.
    private mutating func write(_ raster: [UInt8], over strips: [Range<Int>], rows: Int, in directory: TIFFDirectory) {
        let follow = zip(strips, strips.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound }
        guard let first = strips.first, let last = strips.last, let offsets = directory.entry(.stripOffsets) else {
            return
        }
        let whole = first.lowerBound..<max(first.lowerBound, last.upperBound)
        let isOwn = follow && block.isFree(whole, except: [offsets.offset])
        var written = block
        let start = written.store(raster, over: isOwn ? whole : nil)
        let order = block.byteOrder
        written.set(
            [
                TIFFField(tag: .stripOffsets, type: .long, integers: [start], order: order),
                TIFFField(tag: .stripByteCounts, type: .long, integers: [raster.count], order: order),
                TIFFField(tag: .rowsPerStrip, type: .long, integers: [rows], order: order),
            ], in: .thumbnail)
        if let limit, !written.shorten(to: limit, original: block.bytes.count) {
            return drop(directory, because: "once turned, it would make the block longer than \(limit) bytes")
        }
        block = written
    }
}

extension PixelLayout {
    /// The layout of the strips in a thumbnail's directory; nil if strips with this layout cannot be turned.
    init?(thumbnailOf block: TIFFBlock, size: Size) {
        let kind = TIFFDirectory.Kind.thumbnail
        let depths = block.entry(.bitsPerSample, in: kind).flatMap { block.integers($0) } ?? []
        let photometric = block.integer(.photometricInterpretation, in: kind) ?? 2
        let samples = block.integer(.samplesPerPixel, in: kind) ?? max(depths.count, 1)
        let factors =
            photometric == 6
            ? block.entry(.yCbCrSubSampling, in: kind).flatMap { block.integers($0) } ?? [2, 2] : [1, 1]
        guard (block.integer(.compression, in: kind) ?? 1) == 1, (1...4).contains(samples), !depths.isEmpty,
            depths.allSatisfy({ $0 == 8 }), samples == 1 || (block.integer(.planarConfiguration, in: kind) ?? 1) == 1,
            factors.count == 2, factors.allSatisfy({ [1, 2, 4].contains($0) }), size.width % factors[0] == 0,
            size.height % factors[1] == 0, photometric != 6 || samples == 3
        else { return nil }
        self.init(size: size, unit: Size(width: factors[0], height: factors[1]), samples: samples)
    }
}
