/// The notes of Sigma and Foveon. Sources: ExifTool, "Sigma Tags"; Exiv2, "Sigma makernote tags".
extension MakerNoteTables {
    static let sigma = MakerNoteTables(
        """
        [main]
        2 SerialNumber
        3 DriveMode
        4 ResolutionMode
        5 AFMode
        6 FocusSetting
        7 WhiteBalance
        8 ExposureMode {A=Aperture-priority AE;M=Manual;P=Program AE;S=Shutter speed priority AE}
        9 MeteringMode {8=Multi-segment;A=Average;C=Center-weighted average}
        A LensFocalRange
        B ColorSpace
        C ExposureCompensation #labelled
        D ~Contrast #labelled
        E ~Shadow #labelled
        F ~Highlight #labelled
        10 ~Saturation #labelled
        11 ~Sharpness #labelled
        12 X3FillLight #labelled
        14 ColorAdjustment #labelled
        15 AdjustmentMode
        16 Quality #labelled
        17 Firmware
        18 ~Software
        19 AutoBracket
        1A ChrominanceNoiseReduction
        1B LuminanceNoiseReduction
        1C PreviewImageStart
        1D PreviewImageLength
        1E PreviewImageSize
        1F MakerNoteVersion #text
        22 FileFormat
        24 Calibration
        26 FileFormat
        27 LensType #lens:Sigma
        2A LensFocalRange
        2B LensMaxApertureRange
        2C ColorMode {0=n/a;1=Sepia;2=B&W;3=Standard;4=Vivid;5=Neutral;6=Portrait;7=Landscape;8=FOV Classic Blue}
        30 LensApertureRange
        30 Calibration
        31 ~FNumber
        32 ~ExposureTime
        33 ExposureTime2
        34 BurstShot
        35 ExposureCompensation #labelled
        39 SensorTemperature
        3A FlashExposureComp
        3B ~Firmware
        3C ~WhiteBalance
        3D PictureMode
        48 LensApertureRange
        49 FNumber
        4A ExposureTime
        4B ExposureTime2
        4D ExposureCompensation #labelled
        55 SensorTemperature
        56 FlashExposureComp
        57 Firmware2
        58 WhiteBalance
        59 DigitalFilter
        84 Model
        86 ISO
        87 ResolutionMode
        88 WhiteBalance
        8C Firmware
        11F CameraCalibration
        120 WBSettings
        121 WBSettings2
        """)
}
