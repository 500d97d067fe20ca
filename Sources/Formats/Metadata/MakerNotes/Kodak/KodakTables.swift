/// Kodak's notes that are a record. Source: ExifTool, "Kodak Tags".
extension MakerNoteTables {
    static let kodak = MakerNoteTables(
        """
        [main B]
        0:a8 KodakModel
        9 Quality {1=Fine;2=Normal}
        10 BurstMode {0=Off;1=On}
        12:H KodakImageWidth
        14:H KodakImageHeight
        16:H YearCreated
        18:2 MonthDayCreated
        20:4 TimeCreated
        24:H BurstMode2
        27 ShutterMode {0=Auto;8=Aperture Priority;32=Manual?}
        28 MeteringMode {0=Multi-segment;1=Center-weighted average;2=Spot}
        29 SequenceNumber
        30:H FNumber /100
        32:L ExposureTime /100000
        36:h ExposureCompensation /1000
        38:H VariousModes
        40:L Distance1
        44:L Distance2
        48:L Distance3
        52:L Distance4
        56 FocusMode {0=Normal;2=Macro}
        58:H VariousModes2
        60:H PanoramaMode
        62:H SubjectDistance
        64 ~WhiteBalance {0=Auto;1=Flash?;2=Tungsten;3=Daylight;5=Auto}
        92 FlashMode {0=Auto;1=Fill Flash;2=Off;3=Red-Eye;16=Fill Flash;32=Off;64=Red-Eye?}
        93 FlashFired {0=No;1=Yes}
        94:H ISOSetting {0=Auto}
        96:H ISO
        98:H TotalZoom /100
        100:H DateTimeStamp
        102:H ColorMode {1=B&W;2=Sepia;3=B&W Yellow Filter;4=B&W Red Filter;32=Saturated Color;64=Neutral Color;256=Saturated Color;\
        512=Neutral Color;8192=B&W;16384=Sepia}
        104:H DigitalZoom /100
        107:b Sharpness {0=Normal;1=Sharp;-1=Soft}
        """)

    /// Notes with the maker's name behind eight bytes.
    static let kodak2 = MakerNoteTables(
        """
        [main B]
        8:a32 KodakMaker
        40:a32 KodakModel
        108:L KodakImageWidth
        112:L KodakImageHeight
        """)

    /// Notes that begin with `IIII`.
    static let kodak9 = MakerNoteTables(
        """
        [main B]
        16:L ExposureTime
        20:a20 DateTimeOriginal
        52:H ISO
        """)
}
