import UprightBase
import UprightCodecs
import UprightFormats
import UprightRewriting
import TestJPEG
import Testing

@Suite("Data after a JPEG's primary picture")
struct MultiPictureTests {
    static let size = Size(width: 64, height: 32)
    static let photo = JPEGSampling.all[5]
    static let video = Array("....ftypmp42 a video that has to play".utf8)

    func coded(_ size: Size, segments: [[UInt8]] = []) throws -> [UInt8] {
        try JPEGBuilder.file(Self.photo.picture(size), JPEGProcess.optimized.coding(Self.photo), segments: segments)
    }

    func containerPacket(map: Int, video: Int) -> [UInt8] {
        MetadataRecipe.packet(
            "GCamera:MicroVideo=\"1\" GCamera:MicroVideoOffset=\"\(video)\"",
            """
            <Container:Directory><rdf:Seq><rdf:li rdf:parseType="Resource"><Container:Item Item:Mime="image/jpeg"
            Item:Semantic="Primary" Item:Length="0" Item:Padding="0"/></rdf:li><rdf:li rdf:parseType="Resource">
            <Container:Item Item:Mime="image/jpeg" Item:Semantic="GainMap" Item:Length="\(map)"/></rdf:li>
            <rdf:li rdf:parseType="Resource"><Container:Item Item:Mime="video/mp4" Item:Semantic="MotionPhoto"
            Item:Length="\(video)"/></rdf:li></rdf:Seq></Container:Directory>
            """)
    }

    /// Returns a primary picture followed by a gain map and a video.
    func file(orientation: Int, index: Bool, gap: Int = 0) throws -> (bytes: [UInt8], map: [UInt8]) {
        let map = try coded(Size(width: 32, height: 16))
        func primary(_ images: [(size: Int, start: Int)], base: Int) throws -> [UInt8] {
            try coded(
                Self.size,
                segments: [
                    JPEGBuilder.exif(orientation),
                    MetadataRecipe.xmp(containerPacket(map: map.count, video: Self.video.count)),
                ] + (index ? [MetadataRecipe.mpf(images, base: base)] : []))
        }
        let draft = try primary([(0, 0), (0, 0)], base: 0)
        let base = try base(of: draft) ?? 0
        let bytes = try primary([(draft.count, 0), (map.count, draft.count + gap)], base: base)
        return (bytes + [UInt8](repeating: 0, count: gap) + map + Self.video, map)
    }

    /// Returns the byte from which the offsets of a file's index count.
    func base(of bytes: [UInt8]) throws -> Int? {
        try JPEGFile(parsing: bytes).segments.first {
            JPEGCarrier(marker: $0.marker, payload: bytes[$0.payload]) == .mpf
        }.map { $0.payload.lowerBound + 4 }
    }

    @Test("A gain map is turned with its picture, and index and directory point to it", arguments: [2, 3, 6, 8])
    func gainMap(orientation: Int) throws {
        let orientation = try #require(Orientation(rawValue: orientation))
        for (index, gap) in [(true, 0), (true, 7), (false, 0)] {
            let (source, map) = try file(orientation: orientation.rawValue, index: index, gap: gap)
            let result = Normalizer().normalize(source)
            guard case .bytes(let bytes) = result.output else {
                Issue.record("\(result.report.outcome): \(result.report.reason)")
                continue
            }
            #expect(result.report.warnings.isEmpty)
            #expect(Normalizer().normalize(bytes).report.outcome == .unchanged)
            let primary = try JPEGFile(parsing: bytes)
            let trailer = Array(bytes[primary.trailer])
            #expect(trailer.suffix(Self.video.count).elementsEqual(Self.video))
            let turned = Array(trailer.dropFirst(gap).dropLast(Self.video.count))
            // The map is turned like a file of its own.
            var expected = try JPEGCoefficients.decoding(map).picture
            try expected.turn(orientation)
            #expect(try JPEGCoefficients.decoding(turned).picture.content == expected.content)
            let head = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
            let packet = try #require(
                primary.segments.first { bytes[$0.payload].starts(with: head) }.map {
                    Array(bytes[$0.payload].dropFirst(head.count))
                })
            let container = try #require(XMPContainer(parsing: packet))
            #expect(container.items.map(\.length) == [0, turned.count, Self.video.count])
            #expect(container.videoOffset == Self.video.count)
            guard index else { continue }
            let base = try #require(try base(of: bytes))
            let segment = try #require(primary.segments.first { $0.payload.lowerBound + 4 == base })
            let images = try MPFIndex(parsing: Array(bytes[base..<segment.payload.upperBound])).images
            #expect(images.map(\.size) == [primary.trailer.lowerBound, turned.count])
            #expect(base + images[1].offset == primary.trailer.lowerBound + gap)
            #expect(result.report.parts.contains { $0.part.description == "trailer image" && $0.disposition == .moved })
        }
    }

    @Test("Pictures after the offsets in the index are found and turned, and the offsets are corrected")
    func shiftedIndex() throws {
        let (source, map) = try file(orientation: 6, index: true)
        let base = try #require(try base(of: source))
        let segment = try #require(
            try JPEGFile(parsing: source).segments.first { $0.payload.lowerBound + 4 == base })
        // A comment that a tool inserts after the index without correcting it.
        let comment = JPEGBuilder.segment(0xFE, Array("put in between".utf8))
        let shifted = source[..<segment.range.upperBound] + comment + source[segment.range.upperBound...]
        let result = Normalizer().normalize(Array(shifted))
        guard case .bytes(let bytes) = result.output else {
            Issue.record("\(result.report.outcome): \(result.report.reason)")
            return
        }
        #expect(
            result.report.warnings == ["MPF: the pictures are \(comment.count) bytes from where the index places them"])
        let primary = try JPEGFile(parsing: bytes)
        let images = try MPFIndex(parsing: Array(bytes[base..<segment.payload.upperBound])).images
        #expect(images[0].size == primary.trailer.lowerBound)
        #expect(base + images[1].offset == primary.trailer.lowerBound)
        var expected = try JPEGCoefficients.decoding(map).picture
        try expected.turn(.right)
        let turned = Array(bytes[primary.trailer].prefix(images[1].size))
        #expect(try JPEGCoefficients.decoding(turned).picture.content == expected.content)
        #expect(Normalizer().normalize(bytes).report.outcome == .unchanged)
    }

    @Test("A picture that lies a few bytes from where the index places it is found", arguments: [-2, 2, 300])
    func staleEntry(distance: Int) throws {
        let map = try coded(Size(width: 32, height: 16))
        let other = try coded(Size(width: 16, height: 8))
        func primary(_ images: [(size: Int, start: Int)], base: Int) throws -> [UInt8] {
            try coded(Self.size, segments: [JPEGBuilder.exif(6), MetadataRecipe.mpf(images, base: base)])
        }
        let draft = try primary([(0, 0), (0, 0), (0, 0)], base: 0)
        let base = try #require(try base(of: draft))
        let end = draft.count + 400
        let head = try primary(
            [(draft.count, 0), (map.count, end + distance), (other.count, end + map.count)], base: base)
        let source = head + [UInt8](repeating: 1, count: 400) + map + other
        let result = Normalizer().normalize(source)
        guard case .bytes(let bytes) = result.output else {
            Issue.record("\(result.report.outcome): \(result.report.reason)")
            return
        }
        #expect(result.report.warnings == ["MPF: the image is \(-distance) bytes from where the index places it"])
        let segment = try #require(
            try JPEGFile(parsing: bytes).segments.first {
                JPEGCarrier(marker: $0.marker, payload: bytes[$0.payload]) == .mpf
            })
        let images = try MPFIndex(parsing: Array(bytes[base..<segment.payload.upperBound])).images
        for image in images.dropFirst() {
            let start = base + image.offset
            let picture = try JPEGFile(parsing: Array(bytes[start..<start + image.size]))
            #expect(picture.warnings.isEmpty)
            #expect(picture.frameHeader.size.height > picture.frameHeader.size.width)
        }
        #expect(Normalizer().normalize(bytes).report.outcome == .unchanged)
    }

    /// A picture that is brighter towards one corner, so that its orientation can be seen.
    private func slanted(_ size: Size, _ orientation: Orientation = .up, segments: [[UInt8]] = []) throws -> [UInt8] {
        let sampling = JPEGSampling.all[0]
        let upright = try sampling.picture(size.turned(by: orientation))
        let plane = upright.planes[0]
        for row in 0..<plane.height {
            for column in 0..<plane.width {
                for k in 1..<64 { plane.block(column, row)[k] = 0 }
                plane.block(column, row)[0] = Int16(
                    column * column * 150 / plane.width / plane.width + row * 60 / plane.height)
            }
        }
        var stored = upright
        try stored.turn(orientation.inverse)
        return try JPEGBuilder.file(stored, JPEGProcess.baseline.coding(sampling), segments: segments)
    }

    @Test("A picture that nothing points to is turned if it lies like the picture, and named if that is unknown")
    func unreferenced() throws {
        let primary = try slanted(
            Size(width: 320, height: 240), .right, segments: [MetadataRecipe.exif(MetadataRecipe.block(orientation: 6))]
        )
        let filling = [UInt8](repeating: 3, count: 30)
        let sideways = try slanted(Size(width: 160, height: 120), .right)
        let upright = try slanted(Size(width: 120, height: 160))
        let flat = try coded(Size(width: 160, height: 120))
        let result = Normalizer().normalize(primary + filling + sideways + filling + upright + filling + flat + filling)
        guard case .bytes(let bytes) = result.output else {
            Issue.record("\(result.report.outcome): \(result.report.reason)")
            return
        }
        let trailer = Array(bytes[try JPEGFile(parsing: bytes).trailer])
        let turned = try JPEGCoefficients.decoding(Array(trailer[filling.count..<filling.count + sideways.count]))
        var expected = try JPEGCoefficients.decoding(sideways).picture
        try expected.turn(.right)
        #expect(turned.picture.content == expected.content)
        #expect(
            trailer.dropFirst(filling.count + sideways.count).elementsEqual(
                filling + upright + filling + flat + filling))
        let named = result.report.warnings.filter { $0.contains("to which nothing known points") }
        #expect(named.count == 1)
        #expect(result.report.changes.contains { $0.what.hasSuffix("JPEG without a pointer") })
    }

    /// The form of the preview's start and length in a maker note: start first like Minolta, length first like Pentax,
    /// one entry for both like Sony, or
    /// numbers without tags like Samsung.
    enum PreviewForm: CaseIterable { case startFirst, lengthFirst, single, samsung }

    func makerNote(_ form: PreviewForm, start: Int, length: Int) -> [UInt8] {
        let order = TIFFByteOrder.littleEndian
        func entry(_ tag: UInt64, _ type: UInt64, _ count: Int, _ value: Int) -> [UInt8] {
            order.bytes(tag, count: 2) + order.bytes(type, count: 2) + order.bytes(UInt64(count), count: 4)
                + order.bytes(UInt64(value), count: 4)
        }
        let entries: [UInt8]
        switch form {
        case .samsung:
            return Array("STMN100\0".utf8) + order.bytes(UInt64(start), count: 4)
                + order.bytes(UInt64(length), count: 4)
                + [UInt8](repeating: 0, count: 32)
        case .startFirst: entries = entry(0x88, 4, 1, start) + entry(0x89, 4, 1, length)
        case .lengthFirst: entries = entry(3, 4, 1, length) + entry(4, 4, 1, start)
        case .single: entries = entry(0x2001, 7, length, start) + entry(0x2002, 4, 1, 1)
        }
        return Array("MAKER\0".utf8) + order.bytes(2, count: 2) + entries
    }

    func previewFile(_ form: PreviewForm, preview: [UInt8]) throws -> (bytes: [UInt8], note: Int) {
        func primary(start: Int) throws -> [UInt8] {
            var block = try TIFFBlock(parsing: MetadataRecipe.block(orientation: 8))
            let note = makerNote(form, start: start, length: preview.count)
            block.set(
                [TIFFField(tag: TIFFTag.makerNote.rawValue, type: .undefined, count: note.count, bytes: note)],
                in: .exif)
            return try coded(Self.size, segments: [MetadataRecipe.exif(block.bytes)])
        }
        let draft = try primary(start: 0)
        // The block starts after SOI, the marker, the length and the signature.
        let file = try primary(start: draft.count + 5 - 12)
        let note = try #require(
            file.indices.first {
                file[$0...].starts(with: Array((form == .samsung ? "STMN100" : "MAKER\0").utf8))
            })
        return (file + [9, 9, 9, 9, 9] + preview + Self.video, note + 8)
    }

    @Test("A preview after the picture is kept, and the maker note points to it", arguments: PreviewForm.allCases)
    func makerPreview(form: PreviewForm) throws {
        let preview = try coded(Size(width: 32, height: 16))
        var written = preview
        // Minolta replaces the first byte.
        if form == .startFirst { written[0] = 2 }
        if form == .single { written = [UInt8](repeating: 7, count: 32) + preview }
        let (source, note) = try previewFile(form, preview: written)
        let result = Normalizer().normalize(source)
        guard case .bytes(let bytes) = result.output else {
            Issue.record("\(result.report.outcome): \(result.report.reason)")
            return
        }
        func long(_ position: Int) -> Int { Int(TIFFByteOrder.littleEndian.integer(bytes[position..<position + 4])) }
        let places: (start: Int, length: Int) =
            switch form {
            case .startFirst: (8, 20)
            case .lengthFirst: (20, 8)
            case .single: (8, 4)
            case .samsung: (0, 4)
            }
        let start = 12 + long(note + places.start)
        let found = Array(bytes[start..<start + long(note + places.length)])
        #expect(start == (try JPEGFile(parsing: bytes)).trailer.lowerBound + 5)
        #expect(found == written)
        #expect(result.report.warnings.count == 1)
        #expect(result.report.changes.contains { $0.what == "exif.MakerNote preview" })
        #expect(bytes.suffix(Self.video.count).elementsEqual(Self.video))
        #expect(Normalizer().normalize(bytes).report.outcome == .unchanged)
    }

    @Test("Data after an upright picture stays unchanged")
    func upright() throws {
        let (source, _) = try file(orientation: 1, index: true)
        let result = Normalizer().normalize(source)
        #expect(result.report.outcome == .unchanged)
    }

    @Test("Every prefix and many changed bytes of the index and directory have an outcome")
    func damage() throws {
        let (source, _) = try file(orientation: 6, index: true)
        let end = try JPEGFile(parsing: source).frameHeader.segmentIndex
        let limit = try JPEGFile(parsing: source).segments[end].range.lowerBound
        for position in stride(from: 2, to: limit, by: 9) {
            for value: UInt8 in [0, 0xFF, source[position] ^ 1] {
                var changed = source
                changed[position] = value
                let result = Normalizer().normalize(changed)
                #expect(!result.report.reason.contains("failed its check"), "byte \(position) = \(value)")
            }
        }
        for length in stride(from: limit, to: source.count, by: 41) {
            let result = Normalizer().normalize(Array(source[..<length]))
            #expect(!result.report.reason.contains("failed its check"), "\(length) bytes")
        }
    }
}
