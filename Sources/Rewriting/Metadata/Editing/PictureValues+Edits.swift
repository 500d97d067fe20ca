public import UprightFormats

extension PictureValues {
    /// Returns the edits that set the values and remove the properties of ``removed``.
    ///
    /// - Throws: the first value that its tag, data set or property does not take.
    public func edits(
        when condition: MetadataEdit.Condition = .always
    ) throws(MetadataValueError) -> [MetadataEdit] {
        var edits: [MetadataEdit] = []
        for property in Property.allCases {
            if removed.contains(property) {
                edits += Self.removals(of: property)
            } else {
                edits += try self.edits(of: property, condition)
            }
        }
        if let place { edits += MetadataEdit.place(place, when: condition) }
        return edits
    }

    private func edits(
        of property: Property, _ condition: MetadataEdit.Condition
    ) throws(MetadataValueError) -> [MetadataEdit] {
        switch property {
        case .taken: return taken.map { MetadataEdit.time($0, when: condition) } ?? []
        case .coordinate:
            guard let coordinate else { return [] }
            return try MetadataEdit.position(coordinate, altitude: altitude, when: condition)
        case .altitude: return []
        default:
            guard let value = value(of: property) else { return [] }
            let names = Self.names[property] ?? Names()
            var edits: [MetadataEdit] = []
            if let exif = names.exif {
                let joined = value.array.map { .string($0.map(\.description).joined(separator: "; ")) } ?? value
                edits.append(try MetadataEdit.set(exif, to: joined).when(condition).only(in: .withExif))
            }
            if let xmp = names.xmp { edits.append(try MetadataEdit.set(xmp, to: value).when(condition)) }
            if let number = names.iptc, let definition = IPTCTable.definition(record: 2, number: number) {
                let texts = (value.array ?? [value]).map { MetadataEdit.cut($0.description, for: definition) }
                let action = MetadataEdit.Action.setIPTC(record: 2, number: number, texts)
                edits.append(MetadataEdit(action, when: condition == .always ? .whereBlock : .whereBlankInBlock))
            }
            return edits
        }
    }

    private static func removals(of property: Property) -> [MetadataEdit] {
        switch property {
        case .taken: return MetadataEdit.removalsOfTime
        case .coordinate: return MetadataEdit.removalsOfPosition
        case .altitude:
            return [TIFFTag.gpsAltitude, .gpsAltitudeRef].map { MetadataEdit(.removeExif(TagID(.gps, $0))) }
        default:
            let names = names[property] ?? Names()
            let exif = names.exif.flatMap { try? MetadataEdit.remove($0).only(in: .withExif) }
            let xmp = names.xmp.flatMap { try? MetadataEdit.remove($0).when(.wherePresent) }
            let iptc = names.iptc.map { MetadataEdit(.removeIPTC(record: 2, number: $0), when: .wherePresent) }
            return [exif, xmp, iptc].compactMap(\.self)
        }
    }

    private func value(of property: Property) -> PropertyValue? {
        func list(_ texts: [String]) -> PropertyValue { .array(texts.map { .string($0) }) }
        return switch property {
        case .title: title.map { .string($0) }
        case .caption: caption.map { .string($0) }
        case .creators: creators.map(list)
        case .copyright: copyright.map { .string($0) }
        case .keywords: keywords.map(list)
        case .rating: rating.map { .integer($0) }
        case .comment: comment.map { .string($0) }
        case .make: make.map { .string($0) }
        case .model: model.map { .string($0) }
        case .software: software.map { .string($0) }
        case .lensModel: lensModel.map { .string($0) }
        case .owner: owner.map { .string($0) }
        case .exposureTime: exposureTime.map { .string($0.description) }
        case .fNumber: fNumber.map { .string($0.description) }
        case .sensitivity: sensitivity.map { .integer($0) }
        case .focalLength: focalLength.map { .string($0.description) }
        case .exposureBias: exposureBias.map { .string($0.description) }
        case .taken, .coordinate, .altitude: nil
        }
    }

    /// Where a property is written.
    private struct Names: Sendable {
        var exif: String?
        var xmp: String?
        var iptc: UInt8?
    }

    private static let names: [Property: Names] = [
        .title: Names(xmp: "XMP:dc:title", iptc: 5),
        .caption: Names(exif: "IFD0:ImageDescription", xmp: "XMP:dc:description", iptc: 120),
        .creators: Names(exif: "IFD0:Artist", xmp: "XMP:dc:creator", iptc: 80),
        .copyright: Names(exif: "IFD0:Copyright", xmp: "XMP:dc:rights", iptc: 116),
        .keywords: Names(xmp: "XMP:dc:subject", iptc: 25),
        .rating: Names(xmp: "XMP:xmp:Rating"),
        .comment: Names(exif: "ExifIFD:UserComment"),
        .make: Names(exif: "IFD0:Make"), .model: Names(exif: "IFD0:Model"), .software: Names(exif: "IFD0:Software"),
        .lensModel: Names(exif: "ExifIFD:LensModel"), .owner: Names(exif: "ExifIFD:CameraOwnerName"),
        .exposureTime: Names(exif: "ExifIFD:ExposureTime"), .fNumber: Names(exif: "ExifIFD:FNumber"),
        .sensitivity: Names(exif: "ExifIFD:PhotographicSensitivity"),
        .focalLength: Names(exif: "ExifIFD:FocalLength"), .exposureBias: Names(exif: "ExifIFD:ExposureBiasValue"),
    ]
}
