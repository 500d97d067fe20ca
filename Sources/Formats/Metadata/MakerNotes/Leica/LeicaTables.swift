/// The notes of Leica's own cameras (M, S, Q, SL, T). Source: ExifTool, "Panasonic Leica2 Tags" to "Panasonic Leica9 Tags".
extension MakerNoteTables {
    static let leica = MakerNoteTables(
        """
        [main]
        D WB_RGBLevels
        300 Quality {1=Fine;2=Basic}
        302 UserProfile {1=User Profile 1;2=User Profile 2;3=User Profile 3;4=User Profile 0 (Dynamic)}
        303 SerialNumber
        304 WhiteBalance {0=Auto or Manual;1=Daylight;2=Fluorescent;3=Tungsten;4=Flash;10=Cloudy;11=Shade}
        305 SerialNumber
        310 LensType
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
        34C UserProfile
        359 ISOSelected {0=Auto}
        35A FNumber /1000
        35B CorrelatedColorTemp
        35C ColorTint
        35D WhitePoint
        407 OriginalFileName
        408 OriginalDirectory
        40A FocusInfo
        40D ExposureMode {0 0 0 0=Program AE;1 0 0 0=Aperture-priority AE;1 1 0 0=Aperture-priority AE (1);\
        2 0 0 0=Shutter speed priority AE;3 0 0 0=Manual}
        410 ShotInfo
        412 FilmMode
        413 WB_RGBLevels
        500 InternalSerialNumber #text
        """)
}
