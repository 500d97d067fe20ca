internal import UprightFormats
package import UprightBase

/// The JPEG streams of a TIFF picture with the compression 7: one for each strip or tile. Tables that streams have in common
/// are in a stream of their own.
///
/// Source: TIFF Technical Note 2, "Replacement TIFF/JPEG specification".
package struct TIFFJPEGStreams {
    /// The picture.
    package let layout: TIFFLayout
    /// Each strip or tile with the common tables, as a file of its own.
    let files: [(bytes: [UInt8], structure: JPEGFile)]

    /// Reads the structure of the streams. Nothing is decoded.
    ///
    /// - Parameters:
    ///   - bytes: the whole TIFF file.
    ///   - tables: the place of the common tables (`JPEGTables`, tag 347); nil if there are none.
    ///   - segments: the places of the strips or tiles.
    package init(
        _ bytes: [UInt8], tables: Range<Int>?, segments: [Range<Int>], _ layout: TIFFLayout
    ) throws(CodecError) {
        self.layout = layout
        var common = tables.map { bytes[$0] } ?? []
        // Writers pad the tables.
        if common.last == 0 { common = common.dropLast() }
        if common.suffix(2).elementsEqual([0xFF, JPEGMarker.eoi]) { common = common.dropLast(2) }
        var files: [(bytes: [UInt8], structure: JPEGFile)] = []
        for (number, range) in segments.enumerated() {
            guard bytes[range].starts(with: [0xFF, JPEGMarker.soi]) else {
                throw CodecError(.undecodable, "stream \(number) at byte \(range.lowerBound): expected SOI, found none")
            }
            let own = common.isEmpty ? bytes[range] : bytes[range].dropFirst(2)
            let stream = Array(common) + own
            do {
                files.append((stream, try JPEGFile(parsing: stream)))
            } catch {
                throw CodecError(.undecodable, "stream \(number) at byte \(range.lowerBound): \(error)")
            }
        }
        self.files = files
    }

    /// The size of the picture in a strip or tile.
    func size(ofSegment index: Int) -> Size {
        guard layout.tile == nil else { return layout.segment }
        let row = index % layout.down
        let rows = min(layout.segment.height, layout.size.height - row * layout.segment.height)
        return Size(width: layout.size.width, height: rows)
    }

    /// Why the picture cannot be turned; nil if it can.
    package func obstacle(to orientation: Orientation) -> String? {
        guard let first = files.first?.structure.frameHeader else { return "it has no JPEG stream" }
        let expected = layout.isPlanar ? 1 : layout.samples
        for (number, file) in files.enumerated() {
            let (frame, size) = (file.structure.frameHeader, size(ofSegment: number))
            let name = "its JPEG stream \(number)"
            guard [.baseline, .sequential].contains(frame.process), file.structure.frameCount == 1 else {
                return "\(name) is not coded sequentially"
            }
            if let warning = file.structure.warnings.first { return "\(name) is damaged: \(warning)" }
            // The last strip may be as high as the others.
            guard frame.precision == layout.bits, frame.components.count == expected, frame.size.width == size.width,
                frame.size.height >= size.height, frame.size.height <= layout.segment.height
            else {
                return "\(name) has \(frame.size.width)×\(frame.size.height) pixels of \(frame.components.count) "
                    + "components, expected \(size.width)×\(size.height) of \(expected)"
            }
            guard frame.hasSampling(of: first) else { return "\(name) is sampled in another way than the first" }
            // Each plane has quantization tables of its own.
            let start = number / (layout.across * layout.down) * (layout.across * layout.down)
            guard quantization(number) == quantization(start), applicationData(number) == applicationData(0) else {
                return "\(name) has other quantization tables or application data than the first"
            }
        }
        let (across, down) = (8 * first.maximumHorizontal, 8 * first.maximumVertical)
        guard first.components.allSatisfy({ [1, 2, 4].contains($0.horizontal) && [1, 2, 4].contains($0.vertical) })
        else { return "its JPEG has an unusual sampling" }
        guard layout.across == 1 || layout.segment.width % across == 0,
            layout.down == 1 || layout.segment.height % down == 0
        else { return "its strips or tiles are not whole blocks of its JPEG" }
        let turned = layout.turned(by: orientation).segment
        guard turned.width <= 0xFFFF, turned.height <= 0xFFFF else {
            return "its turned strips would be too long for JPEG"
        }
        return nil
    }

    /// The components that are shown as before after a turn, by their numbers in the file: those whose coefficients only move.
    func exactComponents(_ orientation: Orientation) -> Set<Int> {
        guard let first = files.first?.structure.frameHeader else { return [] }
        let (turn, keepsSeams) = (PictureTurn(orientation, of: extent(orientation)), keepsSeams(orientation))
        return Set(
            first.components.filter { component in
                let factors = (
                    horizontal: (component.horizontal, first.maximumHorizontal),
                    vertical: (component.vertical, first.maximumVertical)
                )
                let isWhole = factors.horizontal.0 == factors.horizontal.1 && factors.vertical.0 == factors.vertical.1
                return (isWhole || keepsSeams)
                    && JPEGPlaneGeometry(turn, horizontal: factors.horizontal, vertical: factors.vertical).isExact
            }.map { Int($0.id) })
    }

    /// Whether the turned strips or tiles are those of the picture, each turned. Decoders interpolate subsampled chroma within a
    /// strip or tile, and show something else near an edge that is at another place.
    private func keepsSeams(_ orientation: Orientation) -> Bool {
        guard layout.tile == nil else { return extent(orientation) == extent(.up) }
        let mirrorsRows = orientation.transposes ? orientation.mirrorsHorizontally : orientation.mirrorsVertically
        return layout.down == 1
            || !orientation.transposes && (!mirrorsRows || layout.size.height % layout.segment.height == 0)
    }

    /// The size of what is turned: all tiles, or only the picture if a turn would move their padding into it.
    func extent(_ orientation: Orientation) -> Size {
        let whole = Size(
            width: layout.across * layout.segment.width,
            height: layout.tile == nil ? layout.size.height : layout.down * layout.segment.height)
        let (mirrorsColumns, mirrorsRows) =
            orientation.transposes
            ? (orientation.mirrorsVertically, orientation.mirrorsHorizontally)
            : (orientation.mirrorsHorizontally, orientation.mirrorsVertically)
        let isMoved =
            mirrorsColumns && whole.width > layout.size.width || mirrorsRows && whole.height > layout.size.height
        return isMoved ? layout.size : whole
    }

    /// The segments of a stream that are neither tables nor picture: a writer's marks.
    func applicationData(_ index: Int) -> [[UInt8]] {
        let (bytes, structure) = files[index]
        return structure.segments.filter { (0xE0...0xEF).contains($0.marker) || $0.marker == JPEGMarker.com }.map {
            Array(bytes[$0.markerOffset..<$0.range.upperBound])
        }
    }

    private func quantization(_ index: Int) -> [ArraySlice<UInt8>] {
        let (bytes, structure) = files[index]
        return structure.segments.filter { $0.marker == JPEGMarker.dqt }.map { bytes[$0.payload] }
    }
}

extension JPEGFrameHeader {
    fileprivate func hasSampling(of other: JPEGFrameHeader) -> Bool {
        components.count == other.components.count
            && zip(components, other.components).allSatisfy {
                $0.horizontal == $1.horizontal && $0.vertical == $1.vertical
            }
    }
}
