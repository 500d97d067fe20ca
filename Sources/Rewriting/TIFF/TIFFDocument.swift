package import UprightBase
package import UprightFormats
internal import UprightCodecs

/// A TIFF file, and the plan of its changes. Each page is turned by its own orientation.
package struct TIFFDocument: PictureDocument, BlockContainer {
    let file: TIFFFile
    let source: [UInt8]
    /// The pictures: pages, and what their directories hold besides.
    let pictures: [TIFFPicture]
    /// How each picture is to be turned, by the index of its directory.
    var turns: [Int: Orientation] = [:]
    var metadataTurn: MetadataTurn?
    var plan = TIFFPlan()
    var changes: [Change] = []
    package var planWarnings: [String] = []
    package var needsOriginal = false
    /// Whether a strict strip writes the whole file anew.
    var writesAnew = false
    /// Whether each turned component is exact in all pages, by the components' numbers.
    var isExact: [Int: Bool] = [:]
    /// Whether turned samples are decoded by another decoder and compared.
    var checksPixels = false
    private let precedence: OrientationPrecedence

    init(of file: TIFFFile, in source: [UInt8]) throws(FormatError) {
        self.file = file
        self.source = source
        pictures = file.directories.indices.compactMap { index in
            switch file.directories[index].kind {
            case .page, .inner: TIFFPicture(index, of: file, in: source)
            case .exif, .gps, .interoperability: nil
            }
        }
        guard pictures.first?.directory == 0 else {
            throw FormatError("expected the size of a picture in the first directory, found none")
        }
        let metadata = TIFFMetadata(of: 0, file, in: source)
        var readings: [(carrier: OrientationCarrier, reading: OrientationReading)] = []
        if let reading = OrientationReading.exif(metadata.block(makerNote: false)) { readings.append((.exif, reading)) }
        if let reading = metadata.value(.xmlPacket).flatMap({ OrientationReading.xmp($0) }) {
            readings.append((.xmp, reading))
        }
        precedence = OrientationPrecedence(readings)
    }

    package var damage: [String] { file.warnings }
    package var warnings: [String] { file.warnings + precedence.warnings }
    package var orientation: OrientationReading? { precedence.counting }
    package var size: Size { pictures.first?.size ?? Size(width: 0, height: 0) }
    /// The pages that are no smaller copies of others. They are no frames of an animation.
    package var frameCount: Int { 1 }

    var pageCount: Int {
        pictures.count { picture in
            if case .page = file.directories[picture.directory].kind { !picture.isSecondary } else { false }
        }
    }

    package mutating func prepare(within limits: Limits) throws(PictureRefusal) {
        try limits.check(animation: pictures.map(\.size))
    }

    package var isChanged: Bool { !plan.isEmpty || writesAnew }

    package var account: [PartAccount] {
        let dropped = droppedNames
        return parts.filter { !$0.range.isEmpty }.map { name, range in
            let isDropped = dropped.contains(name)
            return PartAccount(
                PartName(name), range,
                isDropped
                    ? .dropped : isMoved(range) ? .moved : isChanged && name.hasPrefix("IFD") ? .patched : .kept,
                reason: isDropped ? "the profile removes it" : "")
        }
    }

    /// The names of the parts that a file that is written anew does not have.
    private var droppedNames: Set<String> {
        guard writesAnew else { return [] }
        var names: Set = ["unused"]
        for (index, directory) in file.directories.enumerated() {
            let isRemoved = plan.removed.contains(index)
            if isRemoved { names.insert(directory.kind.name) }
            for entry in directory.entries {
                let change = plan.fields[index]?[entry.tag]
                guard isRemoved || change.map({ $0 == nil }) ?? false else { continue }
                names.insert("\(directory.kind.name) \(tagName(entry.tag))")
            }
        }
        return names
    }

    private func isMoved(_ range: Range<Int>) -> Bool {
        pictures.contains { plan.segments[$0.directory] != nil && $0.segments.contains { $0.overlaps(range) } }
    }

    package mutating func assemble(
        releasing source: inout [UInt8], _ work: PictureTurnWork
    ) throws(PictureRefusal) -> AssembledPicture {
        let bytes: [UInt8]
        if writesAnew {
            var writer = TIFFWriter(plan, of: file, in: self.source)
            bytes = writer.serialize()
        } else {
            var assembler = TIFFAssembler(
                plan, of: file, knowsEnds: pictures.allSatisfy(\.hasWholeSegments), in: self.source)
            bytes = assembler.assembled()
        }
        guard file.isBig || bytes.count <= UInt32.max else {
            throw .limit("\(bytes.count) bytes exceed what offsets of 32 bits reach (4 GiB)")
        }
        return AssembledPicture(
            bytes: bytes, changes: changes, parts: account,
            components: isExact.sorted { $0.key < $1.key }.map {
                ComponentTurn(id: $0.key, turn: $0.value ? .exact : .requantized)
            })
    }

    /// The header, directories, values and strips in the order of the file, and what lies between them.
    package var parts: [(name: String, range: Range<Int>)] {
        var ranges: [(name: String, range: Range<Int>)] = [("header", 0..<(file.isBig ? 16 : 8))]
        for directory in file.directories {
            let name = directory.kind.name
            ranges.append((name, directory.range))
            for entry in directory.entries where !entry.isInline {
                if let value = entry.value { ranges.append(("\(name) \(tagName(entry.tag))", value)) }
            }
        }
        for picture in pictures {
            let what = file.directories[picture.directory].entry(.tileOffsets) == nil ? "strips" : "tiles"
            for segment in picture.segments { ranges.append(("\(picture.name) \(what)", segment)) }
        }
        var parts: [(name: String, range: Range<Int>)] = []
        var end = 0
        for (name, range) in ranges.sorted(by: { $0.range.lowerBound < $1.range.lowerBound })
        where range.upperBound > end && range.lowerBound < source.count {
            if range.lowerBound > end { parts.append(("unused", end..<range.lowerBound)) }
            let rest = max(end, range.lowerBound)..<min(range.upperBound, source.count)
            if let last = parts.last, last.name == name, last.range.upperBound == rest.lowerBound {
                parts[parts.count - 1].range = last.range.lowerBound..<rest.upperBound
            } else {
                parts.append((name, rest))
            }
            end = rest.upperBound
        }
        if end < source.count { parts.append(("unused", end..<source.count)) }
        return parts
    }
}
