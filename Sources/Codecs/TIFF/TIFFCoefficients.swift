internal import Glibc
internal import UprightFormats
package import UprightBase

/// The coefficients of a TIFF picture whose strips or tiles are JPEG streams: of all samples, or of each plane.
package struct TIFFCoefficients {
    /// What is written into a file.
    package struct Encoded {
        /// The tables that all streams have in common, as a stream (`JPEGTables`, tag 347); nil if there are none.
        package var tables: [UInt8]?
        /// The streams of the strips or tiles.
        package var segments: [[UInt8]]

        package init(tables: [UInt8]?, segments: [[UInt8]]) { (self.tables, self.segments) = (tables, segments) }
    }

    /// How the picture is stored.
    package private(set) var layout: TIFFLayout
    private var pictures: [JPEGCoefficients] = []
    /// The components by their numbers in the file, and whether a turn shows each as before.
    package let components: [(id: Int, isExact: Bool)]
    private let codings: [JPEGCoding]
    private let applicationData: [[UInt8]]

    /// Decodes the strips or tiles.
    ///
    /// - Parameter orientation: the turn that is to follow. Blocks of tiles outside of the picture are dropped if they would come
    ///   to lie in it.
    package init(decoding streams: TIFFJPEGStreams, toTurn orientation: Orientation) throws(CodecError) {
        let extent = streams.extent(orientation)
        layout = streams.layout
        let exact = streams.exactComponents(orientation)
        components = (streams.files.first?.structure.frameHeader.components ?? []).map {
            (Int($0.id), exact.contains(Int($0.id)))
        }
        let perPlane = layout.across * layout.down
        applicationData = streams.files.isEmpty ? [] : streams.applicationData(0)
        codings = (0..<layout.planes).map { plane in
            JPEGCoding(of: streams.files[plane * perPlane].structure, in: streams.files[plane * perPlane].bytes)
        }
        for plane in 0..<layout.planes {
            var whole: JPEGCoefficients?
            for index in 0..<perPlane {
                let file = streams.files[plane * perPlane + index]
                let (part, warnings) = try JPEGCoefficients.decoding(file.structure, in: file.bytes)
                if let warning = warnings.first {
                    throw CodecError(.undecodable, "stream \(plane * perPlane + index): \(warning)")
                }
                if whole == nil { whole = try part.enlarged(to: extent) }
                guard let picture = whole else { continue }
                guard zip(picture.planes, part.planes).allSatisfy({ $0.quantization == $1.quantization }) else {
                    throw CodecError(.unsupported, "its strips or tiles have different quantization tables")
                }
                let x = index % layout.across * layout.segment.width
                let y = index / layout.across * layout.segment.height
                for number in picture.planes.indices {
                    picture.copy(part.planes[number], to: number, x: x, y: y)
                }
            }
            if let whole { pictures.append(whole) }
        }
    }

    /// Turns the picture. Components that are no whole number of blocks along a mirrored axis are quantized again, as in a JPEG
    /// file.
    package mutating func turn(_ orientation: Orientation) throws(CodecError) {
        for index in pictures.indices {
            guard pictures[index].separateTables() else {
                throw CodecError(.unsupported, "its JPEG has more than four quantization tables")
            }
            try pictures[index].turn(orientation)
        }
        layout = layout.turned(by: orientation)
    }

    /// Encodes the strips or tiles.
    ///
    /// - Parameters:
    ///   - sharesTables: whether the file has a place for common tables.
    ///   - limit: the maximum number of bytes.
    package func encoded(sharesTables: Bool, limit: Int) throws(CodecError) -> Encoded {
        var streams: [EncodedJPEG] = []
        var left = limit
        for (picture, coding) in zip(pictures, codings) {
            for index in 0..<layout.across * layout.down {
                let (column, row) = (index % layout.across, index / layout.across)
                let (left0, top) = (column * layout.segment.width, row * layout.segment.height)
                let height =
                    layout.tile == nil ? min(layout.segment.height, layout.size.height - top) : layout.segment.height
                let part = try picture.part(
                    x: left0, y: top, size: Size(width: layout.segment.width, height: height))
                let stream = try part.encoded(as: coding, expecting: 4096, limit: left)
                left -= stream.count
                streams.append(stream)
            }
        }
        let tables = streams.map { stream in
            stream.segments.filter { [JPEGMarker.dqt, JPEGMarker.dht].contains($0.marker) }.map { segment in
                var bytes: [UInt8] = []
                stream.append(segment.range, to: &bytes)
                return bytes
            }
        }
        let shared =
            sharesTables
            ? (tables.first ?? []).filter { table in tables.allSatisfy { $0.contains(table) } } : []
        let segments = streams.map { stream in
            var bytes: [UInt8] = []
            for segment in stream.segments {
                var own: [UInt8] = []
                stream.append(segment.range, to: &own)
                if !shared.contains(own) { bytes += own }
                if segment.marker == JPEGMarker.soi { bytes += applicationData.joined() }
            }
            return bytes
        }
        let marks = ([UInt8](arrayLiteral: 0xFF, JPEGMarker.soi), [UInt8](arrayLiteral: 0xFF, JPEGMarker.eoi))
        return Encoded(
            tables: shared.isEmpty ? nil : marks.0 + Array(shared.joined()) + marks.1, segments: segments)
    }

    /// Encodes the whole picture as one JPEG, to be shown; nil if its components are in planes of their own.
    ///
    /// - Parameters:
    ///   - isRGB: whether the components are red, green and blue, which a JPEG has to say.
    ///   - limit: the maximum number of bytes.
    package func jpeg(isRGB: Bool, limit: Int) throws(CodecError) -> [UInt8]? {
        guard pictures.count == 1, let picture = pictures.first, let coding = codings.first else { return nil }
        let stream = try picture.encoded(as: coding, expecting: 4096, limit: limit)
        // Transform 0 (libjpeg's usage of Adobe's marker).
        let says = applicationData.isEmpty && isRGB
        let adobe = [0xFF, JPEGMarker.app14, 0, 14] + Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 0]
        var bytes: [UInt8] = []
        for segment in stream.segments {
            stream.append(segment.range, to: &bytes)
            if segment.marker == JPEGMarker.soi { bytes += says ? adobe : Array(applicationData.joined()) }
        }
        return bytes
    }

    /// Whether another picture is this one, turned: every coefficient is the same.
    package func difference(
        from turned: TIFFCoefficients, turnedBy orientation: Orientation
    ) throws(CodecError) -> String? {
        guard turned.pictures.count == pictures.count else { return "it has another number of planes" }
        for (own, other) in zip(pictures, turned.pictures) {
            if let difference = try own.difference(from: other, turnedBy: orientation) { return difference }
        }
        return nil
    }
}

extension JPEGCoefficients {
    /// Returns a picture of another size with the components of this one, and coefficients of 0.
    fileprivate func enlarged(to size: Size) throws(CodecError) -> JPEGCoefficients {
        let (across, down) = (planes.map(\.horizontal).max() ?? 1, planes.map(\.vertical).max() ?? 1)
        var planes: [JPEGPlane] = []
        for plane in self.planes {
            planes.append(
                try JPEGPlane(
                    id: plane.id, size: size, horizontal: (plane.horizontal, across), vertical: (plane.vertical, down),
                    table: plane.table, quantization: plane.quantization, precision: plane.precision))
        }
        return JPEGCoefficients(size: size, planes: planes, conditioning: conditioning)
    }

    /// The blocks of a plane before a place in pixels.
    private func blocks(_ number: Int, x: Int, y: Int) -> (column: Int, row: Int) {
        let (across, down) = (planes.map(\.horizontal).max() ?? 1, planes.map(\.vertical).max() ?? 1)
        return (x * planes[number].horizontal / (8 * across), y * planes[number].vertical / (8 * down))
    }

    /// Copies the blocks of a part of the picture, as far as they are in it.
    fileprivate func copy(_ part: JPEGPlane, to number: Int, x: Int, y: Int) {
        let (plane, start) = (planes[number], blocks(number, x: x, y: y))
        let count = min(part.width, plane.width - start.column)
        guard count > 0 else { return }
        for row in 0..<max(0, min(part.height, plane.height - start.row)) {
            memcpy(plane.block(start.column, start.row + row), part.block(0, row), count * 128)
        }
    }

    /// Returns a part of the picture. Outside of it, the average of the last block goes on.
    fileprivate func part(x: Int, y: Int, size: Size) throws(CodecError) -> JPEGCoefficients {
        let part = try enlarged(to: size)
        for number in planes.indices {
            let (plane, target, start) = (planes[number], part.planes[number], blocks(number, x: x, y: y))
            for row in 0..<target.height {
                let from = min(start.row + row, plane.height - 1)
                for column in 0..<target.width {
                    let across = min(start.column + column, plane.width - 1)
                    let isInside = from == start.row + row && across == start.column + column
                    memcpy(target.block(column, row), plane.block(across, from), isInside ? 128 : 2)
                }
            }
        }
        return part
    }
}
