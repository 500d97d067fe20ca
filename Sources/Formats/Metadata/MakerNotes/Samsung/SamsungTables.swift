/// Samsung's notes. Sources: ExifTool, "Samsung Type2 Tags"; Exiv2, "Samsung makernote tags".
extension MakerNoteTables {
    static let samsung = MakerNoteTables(
        """
        [main]
        1 MakerNoteVersion #text
        2 DeviceType {4096=Compact Digital Camera;8192=High-end NX Camera;12288=HXM Video Camera;73728=Cell Phone;\
        2097152=SMX Video Camera;3145728=SMX Video Camera}
        3 SamsungModelID {16781340=NX10;16781862=HMX-S15BP;16781875=HMX-Q10;16781876=HMX-H304;16782092=NX100;16782119=NX11;\
        24121419=ES65, ES67 / VLUU ES65, ES67 / SL50;24121422=ES70, ES71 / VLUU ES70, ES71 / SL600;\
        24121426=ES73 / VLUU ES73 / SL605;24121429=ES25, ES27 / VLUU ES25, ES27 / SL45;24122112=ES28 / VLUU ES28;\
        24122115=ES74,ES75,ES78 / VLUU ES75,ES78;33558598=PL150 / VLUU PL150 / TL210 / PL151;\
        33558600=PL100 / TL205 / VLUU PL100 / PL101;33559313=PL120,PL121 / VLUU PL120,PL121;\
        33559317=PL170,PL171 / VLUUPL170,PL171;33559326=PL210, PL211 / VLUU PL210, PL211;40899351=PL20,PL21 / VLUU PL20,PL21;\
        44040219=WP10 / VLUU WP10 / AQ100;50331648=Various Models (0x3000000);60817432=Various Models (0x3a00018);\
        67112991=ST1000 / ST1100 / VLUU ST1000 / CL65;67112994=ST550 / VLUU ST550 / TL225;67112997=Various Models (0x4001025);\
        67113022=VLUU ST5500, ST5500, CL80;67113025=VLUU ST5000, ST5000, TL240;67113027=ST70 / VLUU ST70 / ST71;\
        67113738=Various Models (0x400130a);67113742=ST90,ST91 / VLUU ST90,ST91;67113747=VLUU ST95, ST95;77594645=VLUU ST60;\
        77599579=ST30, ST65 / VLUU ST65 / ST67;83886080=Various Models (0x5000000);83890232=Various Models (0x5001038);\
        83890234=WB650 / VLUU WB650 / WB660;83890236=WB600 / VLUU WB600 / WB610;83891006=WB150 / WB150F / WB152 / WB152F / WB151;\
        94371855=WB5000 / HZ25W;94371870=WB5500 / VLUU WB5500 / HZ50W;100667446=EX1;117445404=VLUU SH100, SH100;655519746=SMX-C20N}
        11 OrientationInfo
        20 SmartAlbumColor {0 0=n/a}
        21 PictureWizard >PictureWizard
        30 LocalLocationName
        31 LocationName
        35 PreviewIFD >preview
        40 RawDataByteOrder {0=Little-endian (Intel, II);1=Big-endian (Motorola, MM)}
        41 WhiteBalanceSetup {0=Auto;1=Manual}
        43 CameraTemperature
        50 RawDataCFAPattern {0=Unchanged;1=Swap;65535=Roll}
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
        A019 ~FNumber
        A01A:L ~FocalLengthIn35mmFormat /10
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
