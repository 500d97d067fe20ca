extension TagTable {
    private static let trueOrMagnetic = [
        Int(UInt8(ascii: "T")): "true direction", Int(UInt8(ascii: "M")): "magnetic direction",
    ]
    private static let latitudeReferences = [Int(UInt8(ascii: "N")): "north", Int(UInt8(ascii: "S")): "south"]
    private static let longitudeReferences = [Int(UInt8(ascii: "E")): "east", Int(UInt8(ascii: "W")): "west"]

    /// The 32 tags of the GPS IFD (Exif 3.0, table 19). Enumerated letters are keyed by their ASCII code.
    public static let gps: [TagDefinition] = [
        TagDefinition(0x00, "GPSVersionID", [.byte], .exactly(4), key: "GPSVersion"),
        TagDefinition(0x01, "GPSLatitudeRef", [.ascii], .exactly(2), meanings: latitudeReferences, key: "LatitudeRef"),
        TagDefinition(0x02, "GPSLatitude", [.rational], .exactly(3), key: "Latitude"),
        TagDefinition(
            0x03, "GPSLongitudeRef", [.ascii], .exactly(2), meanings: longitudeReferences, key: "LongitudeRef"),
        TagDefinition(0x04, "GPSLongitude", [.rational], .exactly(3), key: "Longitude"),
        TagDefinition(
            0x05, "GPSAltitudeRef", [.byte],
            meanings: [
                0: "above the ellipsoidal surface", 1: "below the ellipsoidal surface", 2: "above sea level",
                3: "below sea level",
            ], key: "AltitudeRef"),
        TagDefinition(0x06, "GPSAltitude", [.rational], key: "Altitude"),
        TagDefinition(0x07, "GPSTimeStamp", [.rational], .exactly(3), key: "TimeStamp"),
        TagDefinition(0x08, "GPSSatellites", [.ascii], .any, key: "Satellites"),
        TagDefinition(
            0x09, "GPSStatus", [.ascii], .exactly(2),
            meanings: [
                Int(UInt8(ascii: "A")): "measurement in progress", Int(UInt8(ascii: "V")): "measurement interrupted",
            ],
            key: "Status"),
        TagDefinition(
            0x0A, "GPSMeasureMode", [.ascii], .exactly(2),
            meanings: [Int(UInt8(ascii: "2")): "two-dimensional", Int(UInt8(ascii: "3")): "three-dimensional"],
            key: "MeasureMode"),
        TagDefinition(0x0B, "GPSDOP", [.rational], key: "DOP"),
        TagDefinition(
            0x0C, "GPSSpeedRef", [.ascii], .exactly(2),
            meanings: [
                Int(UInt8(ascii: "K")): "kilometres per hour", Int(UInt8(ascii: "M")): "miles per hour",
                Int(UInt8(ascii: "N")): "knots",
            ], key: "SpeedRef"),
        TagDefinition(0x0D, "GPSSpeed", [.rational], key: "Speed"),
        TagDefinition(0x0E, "GPSTrackRef", [.ascii], .exactly(2), meanings: trueOrMagnetic, key: "TrackRef"),
        TagDefinition(0x0F, "GPSTrack", [.rational], key: "Track"),
        TagDefinition(
            0x10, "GPSImgDirectionRef", [.ascii], .exactly(2), meanings: trueOrMagnetic, key: "ImgDirectionRef"),
        TagDefinition(0x11, "GPSImgDirection", [.rational], key: "ImgDirection"),
        TagDefinition(0x12, "GPSMapDatum", [.ascii], .any, key: "MapDatum"),
        TagDefinition(
            0x13, "GPSDestLatitudeRef", [.ascii], .exactly(2), meanings: latitudeReferences, key: "DestLatitudeRef"),
        TagDefinition(0x14, "GPSDestLatitude", [.rational], .exactly(3), key: "DestLatitude"),
        TagDefinition(
            0x15, "GPSDestLongitudeRef", [.ascii], .exactly(2), meanings: longitudeReferences, key: "DestLongitudeRef"),
        TagDefinition(0x16, "GPSDestLongitude", [.rational], .exactly(3), key: "DestLongitude"),
        TagDefinition(
            0x17, "GPSDestBearingRef", [.ascii], .exactly(2), meanings: trueOrMagnetic, key: "DestBearingRef"),
        TagDefinition(0x18, "GPSDestBearing", [.rational], key: "DestBearing"),
        TagDefinition(
            0x19, "GPSDestDistanceRef", [.ascii], .exactly(2),
            meanings: [
                Int(UInt8(ascii: "K")): "kilometres", Int(UInt8(ascii: "M")): "miles",
                Int(UInt8(ascii: "N")): "nautical miles",
            ], key: "DestDistanceRef"),
        TagDefinition(0x1A, "GPSDestDistance", [.rational], key: "DestDistance"),
        TagDefinition(0x1B, "GPSProcessingMethod", [.undefined], .any, key: "ProcessingMethod"),
        TagDefinition(0x1C, "GPSAreaInformation", [.undefined], .any, key: "AreaInformation"),
        TagDefinition(0x1D, "GPSDateStamp", [.ascii], .exactly(11), key: "DateStamp"),
        TagDefinition(
            0x1E, "GPSDifferential", [.short], meanings: [0: "without correction", 1: "corrected"],
            key: "Differential"),
        TagDefinition(0x1F, "GPSHPositioningError", [.rational], key: "HPositioningError"),
    ]
}
