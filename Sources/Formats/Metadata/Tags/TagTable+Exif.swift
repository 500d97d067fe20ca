extension TagTable {
    private static let lightSources: [Int: String] = [
        0: "unknown", 1: "daylight", 2: "fluorescent", 3: "tungsten", 4: "flash", 9: "fine weather", 10: "cloudy",
        11: "shade", 12: "daylight fluorescent", 13: "day white fluorescent", 14: "cool white fluorescent",
        15: "white fluorescent", 16: "warm white fluorescent", 17: "standard light A", 18: "standard light B",
        19: "standard light C", 20: "D55", 21: "D65", 22: "D75", 23: "D50", 24: "ISO studio tungsten", 255: "other",
    ]
    private static let flashes: [Int: String] = [
        0x00: "did not fire", 0x01: "fired", 0x05: "fired, return not detected", 0x07: "fired, return detected",
        0x08: "on, did not fire", 0x09: "on, fired", 0x0D: "on, return not detected", 0x0F: "on, return detected",
        0x10: "off, did not fire", 0x14: "off, did not fire, return not detected", 0x18: "auto, did not fire",
        0x19: "auto, fired", 0x1D: "auto, fired, return not detected", 0x1F: "auto, fired, return detected",
        0x20: "no flash function", 0x30: "off, no flash function", 0x41: "fired, red-eye reduction",
        0x45: "fired, red-eye reduction, return not detected", 0x47: "fired, red-eye reduction, return detected",
        0x49: "on, red-eye reduction", 0x4D: "on, red-eye reduction, return not detected",
        0x4F: "on, red-eye reduction, return detected", 0x50: "off, red-eye reduction",
        0x58: "auto, did not fire, red-eye reduction", 0x59: "auto, fired, red-eye reduction",
        0x5D: "auto, fired, red-eye reduction, return not detected",
        0x5F: "auto, fired, red-eye reduction, return detected",
    ]
    private static let softness: [Int: String] = [0: "normal", 1: "soft", 2: "hard"]
    private static let amount: [Int: String] = [0: "normal", 1: "low", 2: "high"]

    /// The tags of the Exif IFD (Exif 3.0, tables 7 to 18).
    public static let exif: [TagDefinition] = [
        TagDefinition(0x829A, "ExposureTime", [.rational]),
        TagDefinition(0x829D, "FNumber", [.rational]),
        TagDefinition(
            0x8822, "ExposureProgram", [.short],
            meanings: [
                0: "not defined", 1: "manual", 2: "normal program", 3: "aperture priority", 4: "shutter priority",
                5: "creative program", 6: "action program", 7: "portrait mode", 8: "landscape mode", 9: "bulb",
            ]),
        TagDefinition(0x8824, "SpectralSensitivity", [.ascii], .any),
        TagDefinition(
            0x8827, "PhotographicSensitivity", [.short], .any, aliases: ["ISO", "ISOSpeedRatings"],
            key: "ISOSpeedRatings"),
        TagDefinition(0x8828, "OECF", [.undefined], .any, aliases: ["Opto-ElectricConvFactor"]),
        TagDefinition(
            0x8830, "SensitivityType", [.short],
            meanings: [
                0: "unknown", 1: "standard output sensitivity", 2: "recommended exposure index", 3: "ISO speed",
                4: "standard output sensitivity and recommended exposure index",
                5: "standard output sensitivity and ISO speed", 6: "recommended exposure index and ISO speed",
                7: "standard output sensitivity, recommended exposure index and ISO speed",
            ]),
        TagDefinition(0x8831, "StandardOutputSensitivity", [.long]),
        TagDefinition(0x8832, "RecommendedExposureIndex", [.long]),
        TagDefinition(0x8833, "ISOSpeed", [.long]),
        TagDefinition(0x8834, "ISOSpeedLatitudeyyy", [.long]),
        TagDefinition(0x8835, "ISOSpeedLatitudezzz", [.long]),
        TagDefinition(0x9000, "ExifVersion", [.undefined], .exactly(4)),
        TagDefinition(0x9003, "DateTimeOriginal", [.ascii], .exactly(20)),
        TagDefinition(0x9004, "DateTimeDigitized", [.ascii], .exactly(20), aliases: ["CreateDate"]),
        TagDefinition(0x9010, "OffsetTime", [.ascii], .exactly(7)),
        TagDefinition(0x9011, "OffsetTimeOriginal", [.ascii], .exactly(7)),
        TagDefinition(0x9012, "OffsetTimeDigitized", [.ascii], .exactly(7)),
        TagDefinition(0x9101, "ComponentsConfiguration", [.undefined], .exactly(4)),
        TagDefinition(0x9102, "CompressedBitsPerPixel", [.rational]),
        TagDefinition(0x9201, "ShutterSpeedValue", [.srational]),
        TagDefinition(0x9202, "ApertureValue", [.rational]),
        TagDefinition(0x9203, "BrightnessValue", [.srational]),
        TagDefinition(0x9204, "ExposureBiasValue", [.srational], aliases: ["ExposureCompensation"]),
        TagDefinition(0x9205, "MaxApertureValue", [.rational]),
        TagDefinition(0x9206, "SubjectDistance", [.rational]),
        TagDefinition(
            0x9207, "MeteringMode", [.short],
            meanings: [
                0: "unknown", 1: "average", 2: "centre-weighted average", 3: "spot", 4: "multi-spot", 5: "pattern",
                6: "partial", 255: "other",
            ]),
        TagDefinition(0x9208, "LightSource", [.short], meanings: lightSources),
        TagDefinition(0x9209, "Flash", [.short], meanings: flashes),
        TagDefinition(0x920A, "FocalLength", [.rational]),
        TagDefinition(0x9214, "SubjectArea", [.short], .within(2...4)),
        TagDefinition(0x927C, "MakerNote", [.undefined], .any, .structural),
        TagDefinition(0x9286, "UserComment", [.undefined], .any),
        TagDefinition(0x9290, "SubSecTime", [.ascii], .any, key: "SubsecTime"),
        TagDefinition(0x9291, "SubSecTimeOriginal", [.ascii], .any, key: "SubsecTimeOriginal"),
        TagDefinition(0x9292, "SubSecTimeDigitized", [.ascii], .any, key: "SubsecTimeDigitized"),
        TagDefinition(0x9400, "Temperature", [.srational], aliases: ["AmbientTemperature"]),
        TagDefinition(0x9401, "Humidity", [.rational]),
        TagDefinition(0x9402, "Pressure", [.rational]),
        TagDefinition(0x9403, "WaterDepth", [.srational]),
        TagDefinition(0x9404, "Acceleration", [.rational]),
        TagDefinition(0x9405, "CameraElevationAngle", [.srational]),
        TagDefinition(0xA000, "FlashpixVersion", [.undefined], .exactly(4), key: "FlashPixVersion"),
        TagDefinition(
            0xA001, "ColorSpace", [.short], meanings: [1: "sRGB", 0xFFFF: "uncalibrated"]),
        TagDefinition(
            0xA002, "PixelXDimension", [.short, .long], .exactly(1), .structural, aliases: ["ExifImageWidth"]),
        TagDefinition(
            0xA003, "PixelYDimension", [.short, .long], .exactly(1), .structural, aliases: ["ExifImageHeight"]),
        TagDefinition(0xA004, "RelatedSoundFile", [.ascii], .exactly(13)),
        TagDefinition(0xA005, "InteroperabilityIFDPointer", [.long], .exactly(1), .structural),
        TagDefinition(0xA20B, "FlashEnergy", [.rational]),
        TagDefinition(0xA20C, "SpatialFrequencyResponse", [.undefined], .any),
        TagDefinition(0xA20E, "FocalPlaneXResolution", [.rational]),
        TagDefinition(0xA20F, "FocalPlaneYResolution", [.rational]),
        TagDefinition(
            0xA210, "FocalPlaneResolutionUnit", [.short],
            meanings: [1: "none", 2: "inch", 3: "centimetre", 4: "millimetre", 5: "micrometre"]),
        TagDefinition(0xA214, "SubjectLocation", [.short], .exactly(2)),
        TagDefinition(0xA215, "ExposureIndex", [.rational]),
        TagDefinition(
            0xA217, "SensingMethod", [.short],
            meanings: [
                1: "not defined", 2: "one-chip colour area sensor", 3: "two-chip colour area sensor",
                4: "three-chip colour area sensor", 5: "colour sequential area sensor", 7: "trilinear sensor",
                8: "colour sequential linear sensor",
            ]),
        TagDefinition(
            0xA300, "FileSource", [.undefined],
            meanings: [
                0: "other", 1: "transparent scanner", 2: "reflex scanner", 3: "digital still camera",
            ]),
        TagDefinition(0xA301, "SceneType", [.undefined], meanings: [1: "directly photographed"]),
        TagDefinition(0xA302, "CFAPattern", [.undefined], .any),
        TagDefinition(
            0xA401, "CustomRendered", [.short], meanings: [0: "normal process", 1: "custom process"]),
        TagDefinition(
            0xA402, "ExposureMode", [.short], meanings: [0: "auto", 1: "manual", 2: "auto bracket"]),
        TagDefinition(0xA403, "WhiteBalance", [.short], meanings: [0: "auto", 1: "manual"]),
        TagDefinition(0xA404, "DigitalZoomRatio", [.rational]),
        TagDefinition(
            0xA405, "FocalLengthIn35mmFilm", [.short], aliases: ["FocalLengthIn35mmFormat"],
            key: "FocalLenIn35mmFilm"),
        TagDefinition(
            0xA406, "SceneCaptureType", [.short],
            meanings: [0: "standard", 1: "landscape", 2: "portrait", 3: "night"]),
        TagDefinition(
            0xA407, "GainControl", [.short],
            meanings: [0: "none", 1: "low gain up", 2: "high gain up", 3: "low gain down", 4: "high gain down"]),
        TagDefinition(0xA408, "Contrast", [.short], meanings: softness),
        TagDefinition(0xA409, "Saturation", [.short], meanings: amount),
        TagDefinition(0xA40A, "Sharpness", [.short], meanings: softness),
        TagDefinition(0xA40B, "DeviceSettingDescription", [.undefined], .any),
        TagDefinition(
            0xA40C, "SubjectDistanceRange", [.short],
            meanings: [0: "unknown", 1: "macro", 2: "close view", 3: "distant view"], key: "SubjectDistRange"),
        TagDefinition(0xA420, "ImageUniqueID", [.ascii], .exactly(33)),
        TagDefinition(0xA430, "CameraOwnerName", [.ascii, .utf8], .any, aliases: ["OwnerName"]),
        TagDefinition(0xA431, "BodySerialNumber", [.ascii, .utf8], .any, aliases: ["SerialNumber"]),
        TagDefinition(0xA432, "LensSpecification", [.rational], .exactly(4), aliases: ["LensInfo"]),
        TagDefinition(0xA433, "LensMake", [.ascii, .utf8], .any),
        TagDefinition(0xA434, "LensModel", [.ascii, .utf8], .any),
        TagDefinition(0xA435, "LensSerialNumber", [.ascii, .utf8], .any),
        TagDefinition(0xA436, "ImageTitle", [.ascii, .utf8], .any, aliases: ["Title"]),
        TagDefinition(0xA437, "Photographer", [.ascii, .utf8], .any),
        TagDefinition(0xA438, "ImageEditor", [.ascii, .utf8], .any),
        TagDefinition(0xA439, "CameraFirmware", [.ascii, .utf8], .any),
        TagDefinition(0xA43A, "RAWDevelopingSoftware", [.ascii, .utf8], .any),
        TagDefinition(0xA43B, "ImageEditingSoftware", [.ascii, .utf8], .any),
        TagDefinition(0xA43C, "MetadataEditingSoftware", [.ascii, .utf8], .any),
        TagDefinition(
            0xA460, "CompositeImage", [.short],
            meanings: [
                0: "unknown", 1: "not a composite image", 2: "general composite image",
                3: "composite image captured while shooting",
            ]),
        TagDefinition(
            0xA461, "SourceImageNumberOfCompositeImage", [.short], .exactly(2), aliases: ["CompositeImageCount"]),
        TagDefinition(
            0xA462, "SourceExposureTimesOfCompositeImage", [.undefined], .any,
            aliases: ["CompositeImageExposureTimes"]),
        TagDefinition(0xA500, "Gamma", [.rational]),
    ]
}
