/// The notes of Olympus and OM System, which Epson and the first Minolta cameras share. Sources: ExifTool, "Olympus Tags";
/// Exiv2, "Olympus makernote tags".
extension MakerNoteTables {
    static let olympus = MakerNoteTables(olympusDirectory, olympusInner)

    private static let olympusDirectory = """
        = onoff 0=Off;1=On
        [main]
        0 MakerNoteVersion #text
        1 MinoltaCameraSettingsOld
        3 MinoltaCameraSettings
        40 CompressedImageSize
        81 PreviewImageData
        88 PreviewImageStart
        89 PreviewImageLength
        100 ThumbnailImage
        104 BodyFirmwareVersion
        200 SpecialMode
        201 Quality {1=SQ;2=HQ;3=SHQ;4=RAW;5=SQ (5);6=HQ;33=Uncompressed}
        202 Macro {0=Off;1=On;2=Super Macro}
        203 BWMode {0=Off;1=On;6=(none)}
        204 DigitalZoom
        205 FocalPlaneDiagonal
        206 LensDistortionParams
        207 CameraType
        208 TextInfo #text
        209 CameraID #text
        20B EpsonImageWidth
        20C EpsonImageHeight
        20D EpsonSoftware
        280 PreviewImage
        300 PreCaptureFrames
        301 WhiteBoard
        302 OneTouchWB {0=Off;1=On;2=On (Preset)}
        303 WhiteBalanceBracket
        304 WhiteBalanceBias
        400 SensorArea
        401 BlackLevel
        403 SceneMode {0=Normal;1=Standard;2=Auto;3=Intelligent Auto;4=Portrait;5=Landscape+Portrait;6=Landscape;\
        7=Night Scene;8=Night+Portrait;9=Sport;10=Self Portrait;11=Indoor;12=Beach & Snow;13=Beach;14=Snow;\
        15=Self Portrait+Self Timer;16=Sunset;17=Cuisine;18=Documents;19=Candle;20=Fireworks}
        404 SerialNumber
        405 Firmware
        E00 PrintIM
        F00 DataDump
        F01 DataDump2
        F04 ZoomedPreviewStart
        F05 ZoomedPreviewLength
        F06 ZoomedPreviewSize
        1000 ShutterSpeedValue
        1001 ISOValue
        1002 ApertureValue
        1003 BrightnessValue
        1004 FlashMode {2=On;3=Off}
        1005 FlashDevice {0=None;1=Internal;4=External;5=Internal + External}
        1006 ExposureCompensation
        1007 SensorTemperature
        1008 LensTemperature
        1009 LightCondition
        100A FocusRange {0=Normal;1=Macro}
        100B FocusMode {0=Auto;1=Manual}
        100C ManualFocusDistance
        100D ZoomStepCount
        100E FocusStepCount
        100F Sharpness {0=Normal;1=Hard;2=Soft}
        1010 FlashChargeLevel
        1011 ColorMatrix
        1012 BlackLevel
        1013 ColorTemperatureBG
        1014 ColorTemperatureRG
        1015 WBMode {1=Auto;1 0=Auto;1 2=Auto (2);1 4=Auto (4);2 2=3000 Kelvin;2 3=3700 Kelvin;2 4=4000 Kelvin;\
        2 5=4500 Kelvin;2 6=5500 Kelvin;2 7=6500 Kelvin;2 8=7500 Kelvin;3 0=One-touch}
        1017 RedBalance
        1018 BlueBalance
        1019 ColorMatrixNumber
        101A SerialNumber
        1023 FlashExposureComp
        1024 InternalFlashTable
        1025 ExternalFlashGValue
        1026 ExternalFlashBounce {0=No;1=Yes}
        1027 ExternalFlashZoom
        1028 ExternalFlashMode
        1029 Contrast {0=High;1=Normal;2=Low}
        102A SharpnessFactor
        102B ColorControl
        102C ValidBits
        102D CoringFilter
        102E OlympusImageWidth
        102F OlympusImageHeight
        1030 SceneDetect
        1031 SceneArea
        1033 SceneDetectData
        1034 CompressionRatio
        1035 PreviewImageValid {0=No;1=Yes}
        1036 PreviewImageStart
        1037 PreviewImageLength
        1038 AFResult
        1039 CCDScanMode {0=Interlaced;1=Progressive}
        103A NoiseReduction {onoff}
        103B FocusStepInfinity
        103C FocusStepNear
        103D LightValueCenter
        103E LightValuePeriphery
        103F FieldCount
        2010 Equipment >Equipment
        2020 CameraSettings >CameraSettings
        2030 RawDevelopment >RawDevelopment
        2031 RawDev2
        2040 ImageProcessing >ImageProcessing
        2050 FocusInfo >FocusInfo
        3000 RawInfo
        4000 MainInfo >main
        5000 UnknownInfo
        """

    private static let olympusInner = """
        = faces 0=No;1=Yes
        [Equipment]
        0 EquipmentVersion #text
        100 CameraType2
        101 SerialNumber
        102 InternalSerialNumber
        103 FocalPlaneDiagonal
        104 BodyFirmwareVersion #olympusFirmware
        201 LensType/LensID #lens:Olympus
        202 LensSerialNumber
        203 LensModel
        204 LensFirmwareVersion #olympusFirmware
        205 MaxApertureAtMinFocal #olympusAperture
        206 MaxApertureAtMaxFocal #olympusAperture
        207 MinFocalLength
        208 MaxFocalLength
        20A MaxAperture #olympusAperture
        20B LensProperties
        301 Extender {0 0 0 0 0 0=None;0 4 0 0 0 0=Olympus Zuiko Digital EC-14 1.4x Teleconverter;\
        0 8 0 0 0 0=Olympus EX-25 Extension Tube;0 16 0 0 0 0=Olympus Zuiko Digital EC-20 2.0x Teleconverter}
        302 ExtenderSerialNumber
        303 ExtenderModel
        304 ExtenderFirmwareVersion #olympusFirmware
        403 ConversionLens
        1000 FlashType {0=None;2=Simple E-System;3=E-System;4=E-System (body powered)}
        1001 FlashModel {0=None;1=FL-20;2=FL-50;3=RF-11;4=TF-22;5=FL-36;6=FL-50R;7=FL-36R;9=FL-14;11=FL-600R}
        1002 FlashFirmwareVersion
        1003 FlashSerialNumber
        [CameraSettings]
        0 CameraSettingsVersion #text
        100 PreviewImageValid {faces}
        101 PreviewImageStart
        102 PreviewImageLength
        200 ExposureMode {1=Manual;2=Program;3=Aperture-priority AE;4=Shutter speed priority AE;5=Program-shift}
        201 AELock {onoff}
        202 MeteringMode {2=Center-weighted average;3=Spot;5=ESP;261=Pattern+AF;515=Spot+Highlight control;1027=Spot+Shadow control}
        203 ExposureShift
        204 NDFilter {onoff}
        300 MacroMode {0=Off;1=On;2=Super Macro}
        301 FocusMode {0=Single AF;1=Sequential shooting AF;2=Continuous AF;3=Multi AF;4=Face Detect;10=MF}
        302 FocusProcess {0=AF Not Used;1=AF Used}
        303 AFSearch {0=Not Ready;1=Ready}
        304 AFAreas
        305 AFPointSelected
        306 AFFineTune {onoff}
        307 AFFineTuneAdj
        308 FocusBracketStepSize
        309 AISubjectTrackingMode
        400 FlashMode &{0=On;1=Fill-in;2=Red-eye;3=Slow-sync;4=Forced On;5=2nd Curtain}
        401 FlashExposureComp
        403 FlashRemoteControl {0=Off}
        404 FlashControlMode
        405 FlashIntensity
        406 ManualFlashStrength
        500 WhiteBalance2 {0=Auto;1=Auto (Keep Warm Color Off);16=7500K (Fine Weather with Shade);17=6000K (Cloudy);\
        18=5300K (Fine Weather);20=3000K (Tungsten light);21=3600K (Tungsten light-like);22=Auto Setup;23=5500K (Flash);\
        33=6600K (Daylight fluorescent);34=4500K (Neutral white fluorescent);35=4000K (Cool white fluorescent);\
        36=White Fluorescent;48=3600K (Tungsten light-like);67=Underwater;256=One Touch WB 1;257=One Touch WB 2;\
        258=One Touch WB 3;259=One Touch WB 4;512=Custom WB 1;513=Custom WB 2;514=Custom WB 3;515=Custom WB 4}
        501 WhiteBalanceTemperature {0=Auto}
        502 WhiteBalanceBracket
        503 CustomSaturation
        504 ModifiedSaturation {0=Off;1=CM1 (Red Enhance);2=CM2 (Green Enhance);3=CM3 (Blue Enhance);4=CM4 (Skin Tones)}
        505 ContrastSetting
        506 SharpnessSetting
        507 ColorSpace {0=sRGB;1=Adobe RGB;2=Pro Photo RGB}
        509 SceneMode {0=Standard;6=Auto;7=Sport;8=Portrait;9=Landscape+Portrait;10=Landscape;11=Night Scene;\
        12=Self Portrait;13=Panorama;14=2 in 1;15=Movie;16=Landscape+Portrait;17=Night+Portrait;18=Indoor;19=Fireworks;\
        20=Sunset;21=Beauty Skin;22=Macro;23=Super Macro;24=Food;25=Documents;26=Museum;27=Shoot & Select;28=Beach & Snow;\
        30=Candle;39=High Key;40=Digital Image Stabilization;44=Low Key;45=Children;54=Face Portrait;57=Smile Shot;\
        58=Quick Shutter;60=Hand-held Starlight;61=Panorama;62=e-Portrait;67=Backlight HDR;142=Hand-held Starlight;154=HDR}
        50A NoiseReduction &{0=Noise Reduction;1=Noise Filter;2=Noise Filter (ISO Boost);3=Auto}
        50B DistortionCorrection {0=Off;1=On}
        50C ShadingCompensation {0=Off;1=On}
        50D CompressionFactor
        50F Gradation
        520 PictureMode {1=Vivid;2=Natural;3=Muted;4=Portrait;5=i-Enhance;6=e-Portrait;7=Color Creator;8=Underwater;\
        9=Color Profile 1;10=Color Profile 2;11=Color Profile 3;12=Monochrome Profile 1;17=Art Mode;18=Monochrome Profile 2;\
        256=Monotone;512=Sepia}
        521 PictureModeSaturation
        522 PictureModeHue
        523 PictureModeContrast
        524 PictureModeSharpness
        525 PictureModeBWFilter {0=n/a;1=Neutral;2=Yellow;3=Orange;4=Red;5=Green}
        526 PictureModeTone {0=n/a;1=Neutral;2=Sepia;3=Blue;4=Purple;5=Green}
        527 NoiseFilter {-2 -2 1=Off;-1 -2 1=Low;0 -2 1=Standard;1 -2 1=High;0 0 0=n/a}
        529 ArtFilter
        52C MagicFilter
        52D PictureModeEffect
        52E ToneLevel
        52F ArtFilterEffect
        532 ColorCreatorEffect
        537 MonochromeProfileSettings
        538 FilmGrainEffect {0=Off;1=Low;2=Medium;3=High}
        539 ColorProfileSettings
        53A MonochromeVignetting
        53B MonochromeColor {0=(none);1=Normal;2=Sepia;3=Blue;4=Purple;5=Green}
        600 DriveMode {0=Single Shot;0 0=Single Shot;0 0 0=Single Shot;0 0 0 0=Single Shot;0 0 0 0 0=Single Shot;\
        0 0 0 0 0 0=Single Shot}
        601 PanoramaMode {0 0=Off}
        603 ImageQuality2 {1=SQ;2=HQ;3=SHQ;4=RAW;5=SQ (5)}
        604 ImageStabilization {0=Off;1=On, Mode 1;2=On, Mode 2;3=On, Mode 3;4=On, Mode 4}
        804 StackedImage {0 0=No}
        900 ManometerPressure /10
        901 ManometerReading /10
        902 ExtendedWBDetect {onoff}
        903 RollAngle
        904 PitchAngle
        908 DateTimeUTC
        [RawDevelopment]
        0 RawDevVersion #text
        100 RawDevExposureBiasValue
        101 RawDevWhiteBalanceValue
        102 RawDevWBFineAdjustment
        103 RawDevGrayPoint
        104 RawDevSaturationEmphasis
        105 RawDevMemoryColorEmphasis
        106 RawDevContrastValue
        107 RawDevSharpnessValue
        108 RawDevColorSpace {0=sRGB;1=Adobe RGB;2=Pro Photo RGB}
        109 RawDevEngine
        10A RawDevNoiseReduction
        10B RawDevEditStatus
        10C RawDevSettings
        [ImageProcessing]
        0 ImageProcessingVersion #text
        100 WB_RBLevels
        102 WB_RBLevels3000K
        103 WB_RBLevels3300K
        104 WB_RBLevels3600K
        105 WB_RBLevels3900K
        106 WB_RBLevels4000K
        107 WB_RBLevels4300K
        108 WB_RBLevels4500K
        109 WB_RBLevels4800K
        10A WB_RBLevels5300K
        10B WB_RBLevels6000K
        10C WB_RBLevels6600K
        10D WB_RBLevels7500K
        10E WB_RBLevelsCWB1
        10F WB_RBLevelsCWB2
        110 WB_RBLevelsCWB3
        111 WB_RBLevelsCWB4
        113 WB_GLevel3000K
        114 WB_GLevel3300K
        115 WB_GLevel3600K
        116 WB_GLevel3900K
        117 WB_GLevel4000K
        118 WB_GLevel4300K
        119 WB_GLevel4500K
        11A WB_GLevel4800K
        11B WB_GLevel5300K
        11C WB_GLevel6000K
        11D WB_GLevel6600K
        11E WB_GLevel7500K
        11F WB_GLevel
        200 ColorMatrix
        300 Enhancer
        301 EnhancerValues
        310 CoringFilter
        311 CoringValues
        600 BlackLevel2
        610 GainBase
        611 ValidBits
        612 CropLeft
        613 CropTop
        614 CropWidth
        615 CropHeight
        805 SensorCalibration
        1010 NoiseReduction2
        1011 DistortionCorrection2 {onoff}
        1012 ShadingCompensation2 {onoff}
        101C MultipleExposureMode {0 0=Off}
        1112 AspectRatio {1 1=4:3;1 4=1:1;2 1=3:2 (RAW);2 2=3:2;3 1=16:9 (RAW);3 3=16:9;4 1=1:1 (RAW);4 4=6:6;5 5=5:4;\
        6 6=7:6;7 7=6:5;8 8=7:5;9 1=3:4 (RAW);9 9=3:4}
        1113 AspectFrame
        1200 FacesDetected
        1201 FaceDetectArea
        1202 MaxFaces
        1203 FaceDetectFrameSize
        1207 FaceDetectFrameCrop
        1306 CameraTemperature
        1900 KeystoneCompensation {0 0=Off;0 1=On}
        1901 KeystoneDirection {0 0=Vertical;0 1=Horizontal}
        1906 KeystoneValue
        [FocusInfo]
        0 FocusInfoVersion #text
        209 AutoFocus {onoff}
        210 SceneDetect
        211 SceneArea
        212 SceneDetectData
        300 ZoomStepCount
        301 FocusStepCount
        303 FocusStepInfinity
        304 FocusStepNear
        305 FocusDistance #olympusDistance
        308 AFPoint
        1201 ExternalFlash {0 0=Off;1 0=On}
        1203 ExternalFlashGuideNumber
        1204 ExternalFlashBounce {0=Bounce or Off;1=Direct}
        1205 ExternalFlashZoom
        1208 InternalFlash {0=Off;1=On}
        1209 ManualFlash {0 0=Off}
        120A MacroLED {onoff}
        1500 SensorTemperature
        1600 ImageStabilization #olympusStabilization
        """
}
