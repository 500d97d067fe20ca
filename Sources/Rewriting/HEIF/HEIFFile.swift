internal import UprightBase
internal import UprightFormats

/// The structure of a file of the HEIF family: boxes, one of which describes the items.
///
/// Source: ISO/IEC 23008-12 (HEIF), ISO/IEC 14496-12 (boxes).
struct HEIFFile {
    /// The boxes on the highest level, in file order.
    let boxes: [ISOBox]
    /// The bytes after the last box.
    let trailer: Range<Int>
    /// The brands of `ftyp`, with the major one first.
    let brands: [String]
    /// The `meta` box that describes the picture: the first with the handler `pict`.
    let meta: HEIFMeta?
    /// Further `meta` boxes on the highest level. Their items can lie anywhere in the file, too.
    let others: [HEIFMeta]
    /// The size of the first track's pictures, if the file has tracks.
    let trackSize: Size?
    /// Descriptions of damage.
    let warnings: [String]
    /// The number of the file's bytes.
    let count: Int

    /// Reads the structure of a file.
    ///
    /// - Throws: if there is neither a `meta` box, nor a `mini` box, nor tracks.
    init(parsing bytes: [UInt8]) throws(FormatError) {
        count = bytes.count
        let (boxes, end) = ISOBox.boxes(in: 0..<bytes.count, of: bytes)
        self.boxes = boxes
        trailer = end..<bytes.count
        guard let first = boxes.first, first.type == "ftyp" else {
            throw FormatError("expected ftyp at byte 0, found \(boxes.first?.type ?? "no box")")
        }
        brands = Self.brands(bytes[first.payload])
        var warnings: [String] = []
        for box in boxes where !box.isComplete {
            warnings.append(
                "\(box.type) at byte \(box.range.lowerBound): expected \(box.declaredLength) bytes, found "
                    + "\(box.range.count)")
        }
        if !trailer.isEmpty {
            warnings.append("expected a box at byte \(trailer.lowerBound), found \(trailer.count) other bytes")
        }
        var metas: [HEIFMeta] = []
        var reasons: [String] = []
        for box in boxes where box.type == "meta" {
            do throws(FormatError) { metas.append(try HEIFMeta(parsing: box, in: bytes)) } catch {
                reasons.append(error.description)
            }
        }
        let index = metas.firstIndex { $0.handler == "pict" }
        meta = index.map { metas[$0] }
        others = metas.indices.filter { $0 != index }.map { metas[$0] }
        let known = boxes.contains { $0.type == "moov" || $0.type == "mini" }
        guard meta != nil || known else {
            throw FormatError(
                reasons.first ?? "expected a meta box with the handler pict, found none in \(boxes.count) boxes")
        }
        trackSize = Self.trackSize(boxes, in: bytes)
        self.warnings = warnings + reasons + (meta?.damage ?? []) + (meta?.missingData(inFileOf: bytes.count) ?? [])
    }

    /// The brands in the payload of `ftyp`: the major brand, a version, and the compatible brands.
    private static func brands(_ payload: ArraySlice<UInt8>) -> [String] {
        let places = [payload.startIndex] + stride(from: payload.startIndex + 8, to: payload.endIndex, by: 4)
        return places.prefix(64).compactMap { payload.bytes(4, at: $0).map { ISOBox.name($0) } }
    }

    /// The size in the header of the first track that has one, in whole pixels (ISO/IEC 14496-12, section 8.3.2).
    private static func trackSize(_ boxes: [ISOBox], in bytes: [UInt8]) -> Size? {
        guard let movie = boxes.first(where: { $0.type == "moov" }) else { return nil }
        for track in ISOBox.boxes(in: movie.payload, of: bytes).boxes where track.type == "trak" {
            let headers = ISOBox.boxes(in: track.payload, of: bytes).boxes.filter { $0.type == "tkhd" }
            guard let header = headers.first, header.payload.count >= 8 else { continue }
            let end = header.payload.upperBound
            guard let width = bytes[header.payload].bigEndian16(at: end - 8),
                let height = bytes[header.payload].bigEndian16(at: end - 4), width > 0, height > 0
            else { continue }
            return Size(width: Int(width), height: Int(height))
        }
        return nil
    }

    /// The size of the picture; 0×0 if the file does not give it.
    var size: Size { meta.flatMap { $0.size(of: $0.primary) } ?? trackSize ?? Size(width: 0, height: 0) }

    /// Why nothing in the file may move; nil if everything may. Positions of bytes in other boxes than `meta` are not
    /// changed.
    var immovable: String? {
        let fixed: Set = ["moov", "moof", "mfra", "sidx", "ssix", "meco", "mini", "styp", "emsg"]
        if let box = boxes.first(where: { fixed.contains($0.type) }) {
            return "the \(box.type) box at byte \(box.range.lowerBound) can hold positions in the file"
        }
        return others.first { !$0.damage.isEmpty || !$0.locations.isRelocatable }.map {
            "the meta box at byte \($0.box.range.lowerBound) cannot be read"
        }
    }

    /// Whether a `uuid` box holds C2PA content credentials (C2PA 2.1, section A.5).
    func hasCredentials(in bytes: [UInt8]) -> Bool {
        let identifier: [UInt8] = [
            0xD8, 0xFE, 0xC3, 0xD6, 0x1B, 0x0E, 0x48, 0x3C, 0x92, 0x97, 0x58, 0x28, 0x87, 0x7E, 0xC4, 0x81,
        ]
        return boxes.contains { $0.type == "uuid" && bytes[$0.payload].starts(with: identifier) }
    }
}
