internal import UprightFormats
internal import UprightBase

extension HEIFDocument {
    package var account: [PartAccount] {
        let replaced = isChanged ? (try? layout())?.splices.splices ?? [] : []
        let removed = plan.removed
        return pieces.map { piece in
            let isPatched = replaced.contains { splice in
                splice.range.isEmpty
                    ? false
                    : splice.range.overlaps(piece.range) && !isKept(piece, in: splice)
            }
            let isGone = piece.item.map { removed.contains($0) } ?? false
            let kind = piece.item.flatMap { file.meta?.item($0)?.metadata }
            return PartAccount(
                PartName(piece.name, carrier: kind.map { $0 == .exif ? .exif : .xmp }), piece.range,
                isGone ? .dropped : isPatched ? .patched : .kept, reason: isGone ? PartAccount.emptied : "")
        }
    }

    /// A part of the file.
    fileprivate struct Piece {
        var name: String
        var range: Range<Int>
        var item: Int?
    }

    /// Whether a box in `meta`, which is written anew, has the same bytes.
    private func isKept(_ piece: Piece, in splice: FileSplices.Splice) -> Bool {
        guard let meta = file.meta, splice.range == meta.box.range else { return false }
        let changing: Set = ["meta", "iinf", "iref", "iprp", "ipco", "ipma", "iloc", "idat", "irot", "imir"]
        return piece.item == nil && !changing.contains(piece.name)
    }

    /// The boxes, with those in `meta` and the items in `mdat` and `idat` as parts of their own.
    private var pieces: [Piece] {
        var pieces: [Piece] = []
        let items = itemPieces
        for box in file.boxes {
            switch box.type {
            case "meta": add(box, from: box.payload.lowerBound + 4, holding: items, to: &pieces)
            case "mdat": add(holding: items, in: box, to: &pieces)
            default: pieces.append(Piece(name: box.type, range: box.range))
            }
        }
        pieces.append(Piece(name: "trailer", range: file.trailer))
        return pieces.filter { !$0.range.isEmpty }
    }

    /// Adds a box whose payload is boxes.
    private func add(_ box: ISOBox, from start: Int, holding items: [Piece], to pieces: inout [Piece]) {
        guard start <= box.payload.upperBound else {
            pieces.append(Piece(name: box.type, range: box.range))
            return
        }
        let (children, end) = ISOBox.boxes(in: start..<box.payload.upperBound, of: source)
        pieces.append(Piece(name: box.type, range: box.range.lowerBound..<start))
        for child in children {
            switch child.type {
            case "iprp", "ipco": add(child, from: child.payload.lowerBound, holding: [], to: &pieces)
            case "idat": add(holding: items, in: child, to: &pieces)
            default: pieces.append(Piece(name: child.type, range: child.range))
            }
        }
        pieces.append(Piece(name: "\(box.type) data", range: end..<box.range.upperBound))
    }

    /// Adds a box whose payload is the data of items.
    private func add(holding items: [Piece], in box: ISOBox, to pieces: inout [Piece]) {
        var next = box.range.lowerBound
        for item in items[items.partitioningIndex { $0.range.lowerBound >= box.payload.lowerBound }...] {
            guard item.range.lowerBound < box.range.upperBound else { break }
            guard item.range.lowerBound >= max(next, box.payload.lowerBound),
                item.range.upperBound <= box.range.upperBound
            else { continue }
            pieces.append(Piece(name: box.type, range: next..<item.range.lowerBound))
            pieces.append(item)
            next = item.range.upperBound
        }
        pieces.append(Piece(name: box.type, range: next..<box.range.upperBound))
    }

    /// The data of the items, in file order.
    private var itemPieces: [Piece] {
        guard let meta = file.meta else { return [] }
        let pieces = meta.locations.entries.flatMap { entry -> [Piece] in
            let name = meta.item(entry.id)?.name ?? "item \(entry.id)"
            return (meta.ranges(of: entry, inFileOf: source.count) ?? []).filter { !$0.isEmpty }.map {
                Piece(name: name, range: $0, item: entry.id)
            }
        }
        return pieces.sorted { ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound) }
    }
}
