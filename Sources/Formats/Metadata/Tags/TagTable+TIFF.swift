extension TagTable {
    /// The tags of IFD0 and IFD1 (Exif 3.0, tables 3 to 6; TIFF 6.0), and those of DNG, TIFF/EP and Windows that other
    /// software writes there.
    public static let tiff: [TagDefinition] =
        baseline
        + [
            TagDefinition(0x013C, "HostComputer", [.ascii], .any),
            TagDefinition(0x013D, "Predictor", [.short], .exactly(1), .structural),
            TagDefinition(0x013E, "WhitePoint", [.rational], .exactly(2)),
            TagDefinition(0x013F, "PrimaryChromaticities", [.rational], .exactly(6)),
            TagDefinition(0x0140, "ColorMap", [.short], .any, .structural),
            TagDefinition(0x0142, "TileWidth", [.short, .long], .exactly(1), .structural),
            TagDefinition(0x0143, "TileLength", [.short, .long], .exactly(1), .structural),
            TagDefinition(0x0144, "TileOffsets", [.long], .any, .structural),
            TagDefinition(0x0145, "TileByteCounts", [.long, .short], .any, .structural),
            TagDefinition(0x014A, "SubIFDs", [.long, .ifd], .any, .structural),
            TagDefinition(
                0x0201, "JPEGInterchangeFormat", [.long], .exactly(1), .structural, aliases: ["ThumbnailOffset"]),
            TagDefinition(
                0x0202, "JPEGInterchangeFormatLength", [.long], .exactly(1), .structural, aliases: ["ThumbnailLength"]),
            TagDefinition(0x0211, "YCbCrCoefficients", [.rational], .exactly(3)),
            TagDefinition(0x0212, "YCbCrSubSampling", [.short], .exactly(2), .structural),
            TagDefinition(0x0213, "YCbCrPositioning", [.short], meanings: [1: "centred", 2: "co-sited"]),
            TagDefinition(0x0214, "ReferenceBlackWhite", [.rational], .exactly(6)),
            TagDefinition(0x02BC, "XMLPacket", [.byte, .undefined], .any, .structural),
            TagDefinition(0x4746, "Rating", [.short]),
            TagDefinition(0x4749, "RatingPercent", [.short]),
            TagDefinition(0x8298, "Copyright", [.ascii, .utf8], .any),
            TagDefinition(0x83BB, "IPTC-NAA", [.long, .undefined, .byte], .any, .structural),
            TagDefinition(0x8649, "ImageResources", [.byte, .undefined], .any, .structural),
            TagDefinition(0x8769, "ExifIFDPointer", [.long, .ifd], .exactly(1), .structural),
            TagDefinition(0x8773, "InterColorProfile", [.undefined], .any, .structural),
            TagDefinition(0x8825, "GPSInfoIFDPointer", [.long, .ifd], .exactly(1), .structural),
            TagDefinition(0x9C9B, "XPTitle", [.byte], .any),
            TagDefinition(0x9C9C, "XPComment", [.byte], .any),
            TagDefinition(0x9C9D, "XPAuthor", [.byte], .any),
            TagDefinition(0x9C9E, "XPKeywords", [.byte], .any),
            TagDefinition(0x9C9F, "XPSubject", [.byte], .any),
            TagDefinition(0xC4A5, "PrintImageMatching", [.undefined], .any, .structural, aliases: ["PrintIM"]),
        ] + dng

    private static let baseline: [TagDefinition] = [
        TagDefinition(
            0x00FE, "NewSubfileType", [.long], .exactly(1), .structural,
            meanings: [0: "full-resolution image", 1: "reduced-resolution image", 4: "transparency mask"],
            aliases: ["SubfileType"]),
        TagDefinition(0x00FF, "SubfileType", [.short], .exactly(1), .structural, aliases: ["OldSubfileType"]),
        TagDefinition(0x0100, "ImageWidth", [.long, .short], .exactly(1), .structural),
        TagDefinition(0x0101, "ImageLength", [.long, .short], .exactly(1), .structural, aliases: ["ImageHeight"]),
        TagDefinition(0x0102, "BitsPerSample", [.short], .any, .structural),
        TagDefinition(
            0x0103, "Compression", [.short], .exactly(1), .structural,
            meanings: [
                1: "uncompressed", 2: "CCITT 1D", 5: "LZW", 6: "JPEG", 7: "JPEG (TIFF Technical Note 2)", 8: "deflate",
                32773: "PackBits",
            ]),
        TagDefinition(
            0x0106, "PhotometricInterpretation", [.short], .exactly(1), .structural,
            meanings: [
                0: "white is zero", 1: "black is zero", 2: "RGB", 3: "palette", 5: "CMYK", 6: "YCbCr", 8: "CIELab",
            ]),
        TagDefinition(0x010D, "DocumentName", [.ascii], .any),
        TagDefinition(0x010E, "ImageDescription", [.ascii, .utf8], .any),
        TagDefinition(0x010F, "Make", [.ascii, .utf8], .any),
        TagDefinition(0x0110, "Model", [.ascii, .utf8], .any),
        TagDefinition(0x0111, "StripOffsets", [.long, .short], .any, .structural),
        TagDefinition(
            0x0112, "Orientation", [.short],
            meanings: [
                1: "row 0 top, column 0 left", 2: "row 0 top, column 0 right", 3: "row 0 bottom, column 0 right",
                4: "row 0 bottom, column 0 left", 5: "row 0 left, column 0 top", 6: "row 0 right, column 0 top",
                7: "row 0 right, column 0 bottom", 8: "row 0 left, column 0 bottom",
            ]),
        TagDefinition(0x0115, "SamplesPerPixel", [.short], .exactly(1), .structural),
        TagDefinition(0x0116, "RowsPerStrip", [.long, .short], .exactly(1), .structural),
        TagDefinition(0x0117, "StripByteCounts", [.long, .short], .any, .structural),
        TagDefinition(0x011A, "XResolution", [.rational]),
        TagDefinition(0x011B, "YResolution", [.rational]),
        TagDefinition(
            0x011C, "PlanarConfiguration", [.short], .exactly(1), .structural, meanings: [1: "chunky", 2: "planar"]),
        TagDefinition(0x011D, "PageName", [.ascii], .any),
        TagDefinition(0x0128, "ResolutionUnit", [.short], meanings: [1: "none", 2: "inch", 3: "centimetre"]),
        TagDefinition(0x0129, "PageNumber", [.short], .exactly(2)),
        TagDefinition(0x012D, "TransferFunction", [.short], .any),
        TagDefinition(0x0131, "Software", [.ascii, .utf8], .any),
        TagDefinition(0x0132, "DateTime", [.ascii], .exactly(20), aliases: ["ModifyDate"]),
        TagDefinition(0x013B, "Artist", [.ascii, .utf8], .any),
    ]

    /// The DNG tags that can occur in an IFD0 without raw data (DNG 1.7, chapter 4).
    private static let dng: [TagDefinition] = [
        TagDefinition(0xC612, "DNGVersion", [.byte], .exactly(4), .structural),
        TagDefinition(0xC613, "DNGBackwardVersion", [.byte], .exactly(4), .structural),
        TagDefinition(0xC614, "UniqueCameraModel", [.ascii], .any),
        TagDefinition(0xC615, "LocalizedCameraModel", [.ascii, .byte], .any),
        TagDefinition(0xC621, "ColorMatrix1", [.srational], .any, .structural),
        TagDefinition(0xC622, "ColorMatrix2", [.srational], .any, .structural),
        TagDefinition(0xC623, "CameraCalibration1", [.srational], .any, .structural),
        TagDefinition(0xC624, "CameraCalibration2", [.srational], .any, .structural),
        TagDefinition(0xC627, "AnalogBalance", [.rational], .any, .structural),
        TagDefinition(0xC628, "AsShotNeutral", [.rational, .short], .any, .structural),
        TagDefinition(0xC629, "AsShotWhiteXY", [.rational], .exactly(2), .structural),
        TagDefinition(0xC62A, "BaselineExposure", [.srational], .exactly(1), .structural),
        TagDefinition(0xC62B, "BaselineNoise", [.rational], .exactly(1), .structural),
        TagDefinition(0xC62C, "BaselineSharpness", [.rational], .exactly(1), .structural),
        TagDefinition(0xC62E, "LinearResponseLimit", [.rational], .exactly(1), .structural),
        TagDefinition(0xC62F, "CameraSerialNumber", [.ascii], .any),
        TagDefinition(0xC630, "LensInfo", [.rational], .exactly(4)),
        TagDefinition(0xC633, "ShadowScale", [.rational], .exactly(1), .structural),
        TagDefinition(0xC634, "DNGPrivateData", [.byte, .undefined], .any, .structural),
        TagDefinition(0xC635, "MakerNoteSafety", [.short], .exactly(1), .structural),
        TagDefinition(0xC65A, "CalibrationIlluminant1", [.short], .exactly(1), .structural),
        TagDefinition(0xC65B, "CalibrationIlluminant2", [.short], .exactly(1), .structural),
        TagDefinition(0xC65D, "RawDataUniqueID", [.byte], .exactly(16), .structural),
        TagDefinition(0xC68B, "OriginalRawFileName", [.ascii, .byte], .any, .structural),
        TagDefinition(0xC68C, "OriginalRawFileData", [.undefined], .any, .structural),
        TagDefinition(0xC68D, "ActiveArea", [.long, .short], .exactly(4), .structural),
        TagDefinition(0xC6FE, "AsShotProfileName", [.ascii, .byte], .any, .structural),
        TagDefinition(0xC71B, "PreviewDateTime", [.ascii], .any, .structural),
    ]
}
