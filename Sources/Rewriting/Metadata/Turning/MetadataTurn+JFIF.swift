internal import UprightBase
internal import UprightFormats

extension MetadataTurn {
    /// Turns the payload of a JFIF segment, starting with `JFIF\0`: the density and the RGB thumbnail.
    ///
    /// Source: JFIF 1.02, "JFIF APP0 marker segment".
    public func jfif(_ payload: [UInt8]) -> Turned {
        var turned = Turned(bytes: payload)
        guard !movesNothing, payload.count >= 14 else { return turned }
        if turn.orientation.transposes, payload[8..<10] != payload[10..<12] {
            turned.bytes.replaceSubrange(8..<12, with: payload[10..<12] + payload[8..<10])
            let x = payload[8..<10].bigEndianInteger
            let y = payload[10..<12].bigEndianInteger
            turned.changes.append(Change(ChangeSubject(.jfif, "Density"), from: "\(x) × \(y)", to: "\(y) × \(x)"))
        }
        turnPixels(at: 12, bytesPerPixel: 3, data: 14, as: ChangeSubject(.jfif, "Thumbnail"), in: &turned)
        return turned
    }

    /// Turns the payload of a JFIF extension segment, starting with `JFXX\0`: its thumbnail.
    ///
    /// Source: JFIF 1.02, "JFIF extension APP0 marker segment".
    public func jfxx(_ payload: [UInt8]) -> Turned {
        var turned = Turned(bytes: payload)
        guard !movesNothing, payload.count > 6 else { return turned }
        switch payload[5] {
        case 0x10:
            let jpeg = Array(payload[6...])
            guard let file = try? JPEGFile(parsing: jpeg) else {
                turned.warnings.append("the JFXX thumbnail is not a readable JPEG; kept unchanged")
                return turned
            }
            let orientation = orientation(ofThumbnail: file.frameHeader.size, own: nil, jpeg: jpeg)
            guard orientation != .up else { return turned }
            do throws(FormatError) {
                let new = turned.adopt(try embedded(jpeg, orientation), of: "JFXX thumbnail")
                guard 6 + new.count <= Self.segmentLimit else {
                    throw FormatError("it would have \(new.count) bytes, more than fit its segment")
                }
                turned.bytes = payload[..<6] + new
                turned.changes.append(
                    Change(
                        ChangeSubject(.jfxx, "Thumbnail"),
                        from: "\(jpeg.count) bytes, orientation \(orientation.rawValue)",
                        to: "\(new.count) bytes, orientation 1"))
            } catch {
                turned.warnings.append("the JFXX thumbnail cannot be turned: \(error); kept unchanged")
            }
        case 0x11:
            turnPixels(at: 6, bytesPerPixel: 1, data: 8 + 768, as: ChangeSubject(.jfxx, "Thumbnail"), in: &turned)
        case 0x13: turnPixels(at: 6, bytesPerPixel: 3, data: 8, as: ChangeSubject(.jfxx, "Thumbnail"), in: &turned)
        default: turned.warnings.append("the JFXX thumbnail has the unknown format \(payload[5]); kept unchanged")
        }
        return turned
    }

    /// The most bytes of a segment's payload.
    private static var segmentLimit: Int { 65_533 }

    /// Turns a thumbnail of uncompressed pixels whose width and height are the two bytes at `position`.
    private func turnPixels(
        at position: Int, bytesPerPixel: Int, data: Int, as subject: ChangeSubject, in turned: inout Turned
    ) {
        guard turned.bytes.count >= max(data, position + 2) else { return }
        let size = Size(width: Int(turned.bytes[position]), height: Int(turned.bytes[position + 1]))
        let length = size.width * size.height * bytesPerPixel
        guard length > 0 else { return }
        guard turned.bytes.count >= data + length else {
            turned.warnings.append(
                "\(subject): expected \(length) bytes, found \(turned.bytes.count - data); kept unchanged")
            return
        }
        let orientation = orientation(ofThumbnail: size, own: nil, jpeg: nil)
        guard orientation != .up else { return }
        let upright = size.turned(by: orientation)
        turned.bytes[position] = UInt8(upright.width)
        turned.bytes[position + 1] = UInt8(upright.height)
        let layout = PixelLayout(size: size, unit: Size(width: 1, height: 1), samples: bytesPerPixel)
        let pixels = Array(turned.bytes[data..<data + length])
        turned.bytes.replaceSubrange(data..<data + length, with: layout.turned(pixels, by: orientation))
        turned.changes.append(
            Change(
                subject, from: "\(size.width)×\(size.height), orientation \(orientation.rawValue)",
                to: "\(upright.width)×\(upright.height), orientation 1"))
    }
}
