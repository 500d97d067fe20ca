internal import UprightBase
internal import UprightFormats

extension MultiPicture {
    /// A warning for each thing behind the picture that depends on its layout and is not turned with it.
    var fixedParts: [String] {
        let trailer = source.bytes[source.file.trailer]
        let records = SamsungTrailer(in: source.bytes)?.names ?? []
        var warnings: [String] = []
        for part in FixedPart.all {
            switch part.location {
            case .record(let pattern):
                for name in records where FixedPart.matches(name, pattern) {
                    warnings.append(FixedPart.warning("\(part.name) (\(name) in Samsung's trailer)"))
                }
            case .trailer(let identifier):
                if holds(identifier, trailer) { warnings.append(part.warning) }
            case .views(let type):
                if index?.mpf.images.contains(where: { $0.attributes & 0xFF_FFFF == type }) == true {
                    warnings.append(part.warning)
                }
            case .fotoStation:
                if FotoStationTrailer.hasCrop(source.bytes) { warnings.append(part.warning) }
            default: continue
            }
        }
        return warnings
    }

    /// Whether bytes outside of the known pictures hold an identifier.
    private func holds(_ identifier: String, _ trailer: ArraySlice<UInt8>) -> Bool {
        var position = trailer.startIndex
        for range in pictures.map(\.range) + [trailer.endIndex..<trailer.endIndex] {
            if position < range.lowerBound,
                trailer[position..<range.lowerBound].firstOffset(of: Array(identifier.utf8)) != nil
            {
                return true
            }
            position = max(position, range.upperBound)
        }
        return false
    }
}
