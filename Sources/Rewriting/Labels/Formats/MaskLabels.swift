internal import UprightFormats
internal import UprightBase

/// Masks: a PNG file for each picture. Values, palettes and bit depths stay.
enum MaskLabels {
    static let format = LabelFormat(
        name: "masks", key: "masks", isSuggested: { $0.starts(with: PNGFile.signature) },
        turned: { (bytes, placement) throws(LabelRefusal) in
            guard placement.turn.orientation != .up else { return bytes }
            let size = try MaskPicture.size(of: bytes)
            guard let turn = try placement.turn(width: Double(size.width), height: Double(size.height)) else {
                return bytes
            }
            return try MaskPicture.turned(bytes, by: turn)
        })
}
