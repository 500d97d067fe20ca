/// The notes of Leica's own cameras. Each family has tags of its own: the M8; the R8 and R9; the M9; the X, T and Q; the S, the M
/// from 2012 on and the M10. Source: ExifTool 12.57 (February 2023), "Panasonic Leica2 Tags" to "Panasonic Leica9 Tags".
extension MakerNoteTables {
    static let leicaM8 = MakerNoteTables(
        """
        [main]
        300 Quality {1=Fine;2=Basic}
        302 UserProfile {1=User Profile 1;2=User Profile 2;3=User Profile 3;4=User Profile 0 (Dynamic)}
        303 SerialNumber
        304 WhiteBalance {0=Auto or Manual;1=Daylight;2=Fluorescent;3=Tungsten;4=Flash;10=Cloudy;11=Shade}
        310 LensType #lens:Leica
        311 ExternalSensorBrightnessValue
        312 MeasuredLV
        313 ApproximateFNumber
        320 CameraTemperature
        321 ColorTemperature
        322 WBRedLevel
        323 WBGreenLevel
        324 WBBlueLevel
        325 UV-IRFilterCorrection {0=Not Active;1=Active}
        330 CCDVersion
        331 CCDBoardVersion
        332 ControllerBoardVersion
        333 M16CVersion
        340 ImageIDNumber
        """)

    static let leicaR = MakerNoteTables(
        """
        [main]
        D WB_RGBLevels
        """)

    static let leicaM9 = MakerNoteTables(
        """
        [main]
        3000 Subdir3000 >Subdir
        3100 Subdir3100 >Subdir
        3400 Subdir3400 >Subdir
        3900 Subdir3900 >Subdir
        [Subdir]
        300A Contrast {0=Low;1=Medium Low;2=Normal;3=Medium High;4=High}
        300B Sharpening {0=Off;1=Low;2=Normal;3=Medium High;4=High}
        300D Saturation {0=Low;1=Medium Low;2=Normal;3=Medium High;4=High;5=Black & White;6=Vintage B&W}
        3033 WhiteBalance {0=Auto;1=Tungsten;2=Fluorescent;3=Daylight Fluorescent;4=Daylight;5=Flash;6=Cloudy;7=Shade;8=Manual;\
        9=Kelvin}
        3034 JPEGQuality {94=Basic;97=Fine}
        3036 WB_RGBLevels
        3038 UserProfile
        303A JPEGSize {0=5216x3472;1=3840x2592;2=2592x1728;3=1728x1152;4=1280x864}
        3103 SerialNumber
        3109 FirmwareVersion
        312A BaseISO
        312B SensorWidth
        312C SensorHeight
        312D SensorBitDepth
        3402 CameraTemperature
        3405 LensType #lens:Leica
        3406 ApproximateFNumber
        3407 MeasuredLV /100000
        3408 ExternalSensorBrightnessValue /100000
        """)

    static let leicaX = MakerNoteTables(
        """
        [main]
        305 SerialNumber
        407 OriginalFileName
        408 OriginalDirectory
        40D:B ExposureMode {0 0 0 0=Program AE;1 0 0 0=Aperture-priority AE;1 1 0 0=Aperture-priority AE (1);\
        2 0 0 0=Shutter speed priority AE;3 0 0 0=Manual}
        412 FilmMode
        413 WB_RGBLevels
        500 InternalSerialNumber #text
        """)

    static let leicaS = MakerNoteTables(
        """
        [main]
        300 PreviewImage
        301 UnknownBlock
        303 LensType
        304 FocusDistance
        311 ExternalSensorBrightnessValue
        312 MeasuredLV
        320 FirmwareVersion
        321 LensSerialNumber
        34C UserProfile
        359 ISOSelected {0=Auto}
        35A FNumber /1000
        35B CorrelatedColorTemp
        35C ColorTint
        35D WhitePoint
        """)
}
