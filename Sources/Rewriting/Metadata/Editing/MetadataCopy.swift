package import UprightFormats

/// What can be copied from one picture's metadata to another's: everything that describes the picture, without what belongs to
/// the shape of the file that it comes from.
///
/// Left out are orientation, dimensions, resolution, colour space, thumbnails, places in the picture (faces, subject area,
/// crops), what leads to other parts of a file, histories and identifiers of documents, settings of raw developers, and maker
/// notes, whose offsets are those of their file.
package enum MetadataCopy {
    /// Returns the edits that write a picture's metadata into another one.
    ///
    /// - Parameter condition: `.always` to replace what the other picture has, `.whereBlank` to add what it lacks.
    package static func edits(
        from properties: ImageProperties, when condition: MetadataEdit.Condition
    ) -> [MetadataEdit] {
        exif(properties, condition) + iptc(properties, condition) + xmp(properties, condition)
    }

    private static let shapeTags: Set<UInt16> = [
        0x0112, 0x011A, 0x011B, 0x0128, 0x0213, 0x9101, 0x9102, 0x9214, 0xA001, 0xA20E, 0xA20F, 0xA210, 0xA214,
        0xA300, 0xA301, 0xA302, 0x012D, 0x013E, 0x013F, 0x0211, 0x0214, 0x9000, 0xA000,
    ]

    private static func exif(
        _ properties: ImageProperties, _ condition: MetadataEdit.Condition
    ) -> [MetadataEdit] {
        var seen: Set<TagID> = []
        return (properties.exifMetadata?.entries ?? []).compactMap { entry in
            guard [.primary, .exif, .gps].contains(entry.tag.group), entry.tag.definition?.editability == .editable,
                !shapeTags.contains(entry.tag.number), seen.insert(entry.tag).inserted
            else { return nil }
            // A value that its standard does not allow stays behind.
            do throws(MetadataValueError) {
                return try MetadataEdit.exif(entry.tag, exactly: entry.value).when(condition)
            } catch { return nil }
        }
    }

    private static func iptc(
        _ properties: ImageProperties, _ condition: MetadataEdit.Condition
    ) -> [MetadataEdit] {
        guard let block = properties.iptc else { return [] }
        var seen: Set<UInt8> = []
        return block.dataSets.compactMap { set in
            guard set.record == 2, set.number != 0, let definition = set.definition, definition.format != .binary,
                definition.format != .number, seen.insert(set.number).inserted
            else { return nil }
            do throws(MetadataValueError) {
                return try MetadataEdit.iptc(definition, block.texts(set.number)).when(condition)
            } catch { return nil }
        }
    }

    /// The prefixes of properties that describe a file or its making rather than the picture.
    private static let shapePrefixes: Set<String> = [
        "crs", "xmpMM", "stEvt", "stRef", "mwg-rs", "MP", "MPRI", "MPReg", "GPano", "GCamera", "Container", "GDepth",
        "GImage", "GFocus", "GAudio", "Item", "xmpNote", "hdrgm", "xmpGImg", "apdi", "HDRGainMap", "xmpDM", "xmpTPg",
        "pdf", "xml", "rdf",
    ]
    private static let shapeProperties: Set<String> = [
        "exif:PixelXDimension", "exif:PixelYDimension", "exif:ColorSpace", "exif:ComponentsConfiguration",
        "exif:CompressedBitsPerPixel", "exif:SubjectArea", "exif:SubjectLocation", "exif:FocalPlaneXResolution",
        "exif:FocalPlaneYResolution", "exif:FocalPlaneResolutionUnit", "exif:MakerNote", "exif:ExifVersion",
        "exif:FlashpixVersion", "exif:NativeDigest", "tiff:NativeDigest", "tiff:Orientation", "tiff:ImageWidth",
        "tiff:ImageLength", "tiff:BitsPerSample", "tiff:Compression", "tiff:PhotometricInterpretation",
        "tiff:SamplesPerPixel", "tiff:PlanarConfiguration", "tiff:YCbCrSubSampling", "tiff:YCbCrPositioning",
        "tiff:XResolution", "tiff:YResolution", "tiff:ResolutionUnit", "tiff:TransferFunction", "tiff:WhitePoint",
        "tiff:PrimaryChromaticities", "tiff:YCbCrCoefficients", "tiff:ReferenceBlackWhite", "photoshop:ColorMode",
        "photoshop:ICCProfile", "photoshop:History", "photoshop:DocumentAncestors", "photoshop:TextLayers",
        "photoshop:SidecarForExtension", "photoshop:LegacyIPTCDigest", "dc:format", "xmp:Thumbnails",
        "xmp:MetadataDate", "Iptc4xmpExt:ImageRegion",
    ]

    private static func xmp(_ properties: ImageProperties, _ condition: MetadataEdit.Condition) -> [MetadataEdit] {
        var seen: Set<XMPName> = []
        return (properties.xmp?.properties ?? []).compactMap { property in
            // What no prefix is known for may be tied to its file.
            guard let prefix = XMPPrefixes.prefix(of: property.name.namespace), !shapePrefixes.contains(prefix),
                !shapeProperties.contains(property.name.qualified), seen.insert(property.name).inserted
            else { return nil }
            return MetadataEdit(.setXMP(property.name, property.value), when: condition)
        }
    }
}
