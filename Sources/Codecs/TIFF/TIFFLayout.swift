internal import CUprightCodecs
package import UprightBase

/// How the samples of a TIFF picture are stored.
package struct TIFFLayout: Sendable, Hashable {
    /// The size of the picture.
    package var size: Size
    /// The bits of a sample.
    package var bits: Int
    /// The samples of a pixel.
    package var samples: Int
    /// Whether the samples are stored plane by plane.
    package var isPlanar: Bool
    /// The compression (TIFF 6.0, tag 259).
    package var compression: Int
    /// The predictor (tag 317).
    package var predictor: Int
    /// The order of the bits in a byte (tag 266).
    package var fillOrder: Int
    /// What a sample is (tag 339).
    package var sampleFormat: Int
    /// The options of CCITT's group 3 (tag 292).
    package var group3: Int
    /// The size of the tiles; nil for strips.
    package var tile: Size?
    /// The rows of a strip, at most those of the picture.
    package var rowsPerStrip: Int
    /// The order of the bytes of a sample.
    package var isLittleEndian: Bool

    package init(
        size: Size, bits: Int, samples: Int, isPlanar: Bool, compression: Int, predictor: Int, fillOrder: Int,
        sampleFormat: Int, group3: Int, tile: Size?, rowsPerStrip: Int, isLittleEndian: Bool
    ) {
        self.size = size
        self.bits = bits
        self.samples = samples
        self.isPlanar = isPlanar
        self.compression = compression
        self.predictor = predictor
        self.fillOrder = fillOrder
        self.sampleFormat = sampleFormat
        self.group3 = group3
        self.tile = tile
        self.rowsPerStrip = rowsPerStrip
        self.isLittleEndian = isLittleEndian
    }

    /// Whether each strip or tile is a JPEG stream.
    package var isJPEG: Bool { compression == 7 }
    /// The bits of a pixel in a plane.
    package var pixelBits: Int { isPlanar ? bits : bits * samples }
    package var planes: Int { isPlanar ? samples : 1 }
    /// The bytes of a row of the picture.
    package var rowBytes: Int { (size.width * pixelBits + 7) / 8 }
    /// The bytes of all samples.
    package var byteCount: Int { rowBytes.multipliedReportingOverflow(by: size.height * planes).partialValue }
    var segment: Size { tile ?? Size(width: size.width, height: rowsPerStrip) }
    /// The bytes of a row of a strip or tile.
    var segmentRowBytes: Int { (segment.width * pixelBits + 7) / 8 }
    /// The bytes of a whole strip or tile.
    package var segmentBytes: Int { segmentRowBytes * segment.height }
    /// The strips or tiles side by side.
    var across: Int { (size.width + segment.width - 1) / segment.width }
    /// The strips or tiles one below the other.
    var down: Int { (size.height + segment.height - 1) / segment.height }
    /// The strips or tiles of all planes.
    package var segmentCount: Int { across * down * planes }

    /// The rows of a strip or tile that are in the picture.
    func rows(ofSegment index: Int) -> Int {
        tile == nil ? min(rowsPerStrip, size.height - index / across % down * rowsPerStrip) : segment.height
    }

    /// Whether strips or tiles of these lengths have all of their samples. What codes need cannot be known.
    package func fills(_ lengths: [Int]) -> Bool {
        compression != 1
            || zip(lengths, 0...).allSatisfy { $0 >= rows(ofSegment: $1) * segmentRowBytes }
    }

    /// Why samples with this predictor have no meaning; nil if they have one. Compressions without a predictor ignore it.
    package var predictorObstacle: String? {
        guard predictor > 1, [5, 8, 32_946, 34_925, 50_000].contains(compression) else { return nil }
        let sizes = predictor == 2 ? [8, 16, 32, 64] : [16, 24, 32, 64]
        return sizes.contains(bits)
            ? nil : "its predictor \(predictor) is for samples of \(sizes) bits, and it has samples of \(bits)"
    }

    /// Returns the layout of the turned picture. Tiles are turned; strips keep about their number, and so their bytes.
    package func turned(by orientation: Orientation) -> TIFFLayout {
        guard orientation.transposes else { return self }
        var turned = self
        turned.size = size.turned(by: orientation)
        turned.tile = tile?.turned(by: orientation)
        if rowsPerStrip >= size.height {
            turned.rowsPerStrip = turned.size.height
        } else {
            // Strips of JPEG consist of whole blocks, of at most 32 rows. The number of strips and not that of their bytes is
            // kept: rounded down at each turn, strips would become shorter and shorter.
            let unit = isJPEG ? 32 : 1
            let rows = (turned.size.height + down - 1) / down
            turned.rowsPerStrip = min(turned.size.height, (rows + unit - 1) / unit * unit)
        }
        return turned
    }

    /// The layout as the codec takes it.
    var coded: tiff_codec_layout {
        tiff_codec_layout(
            width: UInt32(clamping: size.width), height: UInt32(clamping: size.height), bits: UInt16(clamping: bits),
            samples: UInt16(clamping: samples), planar: isPlanar ? 2 : 1, compression: UInt16(clamping: compression),
            predictor: UInt16(clamping: predictor), fill_order: UInt16(clamping: fillOrder),
            sample_format: UInt16(clamping: sampleFormat), group3: UInt32(clamping: group3),
            tile_width: UInt32(clamping: tile?.width ?? 0), tile_height: UInt32(clamping: segment.height))
    }
}
