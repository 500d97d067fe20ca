extension XMPName {
    /// Whether the property is a fraction of two whole numbers (`28/10`), or an array of such.
    ///
    /// Source: XMP part 2, 1.2.2.1 and 3 (tiff, exif): tags of type RATIONAL and SRATIONAL keep their type; Exif 3.0 for XMP;
    /// Camera Raw's `aux`.
    package var isFraction: Bool {
        let groups: [TagGroup]
        switch namespace {
        case XMPNamespace.exif.uri: groups = [.exif, .gps]
        case XMPNamespace.exifEX.uri: groups = [.exif]
        case XMPNamespace.tiff.uri: groups = [.primary]
        case XMPNamespace.aux.uri: return local == "ApproximateFocusDistance" || local == "FlashCompensation"
        default: return false
        }
        guard let tag = TagTable.tag(named: local, in: groups), let first = TagTable.definition(of: tag)?.types.first
        else { return false }
        return first == .rational || first == .srational
    }

    /// Returns a text as a number; nil if the property is no fraction, or the text none, or its denominator is 0.
    func fraction(_ text: String) -> Double? {
        guard text.utf8.contains(UInt8(ascii: "/")), isFraction else { return nil }
        if let fraction = Rational(text) { return fraction.denominator == 0 ? nil : fraction.value }
        return SignedRational(text).flatMap { $0.denominator == 0 ? nil : $0.value }
    }

    /// Returns a decimal number as the fraction that the property takes; other text, and that of other properties, as it is.
    package func stored(_ text: String) -> String {
        guard !text.utf8.contains(UInt8(ascii: "/")), isFraction, let number = Double(text) else { return text }
        return Rational(approximating: number)?.description ?? SignedRational(approximating: number)?.description
            ?? text
    }
}
