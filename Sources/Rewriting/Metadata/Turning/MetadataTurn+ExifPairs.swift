internal import UprightBase
internal import UprightFormats

extension ExifTurnEditor {
    /// Exchanges values that exist once per axis.
    mutating func exchangePairs() {
        guard turn.orientation.transposes else { return }
        exchangeSizes(.imageWidth, .imageLength, in: .primary, names: ("ImageWidth", "ImageLength"))
        exchangeSizes(.pixelXDimension, .pixelYDimension, in: .exif, names: ("PixelXDimension", "PixelYDimension"))
        // Some programs write a pair into the other directory.
        exchangeSizes(
            .pixelXDimension, .pixelYDimension, in: .primary, names: ("IFD0.PixelXDimension", "IFD0.PixelYDimension"))
        exchangeSizes(.imageWidth, .imageLength, in: .exif, names: ("ExifIFD.ImageWidth", "ExifIFD.ImageLength"))
        exchangeSizes(
            .relatedImageWidth, .relatedImageLength, in: .interoperability,
            names: ("RelatedImageWidth", "RelatedImageLength"))
        exchangeSubsampling()
        exchange(.xResolution, .yResolution, in: .primary, as: ("XResolution", "YResolution"))
        exchange(
            .focalPlaneXResolution, .focalPlaneYResolution, in: .exif,
            as: ("FocalPlaneXResolution", "FocalPlaneYResolution"))
    }

    /// Pixels per inch in IFD0, before the exchange.
    private var density: (x: Double, y: Double)? {
        guard let x = block.entry(.xResolution, in: .primary), let y = block.entry(.yResolution, in: .primary) else {
            return nil
        }
        return (describe(x).value, describe(y).value)
    }

    /// Exchanges the sampling factors of chroma.
    private mutating func exchangeSubsampling() {
        guard let entry = block.entry(.yCbCrSubSampling, in: .primary), let factors = block.integers(entry),
            factors.count == 2, factors[0] != factors[1], block.patch(entry, with: factors.reversed())
        else { return }
        changes.append(
            Change(
                .exif("YCbCrSubSampling"), from: "\(factors[0]) \(factors[1])", to: "\(factors[1]) \(factors[0])"))
    }

    /// Returns the entries of two tags, the first of the one with the first of the other and so on: a directory can
    /// repeat tags.
    private func pairs(_ x: TIFFTag, _ y: TIFFTag, in kind: TIFFDirectory.Kind) -> [(TIFFEntry, TIFFEntry)] {
        let entries = block.directory(kind)?.entries ?? []
        return Array(zip(entries.filter { $0.tag == x.rawValue }, entries.filter { $0.tag == y.rawValue }))
    }

    /// Exchanges widths and heights that describe the stored picture.
    private mutating func exchangeSizes(
        _ x: TIFFTag, _ y: TIFFTag, in kind: TIFFDirectory.Kind, names: (String, String)
    ) {
        for (a, b) in pairs(x, y, in: kind) { exchangeSizes(a, b, names: names) }
    }

    private mutating func exchangeSizes(_ a: TIFFEntry, _ b: TIFFEntry, names: (String, String)) {
        guard let width = block.integer(a), let height = block.integer(b), width != height else { return }
        let size = Size(width: width, height: height)
        let meaning = turn.liesAsStored(size, density: density)
        guard meaning == true else {
            if meaning == nil, width > 0, height > 0 {
                warnings.append(
                    "\(names.0) and \(names.1) give \(width)×\(height), but the picture has \(turn.storedSize.width)×"
                        + "\(turn.storedSize.height); kept unchanged")
            }
            return
        }
        if !(block.patch(a, with: [height]) && block.patch(b, with: [width])) {
            block.patch(a, with: [width])
            block.exchangeValues(a, b)
        }
        changes.append(Change(.exif(names.0), from: String(width), to: String(height)))
        changes.append(Change(.exif(names.1), from: String(height), to: String(width)))
    }

    /// Exchanges the values of two tags if they differ.
    mutating func exchange(_ x: TIFFTag, _ y: TIFFTag, in kind: TIFFDirectory.Kind, as names: (String, String)) {
        for (a, b) in pairs(x, y, in: kind) where a.value != nil && b.value != nil {
            let (first, second) = (describe(a), describe(b))
            guard first.value != second.value else { continue }
            block.exchangeValues(a, b)
            changes.append(Change(.exif(names.0), from: first.text, to: second.text))
            changes.append(Change(.exif(names.1), from: second.text, to: first.text))
        }
    }

    /// Returns an entry's number, for comparison, and its text.
    private func describe(_ entry: TIFFEntry) -> (value: Double, text: String) {
        if let fraction = block.rationals(entry)?.first {
            let value = fraction.denominator == 0 ? 0 : Double(fraction.numerator) / Double(fraction.denominator)
            return (value, "\(fraction.numerator)/\(fraction.denominator)")
        }
        if let integer = block.integer(entry) { return (Double(integer), String(integer)) }
        let value = block.floats(entry)?.first ?? 0
        return (value, String(value))
    }
}
