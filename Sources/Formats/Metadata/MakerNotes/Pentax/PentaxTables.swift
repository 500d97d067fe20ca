/// The notes of Pentax, and of Ricoh's Pentax cameras. Sources: ExifTool, "Pentax Tags"; Exiv2, "Pentax makernote tags".
extension MakerNoteTables {
    static let pentax = MakerNoteTables(
        """
        = onoff 0=Off;1=On
        = yes 0=No;1=Yes
        = level 0=-2 (low);1=0 (normal);2=+2 (high);3=-1 (medium low);4=+1 (medium high);5=-3 (very low);6=+3 (very high);\
        7=-4 (minimum);8=+4 (maximum);65535=None
        = city 0=Pago Pago;1=Honolulu;2=Anchorage;3=Vancouver;4=San Francisco;5=Los Angeles;6=Calgary;7=Denver;8=Mexico City;\
        9=Chicago;10=Miami;11=Toronto;12=New York;13=Santiago;14=Caracus;15=Halifax;16=Buenos Aires;17=Sao Paulo;\
        18=Rio de Janeiro;19=Madrid;20=London;21=Paris;22=Milan;23=Rome;24=Berlin;25=Johannesburg;26=Istanbul;27=Cairo;\
        28=Jerusalem;29=Moscow;30=Jeddah;31=Tehran;32=Dubai;33=Karachi;34=Kabul;35=Male;36=Delhi;37=Colombo;38=Kathmandu;\
        39=Dacca;40=Yangon;41=Bangkok;42=Kuala Lumpur;43=Vientiane;44=Singapore;45=Phnom Penh;46=Ho Chi Minh;47=Jakarta;\
        48=Hong Kong;49=Perth;50=Beijing;51=Shanghai;52=Manila;53=Taipei;54=Seoul;55=Adelaide;56=Tokyo;57=Guam;58=Sydney;\
        59=Noumea;60=Wellington;61=Auckland;62=Lima;63=Dakar;64=Algiers;65=Helsinki;66=Athens;67=Nairobi;68=Amsterdam;\
        69=Stockholm;70=Lisbon;71=Copenhagen;72=Warsaw;73=Prague;74=Budapest
        [main]
        0 PentaxVersion #dots
        1 PentaxModelType
        2 PreviewImageSize
        3 PreviewImageLength
        4 PreviewImageStart
        5 PentaxModelID {76180=K10D;76290=K20D;76245=K100D;76390=K-7;76450=K-5;76330=K-m;76360=K-x;76420=645D;76430=K-r;\
        76480=K-01;76490=K-30;76500=Q;76560=K-5 II;76570=K-50;76605=K-3;77970=K-3 II;78370=K-1}
        6 Date #date
        7 Time #time
        8 Quality {0=Good;1=Better;2=Best;3=TIFF;4=RAW;5=Premium;65535=n/a}
        9 PentaxImageSize {0=640x480;1=Full;2=1024x768;3=1280x960;4=1600x1200;5=2048x1536;8=2560x1920 or 2304x1728;9=3072x2304;\
        10=3264x2448;19=320x240;20=2288x1712;21=2592x1944;22=2304x1728 or 2592x1944;23=3056x2296;25=2816x2212 or 2816x2112;\
        27=3648x2736;29=4000x3000;30=4288x3216;31=4608x3456;129=1920x1080;135=4608x2592;257=3216x3216;36=3008x2008}
        B PictureMode {0=Program;1=Shutter Speed Priority;2=Program AE;3=Manual;5=Portrait;6=Landscape;8=Sport;9=Night Scene;\
        11=Soft;12=Surf & Snow;13=Candlelight;14=Autumn;15=Macro;17=Fireworks;18=Text;19=Panorama;30=Self Portrait;\
        31=Illustrations;33=Digital Filter;35=Night Scene Portrait;37=Museum;38=Food;39=Underwater;40=Green Mode;49=Light Pet;\
        50=Dark Pet;51=Medium Pet;53=Underwater;54=Candlelight;55=Natural Skin Tone;56=Synchro Sound Record;58=Frame Composite;\
        65=Half-length Portrait;66=Portrait 2;255=Digital Filter?}
        C FlashMode {0=Auto, Did not fire;1=Off, Did not fire;2=On, Did not fire;3=Auto, Did not fire, Red-eye reduction;\
        256=Auto, Fired;258=On, Fired;259=Auto, Fired, Red-eye reduction;260=On, Red-eye reduction;261=On, Wireless (Master);\
        262=On, Wireless (Control);264=On, Soft;265=On, Slow-sync;266=On, Slow-sync, Red-eye reduction;\
        267=On, Trailing-curtain Sync}
        D FocusMode {0=Normal;1=Macro;2=Infinity;3=Manual;4=Super Macro;5=Pan Focus;6=Auto-area;8=Select;9=Pinpoint;10=Tracking;\
        11=Continuous;12=Snap;16=AF-S (Focus-priority);17=AF-C (Focus-priority);18=AF-A (Focus-priority);\
        32=Contrast-detect (Focus-priority);33=Tracking Contrast-detect (Focus-priority);272=AF-S (Release-priority);\
        273=AF-C (Release-priority);274=AF-A (Release-priority);288=Contrast-detect (Release-priority)}
        E AFPointSelected {0=None;1=Upper-left;2=Top;3=Upper-right;4=Left;5=Mid-left;6=Center;7=Mid-right;8=Right;9=Lower-left;\
        10=Bottom;11=Lower-right;65531=AF Select;65532=Face Detect AF;65533=Automatic Tracking AF;65534=Fixed Center;65535=Auto}
        F AFPointsInFocus {0=Fixed Center or Multiple;1=Top-left;2=Top-center;3=Top-right;4=Left;5=Center;6=Right;7=Bottom-left;\
        8=Bottom-center;9=Bottom-right;65535=None}
        10 FocusPosition
        12 ExposureTime /100000
        13 FNumber /10
        14 ISO {3=50;4=64;5=80;6=100;7=125;8=160;9=200;10=250;11=320;12=400;13=500;14=640;15=800;16=1000;17=1250;18=1600;\
        19=2000;20=2500;21=3200;22=4000;23=5000;24=6400;25=8000;26=10000;27=12800;28=16000;29=20000;30=25600;258=50;259=70;\
        260=100;261=140;262=200;263=280;264=400;265=560;266=800;267=1100;268=1600;269=2200;270=3200;271=4500;272=6400}
        15 LightReading
        16 ExposureCompensation #pentaxCompensation
        17 MeteringMode {0=Multi-segment;1=Center-weighted average;2=Spot;6=Highlight}
        18 AutoBracketing
        19 WhiteBalance {0=Auto;1=Daylight;2=Shade;3=Fluorescent;4=Tungsten;5=Manual;6=Daylight Fluorescent;\
        7=Day White Fluorescent;8=White Fluorescent;9=Flash;10=Cloudy;11=Warm White Fluorescent;14=Multi Auto;\
        15=Color Temperature Enhancement;17=Kelvin;65534=Unknown;65535=User-Selected}
        1A WhiteBalanceMode {1=Auto (Daylight);2=Auto (Shade);3=Auto (Flash);4=Auto (Tungsten);6=Auto (Daylight Fluorescent);\
        7=Auto (Day White Fluorescent);8=Auto (White Fluorescent);10=Auto (Cloudy);65534=Unknown;65535=User-Selected}
        1B BlueBalance /256
        1C RedBalance /256
        1D FocalLength /100
        1E DigitalZoom
        1F Saturation {level}
        20 Contrast {level}
        21 Sharpness {level}
        22 WorldTimeLocation {0=Hometown;1=Destination}
        23 HometownCity {city}
        24 DestinationCity {city}
        25 HometownDST {yes}
        26 DestinationDST {yes}
        27 DSPFirmwareVersion #pentaxFirmware
        28 CPUFirmwareVersion #pentaxFirmware
        29 FrameNumber
        2D EffectiveLV /1024
        32 ImageEditing {0 0=None;0 0 0 0=None;0 0 0 4=Digital Filter;1 0 0 0=Resized;2 0 0 0=Cropped;6 0 0 0=Digital Filter 6;\
        16 0 0 0=Frame Synthesis?}
        33 PictureMode {0 0 0=Program;0 1 0=Hi-speed Program;0 2 0=DOF Program;0 3 0=MTF Program;0 4 0=Standard;0 5 0=Portrait;\
        0 6 0=Landscape;0 7 0=Macro;0 8 0=Sport;0 9 0=Night Scene Portrait;0 10 0=No Flash;2 0 0=Program AE;3 0 0=Green Mode;\
        4 0 0=Shutter Speed Priority;5 0 0=Aperture Priority;8 0 0=Manual;9 0 0=Bulb;5 0 1=Aperture Priority, 1/3 EV steps}
        34 DriveMode {0 0 0 0=Single-frame}
        35 SensorSize
        37 ColorSpace {0=sRGB;1=Adobe RGB}
        38 ImageAreaOffset
        39 RawImageSize
        3C AFPointsInFocus
        3D DataScaling
        3E PreviewImageBorders
        3F LensType/LensID #lens:Pentax
        40 SensitivityAdjust
        41 ImageEditCount
        47 CameraTemperature
        48 AELock {onoff}
        49 NoiseReduction {onoff}
        4D FlashExposureComp /256
        4F ImageTone {0=Natural;1=Bright;2=Portrait;3=Landscape;4=Vibrant;5=Monochrome;6=Muted;7=Reversal Film;8=Bleach Bypass;\
        9=Radiant;10=Cross Processing;11=Flat;256=Standard;257=Vivid;258=Monotone;259=Soft Monotone;260=Hard Monotone}
        50 ColorTemperature
        53 ColorTempDaylight
        54 ColorTempShade
        55 ColorTempCloudy
        56 ColorTempTungsten
        57 ColorTempFluorescentD
        58 ColorTempFluorescentN
        59 ColorTempFluorescentW
        5A ColorTempFlash
        5C ShakeReductionInfo >SRInfo
        5D ShutterCount !
        60 FaceInfo >FaceInfo
        62 RawDevelopmentProcess
        67 Hue
        68 AWBInfo
        69 DynamicRangeExpansion
        6B TimeInfo
        6C HighLowKeyAdj
        6D ContrastHighlight
        6E ContrastShadow
        6F ContrastHighlightShadowAdj {onoff}
        70 FineSharpness
        71 HighISONoiseReduction {0=Off;1=Weakest;2=Weak;3=Strong;4=Medium;255=Auto}
        72 AFAdjustment
        73 MonochromeFilterEffect
        74 MonochromeToning
        76 FaceDetect
        77 FaceDetectFrameSize
        79 ShadowCorrection
        7A ISOAutoParameters
        7B CrossProcess
        7D LensCorr
        7E WhiteLevel
        7F BleachBypassToning
        80 AspectRatio {0=4:3;1=3:2;2=16:9;3=1:1}
        82 BlurControl
        85 HDR
        87 ShutterType {0=Normal;1=Electronic}
        88 NeutralDensityFilter
        8B ISO
        92 IntervalShooting
        95 SkinToneCorrection
        96 ClarityControl
        200 BlackPoint
        201 WhitePoint
        203 ColorMatrixA
        204 ColorMatrixB
        205 CameraSettings >CameraSettings
        206 AEInfo >AEInfo
        207 LensInfo
        208 FlashInfo >FlashInfo
        209 AEMeteringSegments
        20A FlashMeteringSegments
        20B SlaveFlashMeteringSegments
        20D WB_RGGBLevelsDaylight
        20E WB_RGGBLevelsShade
        20F WB_RGGBLevelsCloudy
        210 WB_RGGBLevelsTungsten
        211 WB_RGGBLevelsFluorescentD
        212 WB_RGGBLevelsFluorescentN
        213 WB_RGGBLevelsFluorescentW
        214 WB_RGGBLevelsFlash
        215 CameraInfo >CameraInfo
        216 BatteryInfo
        21B SaturationInfo
        21C ColorMatrixA2
        21D ColorMatrixB2
        21F AFInfo >AFInfo
        220 HuffmanTable
        221 KelvinWB
        222 ColorInfo >ColorInfo
        224 EVStepInfo
        226 ShotInfo
        227 FacePos
        228 FaceSize
        229 SerialNumber
        22A FilterInfo
        22B LevelInfo
        22D WBLevels
        22E Artist
        22F Copyright
        230 FirmwareVersion
        231 ContrastDetectAFArea
        235 CrossProcessParams
        239 LensInfoQ
        23F Model
        243 PixelShiftInfo
        245 AFPointInfo
        3FE DataDump
        3FF TempInfo
        402 ToneCurve
        403 ToneCurves
        405 UnknownBlock
        E00 PrintIM
        [SRInfo B]
        0 SRResult &{0=Stabilized;6=Not Ready}
        1 ShakeReduction {0=Off;1=On;4=Off (4);5=On but Disabled;6=On (Video);7=On (7);15=On (15);39=On (mode 2);135=On (135);\
        167=On (mode 1)}
        2 SRHalfPressTime /60
        3 SRFocalLength
        [FaceInfo B]
        0 FacesDetected
        2:2 FacePosition
        [CameraSettings B>]
        0 PictureMode2
        2 FlashOptions
        3 AFPointMode
        4:H AFPointSelected2
        6 ISOFloor
        7 DriveMode2 &{0=Single-frame;1=Self-timer (12 s);2=Self-timer (2 s);3=Continuous (Lo);4=Remote Control (3 s delay);\
        5=Remote Control;6=Exposure Bracket;7=Multiple Exposure}
        8 ExposureBracketStepSize
        9 BracketShotNumber
        10 WhiteBalanceSet
        18 TvExposureTimeSetting
        19 AvApertureSetting
        20 SvISOSetting
        21 BaseExposureCompensation
        [AEInfo B]
        0 AEExposureTime
        1 AEAperture
        2 AE_ISO
        3 AEXv
        4:b AEBXv
        5 AEMinExposureTime
        6 AEProgramMode
        8 AEApertureSteps
        9 AEMaxAperture
        10 AEMaxAperture2
        11 AEMinAperture
        12 AEMeteringMode
        13 AEWhiteBalance
        14:b FlashExposureCompSet
        [FlashInfo B]
        0 FlashStatus {0=Off;1=Off (1);2=External, Did not fire;6=External, Fired;8=Internal, Did not fire (0x08);\
        9=Internal, Did not fire;13=Internal, Fired}
        1 InternalFlashMode
        2 ExternalFlashMode
        3 InternalFlashStrength
        4 TTL_DA_AUp
        5 TTL_DA_ADown
        6 TTL_DA_BUp
        7 TTL_DA_BDown
        25 ExternalFlashExposureComp
        26 ExternalFlashBounce
        [CameraInfo L]
        0 PentaxModelID
        1 ManufactureDate
        2:2 ProductionCode
        4 InternalSerialNumber
        [AFInfo B]
        4:h AFPredictor
        6 AFDefocus
        7 AFIntegrationTime
        11 AFPointsInFocus
        [ColorInfo b]
        16 WBShiftAB
        17 WBShiftGM
        """, MakerNoteData.pentax)
}
