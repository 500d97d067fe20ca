internal import UprightBase

extension ContainerProperties {
    package init(jpeg bytes: [UInt8]) throws(ImagePropertiesError) {
        let segments: [JPEGSegment]
        var isProgressive = false
        do throws(FormatError) {
            let file = try JPEGFile(parsing: bytes)
            segments = file.segments
            let header = file.frameHeader
            let colorModel =
                switch header.components.count {
                case 1: "Gray"
                case 4: "CMYK"
                default: "RGB"
                }
            isProgressive = header.process == .progressive
            self.init(
                picture: Picture(size: header.size, depth: header.precision, colorModel: colorModel),
                metadata: EmbeddedMetadata(of: segments, in: bytes), warnings: file.warnings)
        } catch {
            // Files that are truncated after their metadata, or consist only of metadata: read what there is.
            let found: (segments: [JPEGSegment], warnings: [String])
            do throws(FormatError) {
                found = try JPEGFile.segments(of: bytes)
            } catch {
                throw .structure(error.description)
            }
            segments = found.segments
            self.init(
                pictureError: .structure(error.description), metadata: EmbeddedMetadata(of: segments, in: bytes),
                warnings: found.warnings)
        }
        var comments: [PropertyValue] = []
        var thermal = ThermalImage()
        for segment in segments {
            let payload = bytes[segment.payload]
            if segment.marker == JPEGMarker.app0 {
                if let jfif = Self.jfif(payload, isProgressive: isProgressive),
                    dictionaries["{JFIF}"] == nil
                {
                    dictionaries["{JFIF}"] = .dictionary(jfif)
                } else if let extended = Self.jfxx(payload) {
                    dictionaries["{JFXX}"] = dictionaries["{JFXX}"] ?? .dictionary(extended)
                } else if let ciff = CIFFBlock(parsing: payload) {
                    dictionaries["{CIFF}"] = .dictionary(ciff.properties)
                }
            } else if segment.marker == JPEGMarker.app1 {
                thermal.add(payload)
            } else if segment.marker == JPEGMarker.app2, dictionaries["{MPF}"] == nil,
                payload.starts(with: JPEGCarrier.mpf.signature),
                let index = try? MPFIndex(parsing: Array(payload.dropFirst(JPEGCarrier.mpf.signature.count)))
            {
                dictionaries["{MPF}"] = .dictionary(index.properties)
            } else if segment.marker == JPEGMarker.com {
                comments.append(.string(TextEncoding.lenient(payload.prefix { $0 != 0 })))
            }
        }
        if let camera = thermal.properties { dictionaries["{FLIR}"] = .dictionary(camera) }
        if !comments.isEmpty { dictionaries["Comments"] = .array(comments) }
    }

    /// Returns the thumbnail of a JFIF extension segment: its form, and its size if it is not a JPEG. Source: JFIF 1.02,
    /// "JFIF extension: thumbnail".
    private static func jfxx(_ payload: ArraySlice<UInt8>) -> [String: PropertyValue]? {
        guard payload.starts(with: "JFXX\0".utf8), payload.count >= 6 else { return nil }
        let field = Array(payload.dropFirst(5).prefix(3))
        var found: [String: PropertyValue] = ["ExtensionCode": .integer(Int(field[0]))]
        switch field[0] {
        case 0x10: found["ThumbnailFormat"] = "JPEG"
        case 0x11: found["ThumbnailFormat"] = "palette"
        case 0x13: found["ThumbnailFormat"] = "RGB"
        default: break
        }
        if field[0] == 0x10 {
            found["ThumbnailLength"] = .integer(payload.count - 6)
        } else if field.count == 3 {
            found["ThumbnailWidth"] = .integer(Int(field[1]))
            found["ThumbnailHeight"] = .integer(Int(field[2]))
        }
        return found
    }

    /// Returns the JFIF header as ImageIO shows it. Source: JFIF 1.02; ITU-T T.871, 10.1.
    private static func jfif(_ payload: ArraySlice<UInt8>, isProgressive: Bool) -> [String: PropertyValue]? {
        guard payload.starts(with: "JFIF\0".utf8), payload.count >= 12 else { return nil }
        let field = Array(payload.dropFirst(5))
        var jfif: [String: PropertyValue] = [
            // The minor version is two digits: 1.02 is [1, 0, 2].
            "JFIFVersion": [
                .integer(Int(field[0])), .integer(Int(field[1]) / 10), .integer(Int(field[1]) % 10),
            ],
            "DensityUnit": .integer(Int(field[2])),
            "XDensity": .integer(Int(field[3...4].bigEndianInteger)),
            "YDensity": .integer(Int(field[5...6].bigEndianInteger)),
            "IsProgressive": .boolean(isProgressive),
        ]
        if field.count >= 9, field[7] > 0 || field[8] > 0 {
            jfif["ThumbnailWidth"] = .integer(Int(field[7]))
            jfif["ThumbnailHeight"] = .integer(Int(field[8]))
        }
        return jfif
    }
}
