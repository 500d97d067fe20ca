/// Samsung's notes. Sources: ExifTool, "Samsung Type2 Tags"; Exiv2, "Samsung makernote tags".
extension MakerNoteTables {
    static let samsung = MakerNoteTables(
        """
        [main]
        1 MakerNoteVersion #text
        2 DeviceType {4096=Compact Digital Camera;8192=High-end NX Camera;12288=HXM Video Camera;73728=Cell Phone;\
        2097152=SMX Video Camera}
        3 SamsungModelID
        11 OrientationInfo
        20 SmartAlbumColor {0 0=n/a}
        21 PictureWizard >PictureWizard
        30 LocalLocationName
        31 LocationName
        35 PreviewIFD >preview
        40 RawDataByteOrder {0=Little-endian (Intel, II);1=Big-endian (Motorola, MM)}
        41 WhiteBalanceSetup {0=Auto;1=Manual}
        43 CameraTemperature
        50 RawDataCFAPattern
        100 FaceDetect {0=Off;1=On}
        120 FaceRecognition {0=Off;1=On}
        123 FaceName
        A001 FirmwareName
        A002 SerialNumber
        A003 LensType
        A004 LensFirmware
        A005 InternalLensSerialNumber
        A010 SensorAreas
        A011 ColorSpace {0=sRGB;1=Adobe RGB}
        A012 SmartRange {0=Off;1=On}
        A013 ExposureCompensation
        A014 ISO
        A018 ExposureTime
        A019 FNumber
        A01A FocalLengthIn35mmFormat /10
        A020 EncryptionKey
        A021 WB_RGGBLevelsUncorrected !
        A022 WB_RGGBLevelsAuto !
        A023 WB_RGGBLevelsIlluminator1 !
        A024 WB_RGGBLevelsIlluminator2 !
        A025 HighlightLinearityLimit
        A028 WB_RGGBLevelsBlack !
        A030 ColorMatrix !
        A031 ColorMatrixSRGB !
        A032 ColorMatrixAdobeRGB !
        A033 CbCrMatrixDefault !
        A034 CbCrMatrix !
        A035 CbCrGainDefault !
        A036 CbCrGain !
        A040 ToneCurveSRGBDefault !
        A041 ToneCurveAdobeRGBDefault !
        A042 ToneCurveSRGB !
        A043 ToneCurveAdobeRGB !
        A048 RawData !
        A050 Distortion !
        A051 ChromaticAberration !
        A052 Vignetting !
        [PictureWizard H]
        0 PictureWizardMode {0=Standard;1=Vivid;2=Portrait;3=Landscape;4=Forest;5=Retro;6=Cool;7=Calm;8=Classic;9=Custom1;\
        10=Custom2;11=Custom3;255=n/a}
        1 PictureWizardColor
        2 PictureWizardSaturation
        3 PictureWizardSharpness
        4 PictureWizardContrast
        [preview]
        FE SubfileType
        103 Compression
        11A XResolution
        11B YResolution
        128 ResolutionUnit
        201 PreviewImageStart
        202 PreviewImageLength
        213 YCbCrPositioning
        """)
}
