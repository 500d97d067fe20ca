internal import UprightBase
internal import UprightCodecs
internal import UprightFormats

extension GIFDocument {
    /// Checks that a picture that needs no turn can be decoded.
    ///
    /// As with the other types, all of it is decoded only if its structure is damaged, if damage is to be rejected, or
    /// if pixels are to be verified. The first pixel is always decoded.
    ///
    /// - Returns: the damage that the decoder found.
    package func checkPicture(_ options: NormalizationOptions) throws(PictureRefusal) -> [String] {
        let isSuspect = options.decodesUpright(isDamaged: !file.warnings.isEmpty)
        var damage: [String] = []
        for (number, image) in file.images.enumerated() {
            guard image.rect.width > 0, image.rect.height > 0, number == 0 || isSuspect else { continue }
            do throws(CodecError) {
                if let found = try GIFRaster.damageAtStart(image, in: source) {
                    guard number > 0 else { throw .noPixel(found: found) }
                    damage.append("frame \(number): expected a first pixel, found \(found)")
                } else if isSuspect {
                    let decoded = try GIFRaster.decode(image, in: source, filling: 0)
                    if let found = decoded.damage { damage.append("frame \(number): \(found)") }
                }
            } catch {
                guard number > 0, error.kind != .outOfMemory else { throw PictureRefusal(error) }
                damage.append("frame \(number): \(error)")
            }
        }
        return damage
    }
}
