/// Canon's notes. Sources: ExifTool, "Canon Tags"; Exiv2, "Canon makernote tags".
extension MakerNoteTables {
    static let canon = MakerNoteTables(canonDirectory, canonRecords, canonRecords2, MakerNoteData.canon)

    private static let canonDirectory = """
        = onoff 0=Off;1=On
        [main]
        1 CanonCameraSettings >CameraSettings
        2 CanonFocalLength >FocalLength
        3 CanonFlashInfo
        4 CanonShotInfo >ShotInfo
        5 CanonPanorama >Panorama
        6 CanonImageType
        7 CanonFirmwareVersion/Firmware
        8 FileNumber
        9 OwnerName/OwnerName
        C SerialNumber/CameraSerialNumber
        D CanonCameraInfo
        E CanonFileLength
        F CustomFunctions
        10 CanonModelID/UniqueModelID #lens:CanonModel
        11 MovieInfo >MovieInfo
        12 CanonAFInfo >AFInfo
        13 ThumbnailImageValidArea
        15 SerialNumberFormat {2415919104=Format 1;2684354560=Format 2}
        1A SuperMacro {0=Off;1=On (1);2=On (2)}
        1C DateStampMode {0=Off;1=Date;2=Date & Time}
        1D MyColors >MyColors
        1E FirmwareRevision
        23 Categories
        24 FaceDetect1 >FaceDetect1
        25 FaceDetect2 >FaceDetect2
        26 CanonAFInfo2 >AFInfo2
        27 ContrastInfo >ContrastInfo
        28 ImageUniqueID #hex
        29 WBInfo
        2F FaceDetect3 >FaceDetect3
        35 TimeInfo >TimeInfo
        38 BatteryType #textAt4
        3C AFInfo3 >AFInfo2
        81 RawDataOffset
        83 OriginalDecisionDataOffset
        90 CustomFunctions1D
        91 PersonalFunctions
        92 PersonalFunctionValues
        93 CanonFileInfo >FileInfo
        94 AFPointsInFocus1D
        95 LensModel/LensModel
        96 InternalSerialNumber #text
        97 DustRemovalData
        98 CropInfo >CropInfo
        99 CustomFunctions2
        9A AspectInfo >AspectInfo
        A0 ProcessingInfo >Processing
        A1 ToneCurveTable
        A2 SharpnessTable
        A3 SharpnessFreqTable
        A4 WhiteBalanceTable
        A9 ColorBalance
        AA MeasuredColor
        AE ColorTemperature
        B0 CanonFlags
        B1 ModifiedInfo >ModifiedInfo
        B2 ToneCurveMatching
        B3 WhiteBalanceMatching
        B4 ColorSpace {1=sRGB;2=Adobe RGB;65535=n/a}
        B6 PreviewImageInfo >PreviewImageInfo
        D0 VRDOffset
        E0 SensorInfo >SensorInfo
        4001 ColorData
        4002 CRWParam
        4003 ColorInfo >ColorInfo
        4005 Flavor
        4008 PictureStyleUserDef
        4009 PictureStylePC
        4010 CustomPictureStyleFileName
        4013 AFMicroAdj
        4015 VignettingCorr
        4016 VignettingCorr2 >VignettingCorr2
        4018 LightingOpt >LightingOpt
        4019 LensInfo >LensInfo
        4020 AmbienceInfo >Ambience
        4021 MultiExp >MultiExp
        4024 FilterInfo
        4025 HDRInfo >HDRInfo
        4026 LogInfo
        4028 AFConfig >AFConfig
        403F RawBurstModeRoll
        """

    private static let canonRecords = """
        = quality -1=n/a;1=Economy;2=Normal;3=Fine;4=RAW;5=Superfine;7=CRAW;130=Light (RAW);131=Standard (RAW)
        = wb 0=Auto;1=Daylight;2=Cloudy;3=Tungsten;4=Fluorescent;5=Flash;6=Custom;7=Black & White;8=Shade;\
        9=Manual Temperature (Kelvin);10=PC Set1;11=PC Set2;12=PC Set3;14=Daylight Fluorescent;15=Custom 1;16=Custom 2;\
        17=Underwater;18=Custom 3;19=Custom 4;20=PC Set4;21=PC Set5;23=Auto (ambience priority)
        = size -1=n/a;0=Large;1=Medium;2=Small;5=Medium 1;6=Medium 2;7=Medium 3;8=Postcard;9=Widescreen;\
        10=Medium Widescreen;14=Small 1;15=Small 2;16=Small 3;128=640x480 Movie;129=Medium Movie;130=Small Movie;\
        137=1280x720 Movie;142=1920x1080 Movie;143=4096x2160 Movie
        = level -2=Low;-1=Low;0=Normal;1=High;2=High;32767=n/a
        = style 0=None;1=Standard;2=Portrait;3=High Saturation;4=Adobe RGB;5=Low Saturation;6=CM Set 1;7=CM Set 2;\
        33=User Def. 1;34=User Def. 2;35=User Def. 3;65=PC 1;66=PC 2;67=PC 3;129=Standard;130=Portrait;131=Landscape;\
        132=Neutral;133=Faithful;134=Monochrome;135=Auto;136=Fine Detail;255=n/a;65535=n/a
        [CameraSettings h]
        1 MacroMode {1=Macro;2=Normal}
        2 SelfTimer /10
        3 Quality {quality}
        4 CanonFlashMode {-1=n/a;0=Off;1=Auto;2=On;3=Red-eye reduction;4=Slow-sync;5=Red-eye reduction (Auto);\
        6=Red-eye reduction (On);16=External flash}
        5 ContinuousDrive/ContinuousDrive {0=Single;1=Continuous;2=Movie;3=Continuous, Speed Priority;4=Continuous, Low;\
        5=Continuous, High;6=Silent Single;8=Continuous, High+;9=Single, Silent;10=Continuous, Silent}
        7 FocusMode {0=One-shot AF;1=AI Servo AF;2=AI Focus AF;3=Manual Focus (3);4=Single;5=Continuous;\
        6=Manual Focus (6);16=Pan Focus;256=AF + MF;257=Live View;512=Movie Snap Focus;519=Movie Servo AF}
        9 RecordMode {1=JPEG;2=CRW+THM;3=AVI+THM;4=TIF;5=TIF+JPEG;6=CR2;7=CR2+JPEG;9=MOV;10=MP4;11=CRM;12=CR3;\
        13=CR3+JPEG;14=HIF;15=CR3+HIF}
        10 CanonImageSize {size}
        11 EasyMode {0=Full auto;1=Manual;2=Landscape;3=Fast shutter;4=Slow shutter;5=Night;6=Gray Scale;7=Sepia;\
        8=Portrait;9=Sports;10=Macro;11=Black & White;12=Pan focus;13=Vivid;14=Neutral;15=Flash Off;16=Long Shutter;\
        17=Super Macro;18=Foliage;19=Indoor;20=Fireworks;21=Beach;22=Underwater;23=Snow;24=Kids & Pets;\
        25=Night Snapshot;26=Digital Macro;27=My Colors;28=Movie Snap;29=Super Macro 2;30=Color Accent;31=Color Swap;\
        32=Aquarium;33=ISO 3200;34=ISO 6400;38=Creative Auto;42=Super Vivid;44=Face Self-timer;46=High-speed Burst;\
        257=Spotlight;258=Night 2;259=Night+;260=Super Night;261=Sunset}
        12 DigitalZoom {0=None;1=2x;2=4x;3=Other}
        13 Contrast?32767 {0=Normal}
        14 Saturation?32767 {0=Normal}
        15 Sharpness?32767
        16 CameraISO {0=n/a;32767=n/a;14=Auto High;15=Auto;16=50;17=100;18=200;19=400;20=800}
        17 MeteringMode {0=Default;1=Spot;2=Average;3=Evaluative;4=Partial;5=Center-weighted average}
        18 FocusRange {0=Manual;1=Auto;2=Not Known;3=Macro;4=Very Close;5=Close;6=Middle Range;7=Far Range;8=Pan Focus;\
        9=Super Macro;10=Infinity}
        19 AFPoint {8197=Manual AF point selection;12288=None (MF);12289=Auto AF point selection;12290=Right;\
        12291=Center;12292=Left;16385=Auto AF point selection;16390=Face Detect}
        20 CanonExposureMode {0=Easy;1=Program AE;2=Shutter speed priority AE;3=Aperture-priority AE;4=Manual;\
        5=Depth-of-field AE;6=M-Dep;7=Bulb;8=Flexible-priority AE}
        22:H LensType/LensID?0 #lens:Canon
        23:H MaxFocalLength
        24:H MinFocalLength
        25 FocalUnits
        26 MaxAperture #canonAperture
        27 MinAperture #canonAperture
        28 FlashActivity
        29:H FlashBits &{0=Manual;1=TTL;2=A-TTL;3=E-TTL;4=FP sync enabled;7=2nd-curtain sync used;11=FP sync used;\
        13=Built-in;14=External}
        32 FocusContinuous {0=Single;1=Continuous;8=Manual}
        33 AESetting {0=Normal AE;1=Exposure Compensation;2=AE Lock;3=AE Lock + Exposure Comp.;4=No AE}
        34 ImageStabilization {0=Off;1=On;2=Shoot Only;3=Panning;4=Dynamic;256=Off (2);257=On (2);258=Shoot Only (2);\
        259=Panning (2);260=Dynamic (2)}
        35 DisplayAperture /10
        36 ZoomSourceWidth
        37 ZoomTargetWidth
        39 SpotMeteringMode {0=Center;1=AF Point}
        40 PhotoEffect {0=Off;1=Vivid;2=Neutral;3=Smooth;4=Sepia;5=B&W;6=Custom;100=My Color Data}
        41 ManualFlashOutput {0=n/a;1280=Full;1282=Medium;1284=Low;32767=n/a}
        42 ColorTone {0=Normal;32767=n/a}
        46 SRAWQuality {0=n/a;1=sRAW1 (mRAW);2=sRAW2 (sRAW)}
        [FocalLength H]
        0 FocalType {1=Fixed;2=Zoom}
        1 FocalLength
        2 FocalPlaneXSize =x*25.4/1000
        3 FocalPlaneYSize =x*25.4/1000
        [ShotInfo h]
        1 AutoISO #canonISO
        2 BaseISO #canonBaseISO
        3 MeasuredEV/MeasuredEV #canonMeasured
        4 TargetAperture #canonAperture
        5 TargetExposureTime #canonTime
        6 ExposureCompensation #canonEV
        7 WhiteBalance {wb}
        8 SlowShutter {-1=n/a;0=Off;1=Night Scene;2=On;3=None}
        9 SequenceNumber
        10 OpticalZoomCode {8=n/a}
        12 CameraTemperature #canonTemperature
        13 FlashGuideNumber /32
        14:H AFPointsInFocus {12288=None (MF);12289=Right;12290=Center;12291=Center+Right;12292=Left;12293=Left+Right;\
        12294=Left+Center;12295=All}
        15 FlashExposureComp/FlashExposureComp #canonEV
        16 AutoExposureBracketing {-1=On;0=Off;1=On (shot 1);2=On (shot 2);3=On (shot 3)}
        17 AEBBracketValue #canonEV
        18 ControlMode {0=n/a;1=Camera Local Control;3=Computer Remote Control}
        19:H FocusDistanceUpper?0 /100
        20:H FocusDistanceLower?0 /100
        21 FNumber #canonAperture
        22 ExposureTime #canonTime
        23 MeasuredEV2 #canonMeasured2
        24 BulbDuration /10
        26 CameraType {0=n/a;248=EOS High-end;250=Compact;252=EOS Mid-range;255=DV Camera}
        27 AutoRotate {-1=n/a;0=None;1=Rotate 90 CW;2=Rotate 180;3=Rotate 270 CW}
        28 NDFilter {-1=n/a;0=Off;1=On}
        29 SelfTimer2 /10
        33 FlashOutput
        """

    private static let canonRecords2 = """
        [FileInfo h]
        3 BracketMode {0=Off;1=AEB;2=FEB;3=ISO;4=WB}
        4 BracketValue
        5 BracketShotNumber
        6 RawJpgQuality {quality}
        7 RawJpgSize {size}
        8 LongExposureNoiseReduction2 {0=Off;1=On (1D);3=On;4=Auto}
        9 WBBracketMode {0=Off;1=On (shift AB);2=On (shift GM)}
        12 WBBracketValueAB
        13 WBBracketValueGM
        14 FilterEffect {0=None;1=Yellow;2=Orange;3=Red;4=Green}
        15 ToningEffect {0=None;1=Sepia;2=Blue;3=Purple;4=Green}
        16 MacroMagnification
        19 LiveViewShooting {onoff}
        20:H FocusDistanceUpper?0 /100
        21:H FocusDistanceLower?0 /100
        23 ShutterMode {0=Mechanical;1=Electronic First Curtain;2=Electronic}
        25 FlashExposureLock {onoff}
        61:H RFLensType?0
        [Panorama h]
        2 PanoramaFrameNumber
        5 PanoramaDirection {0=Left to Right;1=Right to Left;2=Bottom to Top;3=Top to Bottom;4=2x2 Matrix (Clockwise)}
        [MyColors H]
        2 MyColorMode {0=Off;1=Positive Film;2=Light Skin Tone;3=Dark Skin Tone;4=Vivid Blue;5=Vivid Green;6=Vivid Red;\
        7=Color Accent;8=Color Swap;9=Custom;12=Vivid;13=Neutral;14=Sepia;15=B&W}
        [FaceDetect1 H]
        2 FacesDetected
        3:2 FaceDetectFrameSize
        8:h2 Face1Position
        10:h2 Face2Position
        12:h2 Face3Position
        14:h2 Face4Position
        16:h2 Face5Position
        18:h2 Face6Position
        20:h2 Face7Position
        22:h2 Face8Position
        24:h2 Face9Position
        [FaceDetect2 B]
        1 FaceWidth
        2 FacesDetected
        [FaceDetect3 H]
        3 FacesDetected
        [AFInfo H]
        0 NumAFPoints
        1 ValidAFPoints
        2 CanonImageWidth
        3 CanonImageHeight
        4 AFImageWidth
        5 AFImageHeight
        6 AFAreaWidth
        7 AFAreaHeight
        8:0 AFInfoRest
        [AFInfo2 H]
        0 AFInfoSize
        1 AFAreaMode {0=Off (Manual Focus);1=AF Point Expansion (surround);2=Single-point AF;4=Auto;5=Face Detect AF;\
        6=Face + Tracking;7=Zone AF;8=AF Point Expansion (4 point);9=Spot AF;10=AF Point Expansion (8 point);\
        11=Flexizone Multi (49 point);12=Flexizone Multi (9 point);13=Flexizone Single;14=Large Zone AF}
        2 NumAFPoints
        3 ValidAFPoints
        4 CanonImageWidth
        5 CanonImageHeight
        6 AFImageWidth
        7 AFImageHeight
        8:0 AFInfo2Rest
        [ContrastInfo H]
        4 IntelligentContrast {0=Off;8=On;65535=n/a}
        [TimeInfo l]
        1 TimeZone
        2 TimeZoneCity
        3 DaylightSavings {0=Off;60=On}
        [CropInfo H]
        0 CropLeftMargin
        1 CropRightMargin
        2 CropTopMargin
        3 CropBottomMargin
        [AspectInfo L]
        0 AspectRatio {0=3:2;1=1:1;2=4:3;7=16:9;8=4:5;12=3:2 (APS-H crop);13=3:2 (APS-C crop);258=4:3 crop}
        1 CroppedImageWidth
        2 CroppedImageHeight
        3 CroppedImageLeft
        4 CroppedImageTop
        [Processing h]
        1 ToneCurve {0=Standard;1=Manual;2=Custom}
        2 Sharpness
        3 SharpnessFrequency {0=n/a;1=Lowest;2=Low;3=Standard;4=High;5=Highest}
        4 SensorRedLevel
        5 SensorBlueLevel
        6 WhiteBalanceRed
        7 WhiteBalanceBlue
        8 WhiteBalance {wb}
        9 ColorTemperature
        10 PictureStyle {style}
        11 DigitalGain
        12 WBShiftAB
        13 WBShiftGM
        [ModifiedInfo h]
        1 ModifiedToneCurve {0=Standard;1=Manual;2=Custom}
        2 ModifiedSharpness
        3 ModifiedSharpnessFreq {0=n/a;1=Lowest;2=Low;3=Standard;4=High;5=Highest}
        4 ModifiedSensorRedLevel
        5 ModifiedSensorBlueLevel
        6 ModifiedWhiteBalanceRed
        7 ModifiedWhiteBalanceBlue
        8 ModifiedWhiteBalance {wb}
        9 ModifiedColorTemp
        10 ModifiedPictureStyle {style}
        11 ModifiedDigitalGain
        [PreviewImageInfo L]
        1 PreviewQuality {quality}
        2 PreviewImageLength
        3 PreviewImageWidth
        4 PreviewImageHeight
        5 PreviewImageStart
        [SensorInfo h]
        1 SensorWidth
        2 SensorHeight
        5 SensorLeftBorder
        6 SensorTopBorder
        7 SensorRightBorder
        8 SensorBottomBorder
        9 BlackMaskLeftBorder
        10 BlackMaskTopBorder
        11 BlackMaskRightBorder
        12 BlackMaskBottomBorder
        [ColorInfo h]
        1 Saturation {0=Normal}
        2 ColorTone {0=Normal}
        3 ColorSpace {1=sRGB;2=Adobe RGB}
        [MovieInfo H]
        1 FrameRate
        2 FrameCount
        [VignettingCorr2 l]
        5 PeripheralLightingSetting {onoff}
        6 ChromaticAberrationSetting {onoff}
        7 DistortionCorrectionSetting {onoff}
        9 DigitalLensOptimizerSetting {onoff}
        [LightingOpt l]
        1 PeripheralIlluminationCorr {onoff}
        2 AutoLightingOptimizer {0=Standard;1=Low;2=Strong;3=Off}
        3 HighlightTonePriority {onoff}
        4 LongExposureNoiseReduction {0=Off;1=Auto;2=On}
        5 HighISONoiseReduction {0=Standard;1=Low;2=Strong;3=Off}
        10 DigitalLensOptimizer {0=Off;1=Standard;2=High}
        [LensInfo B]
        0:5 LensSerialNumber #hex
        [Ambience l]
        1 AmbienceSelection {0=Standard;1=Vivid;2=Warm;3=Soft;4=Cool;5=Intense;6=Brighter;7=Darker;8=Monochrome}
        [MultiExp l]
        1 MultiExposure {0=Off;1=On;2=On (RAW)}
        2 MultiExposureControl {0=Additive;1=Average;2=Bright (comparative);3=Dark (comparative)}
        3 MultiExposureShots
        [HDRInfo l]
        1 HDR {0=Off;1=Auto;2=On}
        2 HDREffect {0=Natural;1=Art (standard);2=Art (vivid);3=Art (bold);4=Art (embossed)}
        [AFConfig l]
        1 AFConfigTool =x+1
        2 AFTrackingSensitivity
        3 AFAccelDecelTracking
        4 AFPointSwitching
        5 AIServoFirstImage {0=Equal Priority;1=Release Priority;2=Focus Priority}
        6 AIServoSecondImage {0=Equal Priority;1=Release Priority;2=Focus Priority;3=Release High Priority;\
        4=Focus High Priority}
        9 OneShotAFRelease {0=Focus Priority;1=Release Priority}
        11 LensDriveWhenAFImpossible {0=Continue Focus Search;1=Stop Focus Search}
        14 OrientationLinkedAF {0=Same for Vert/Horiz Points;1=Separate Vert/Horiz Points;2=Separate Area+Points}
        """
}
