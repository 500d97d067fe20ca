internal import UprightFormats
internal import UprightBase

/// Turns masks that are PNG pictures.
enum MaskPicture {
    /// Turns a mask that is written in base64, with or without the beginning of a data URL.
    static func turned(base64 text: String, by turn: PictureTurn) throws(LabelRefusal) -> String {
        let start =
            text.hasPrefix("data:")
            ? text.firstIndex(of: ",").map(text.index(after:)) ?? text.endIndex : text.startIndex
        guard let bytes = Base64.decoded(String(text[start...])) else {
            throw LabelRefusal(expected: "a mask in base64", found: "\"\(text.prefix(40))\"")
        }
        return text[..<start] + Base64.encoded(try turned(bytes, by: turn))
    }

    /// Turns a mask.
    ///
    /// - Parameter turn: the turn of the mask's own size.
    static func turned(_ bytes: [UInt8], by turn: PictureTurn) throws(LabelRefusal) -> [UInt8] {
        let size = try size(of: bytes)
        guard size == turn.storedSize else {
            throw LabelRefusal(expected: "a mask of \(turn.storedSize) pixels", found: "\(size)")
        }
        var options = NormalizationOptions()
        options.furtherTurn = turn.orientation
        options.verification = .pixels
        options.damaged = .reject
        let made = Normalizer(options: options).normalize(bytes)
        guard made.report.orientation == nil || made.report.orientation == 1 else {
            throw LabelRefusal(
                expected: "a mask without an orientation",
                found: "orientation \(made.report.orientation ?? 0); normalize it as a picture")
        }
        guard case .bytes(let turned) = made.output else {
            throw LabelRefusal("the mask cannot be turned: \(made.report.reason)")
        }
        return turned
    }

    static func size(of bytes: [UInt8]) throws(LabelRefusal) -> Size {
        do throws(FormatError) { return try PNGFile(parsing: bytes).header.size } catch {
            throw LabelRefusal("expected a mask as PNG: \(error)")
        }
    }
}
