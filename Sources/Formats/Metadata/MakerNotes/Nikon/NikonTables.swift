/// Nikon's notes. Sources: ExifTool, "Nikon Tags"; Exiv2, "Nikon makernote tags".
extension MakerNoteTables {
    static let nikon = MakerNoteTables(nikonDirectory, nikonRecords, MakerNoteData.nikon)

    private static let nikonDirectory = """
        = onoff 0=Off;1=On
        = noise 0=Off;1=Minimal;2=Low;3=Medium Low;4=Normal;5=Medium High;6=High
        [main]
        1 MakerNoteVersion #version
        2 ~ISO/ISOSetting @1
        3 ColorMode/ColorMode
        4 Quality/Quality
        5 WhiteBalance/WhiteBalanceMode
        6 Sharpness/SharpenMode
        7 FocusMode/FocusMode
        8 FlashSetting/FlashSetting
        9 FlashType
        B WhiteBalanceFineTune
        C WB_RBLevels
        D ProgramShift #nikonFraction
        E ExposureDifference #nikonFraction
        F ISOSelection/ISOSelection
        10 DataDump
        11 PreviewIFD >preview
        12 FlashExposureComp/FlashExposureComp #nikonFraction
        13 ISOSetting @1
        14 ColorBalanceA
        16 ImageBoundary
        17 ExternalFlashExposureComp #nikonFraction
        18 FlashExposureBracketValue #nikonFraction
        19 ExposureBracketValue
        1A ImageProcessing
        1B CropHiSpeed
        1C ExposureTuning #nikonFraction
        1D SerialNumber/CameraSerialNumber
        1E ColorSpace {1=sRGB;2=Adobe RGB;4=BT.2100}
        1F VRInfo >VRInfo
        20 ImageAuthentication {onoff}
        21 FaceDetect >FaceDetect
        22 ActiveD-Lighting {0=Off;1=Low;3=Normal;5=High;7=Extra High;8=Extra High 1;9=Extra High 2;10=Extra High 3;\
        11=Extra High 4;65535=Auto}
        23 PictureControlData >PictureControl*
        24 WorldTime >WorldTime
        25 ISOInfo >ISOInfo
        2A VignetteControl {0=Off;1=Low;3=Normal;5=High}
        2B DistortInfo >DistortInfo
        2C UnknownInfo
        32 UnknownInfo2
        34 ShutterMode {0=Mechanical;16=Electronic;48=Electronic Front Curtain;64=Electronic (Movie);\
        80=Auto (Mechanical);81=Auto (Electronic Front Curtain);96=Electronic (High Speed)}
        35 HDRInfo >HDRInfo
        37 MechanicalShutterCount
        39 LocationInfo
        3D BlackLevel
        3E ImageSizeRAW {1=Large;2=Medium;3=Small}
        3F WhiteBalanceFineTune
        45 CropArea
        4E NikonSettings
        4F ColorTemperatureAuto
        80 ImageAdjustment/ImageAdjustment
        81 ToneComp
        82 AuxiliaryLens/LensAdapter
        83 LensType/LensTypeNumber &{0=MF;1=D;2=G;3=VR;4=1;5=FT-1;6=E;7=AF-P;z=AF}
        84 Lens/LensInfo #lens
        85 ManualFocusDistance/FocusDistance
        86 DigitalZoom/DigitalZoom
        87 FlashMode {0=Did Not Fire;1=Fired, Manual;3=Not Ready;7=Fired, External;8=Fired, Commander Mode;\
        9=Fired, TTL Mode;18=LED Light}
        88 AFInfo >AFInfo
        89 ShootingMode/ShootingMode &{0=Continuous;1=Delay;2=PC Control;3=Self-timer;4=Exposure Bracketing;\
        5=Auto ISO;6=White-Balance Bracketing;7=IR Control;8=D-Lighting Bracketing}
        8B LensFStops #nikonFraction
        8C ContrastCurve
        8D ColorHue
        8F SceneMode
        90 LightSource
        91 ShotInfo !
        92 HueAdjustment
        93 NEFCompression {1=Lossy (type 1);2=Uncompressed;3=Lossless;4=Lossy (type 2);5=Striped packed 12 bits;\
        6=Uncompressed (reduced to 12 bit);7=Unpacked 12 bits;8=Small;9=Packed 12 bits;10=Packed 14 bits;\
        13=High Efficiency;14=High Efficiency*}
        94 SaturationAdj
        95 NoiseReduction
        96 NEFLinearizationTable
        97 ColorBalance !
        98 LensData >LensData*!
        99 RawImageCenter
        9A SensorPixelSize
        9C SceneAssist
        9D DateStampMode {0=Off;1=Date & Time;2=Date;3=Date Counter}
        9E RetouchHistory {0=None;3=B & W;4=Sepia;5=Trim;6=Small Picture;7=D-Lighting;8=Red Eye;9=Cyanotype;\
        10=Sky Light;11=Warm Tone;12=Color Custom;13=Image Overlay;14=Red Intensifier;15=Green Intensifier;\
        16=Blue Intensifier;17=Cross Screen;18=Quick Retouch;19=NEF Processing;23=Distortion Control;25=Fisheye;\
        26=Straighten;29=Perspective Control;30=Color Outline;31=Soft Filter;32=Resize;33=Miniature Effect}
        A0 SerialNumber
        A2 ImageDataSize
        A5 ImageCount
        A6 DeletedImageCount
        A7 ShutterCount/ShutterCount
        A8 FlashInfo >FlashInfo*
        A9 ImageOptimization
        AA Saturation
        AB VariProgram
        AC ImageStabilization
        AD AFResponse
        B0 MultiExposure >MultiExposure
        B1 HighISONoiseReduction {noise}
        B3 ToningEffect
        B6 PowerUpTime #nikonTime
        B7 AFInfo2 >AFInfo2V*
        B8 FileInfo >FileInfo
        B9 AFTune >AFTune
        BB RetouchInfo
        BD PictureControlData >PictureControl*
        BF SilentPhotography {onoff}
        C3 BarometerInfo
        E00 PrintIM
        E01 NikonCaptureData
        E09 NikonCaptureVersion
        E0E NikonCaptureOffsets
        E10 NikonScanIFD
        E1D NikonICCProfile
        E1E NikonCaptureOutput
        E22 NEFBitDepth
        [preview]
        FE SubfileType
        103 Compression {1=Uncompressed;6=JPEG (old-style);7=JPEG}
        11A XResolution
        11B YResolution
        128 ResolutionUnit {1=None;2=inches;3=cm}
        201 PreviewImageStart
        202 PreviewImageLength
        213 YCbCrPositioning {1=Centered;2=Co-sited}
        """

    private static let nikonRecords = """
        = areaphase 0=Single Area;1=Dynamic Area;2=Dynamic Area (closest subject);3=Group Dynamic;\
        4=Dynamic Area (9 points);5=Dynamic Area (21 points);6=Dynamic Area (51 points);\
        7=Dynamic Area (51 points, 3D-tracking);8=Auto-area;9=Dynamic Area (3D-tracking);10=Single Area (wide);\
        11=Dynamic Area (wide);12=Wide (wide);13=3D-tracking;14=Group Area;15=Dynamic Area (25 points);\
        16=Dynamic Area (72 points);17=Group Area (HL);18=Group Area (VL);19=Dynamic Area (49 points);\
        128=Single;129=Auto (41 points);130=Subject Tracking (41 points);131=Face Priority (41 points);192=Pinpoint;\
        193=Single;194=Dynamic;195=Wide (S);196=Wide (L);197=Auto;198=Auto (People);199=Auto (Animal)
        = adjust 0=Default Settings;1=Quick Adjust;2=Full Control
        = filter 128=Off;129=Yellow;130=Orange;131=Red;132=Green;255=n/a
        = toning 128=B&W;129=Sepia;130=Cyanotype;131=Red;132=Yellow;133=Green;134=Blue-green;135=Blue;136=Purple-blue;\
        137=Red-purple;255=n/a
        [VRInfo B]
        0:a4 VRInfoVersion
        4 VibrationReduction {0=n/a;1=On;2=Off}
        6 VRMode {0=Normal;1=On (1);2=Active;3=Sport}
        8 VRType {2=In-body;3=In-body + Lens}
        [FaceDetect H]
        1:2 FaceDetectFrameSize
        3 FacesDetected
        4:4 Face1Position
        8:4 Face2Position
        12:4 Face3Position
        16:4 Face4Position
        20:4 Face5Position
        [PictureControl0100,PictureControl0110,PictureControl0101 B]
        0:a4 PictureControlVersion
        4:a20 PictureControlName
        24:a20 PictureControlBase
        48 PictureControlAdjust {adjust}
        49 PictureControlQuickAdjust #nikonPC
        50 Sharpness #nikonPC
        51 Contrast #nikonPC
        52 Brightness #nikonPC
        53 Saturation #nikonPC
        54 HueAdjustment #nikonPC
        55 FilterEffect {filter}
        56 ToningEffect {toning}
        57 ToningSaturation #nikonPC
        [PictureControl0200,PictureControl0210,PictureControl0201 B]
        0:a4 PictureControlVersion
        4:a20 PictureControlName
        24:a20 PictureControlBase
        48 PictureControlAdjust {adjust}
        49 PictureControlQuickAdjust #nikonPC
        51 Sharpness #nikonPC4
        53 Clarity #nikonPC4
        55 Contrast #nikonPC4
        57 Brightness #nikonPC4
        59 Saturation #nikonPC4
        61 Hue #nikonPC4
        63 FilterEffect {filter}
        64 ToningEffect {toning}
        65 ToningSaturation #nikonPC4
        [PictureControl0300,PictureControl0310,PictureControl0301 B]
        0:a4 PictureControlVersion
        8:a20 PictureControlName
        28:a20 PictureControlBase
        54 PictureControlAdjust {adjust}
        55 PictureControlQuickAdjust #nikonPC
        57 Sharpness #nikonPC4
        59 MidRangeSharpness #nikonPC4
        61 Clarity #nikonPC4
        63 Contrast #nikonPC4
        65 Brightness #nikonPC4
        67 Saturation #nikonPC4
        69 Hue #nikonPC4
        71 FilterEffect {filter}
        72 ToningEffect {toning}
        73 ToningSaturation #nikonPC4
        [WorldTime B]
        0:h TimeZone
        2 DaylightSavings {0=No;1=Yes}
        3 DateDisplayFormat {0=Y/M/D;1=M/D/Y;2=D/M/Y}
        [ISOInfo B>]
        0 ~ISO #nikonISO
        4:H ISOExpansion {0=Off;257=Hi 0.3;258=Hi 0.5;259=Hi 0.7;260=Hi 1.0;261=Hi 1.3;264=Hi 2.0;513=Lo 0.3;\
        514=Lo 0.5;515=Lo 0.7;516=Lo 1.0}
        6 ISO2 #nikonISO
        10:H ISOExpansion2 {0=Off;257=Hi 0.3;258=Hi 0.5;259=Hi 0.7;260=Hi 1.0;513=Lo 0.3;514=Lo 0.5;515=Lo 0.7;516=Lo 1.0}
        [DistortInfo B]
        0:a4 DistortionVersion
        4 AutoDistortionControl {0=Off;1=On;2=On (underwater)}
        [HDRInfo B]
        0:a4 HDRInfoVersion
        4 HDR {0=Off;1=On (normal);48=Auto}
        5 HDRLevel {0=Auto;1=1 EV;2=2 EV;3=3 EV;255=n/a}
        6 HDRSmoothing {0=Off;1=Normal;2=Low;3=High;48=Auto;255=n/a}
        7 HDRLevel2 {0=Auto;1=1 EV;2=2 EV;3=3 EV;255=n/a}
        [AFInfo B]
        0 AFAreaMode {0=Single Area;1=Dynamic Area;2=Dynamic Area (closest subject);3=Group Dynamic;4=Single Area (wide);\
        5=Dynamic Area (wide)}
        1 AFPoint {0=Center;1=Top;2=Bottom;3=Mid-left;4=Mid-right;5=Upper-left;6=Upper-right;7=Lower-left;8=Lower-right;\
        9=Far Left;10=Far Right}
        2:H AFPointsInFocus &{0=Center;1=Top;2=Bottom;3=Mid-left;4=Mid-right;5=Upper-left;6=Upper-right;7=Lower-left;\
        8=Lower-right;9=Far Left;10=Far Right}
        [AFInfo2V0100 B]
        0:a4 AFInfo2Version
        4 ContrastDetectAF {0=Off;1=On;2=On (2)}
        5 AFAreaMode {areaphase}
        6 PhaseDetectAF {0=Off;1=On (51-point);2=On (11-point);3=On (39-point);4=On (73-point);7=On (105-point)}
        7 PrimaryAFPoint
        16:H AFImageWidth
        18:H AFImageHeight
        20:H AFAreaXPosition
        22:H AFAreaYPosition
        24:H AFAreaWidth
        26:H AFAreaHeight
        28 ContrastDetectAFInFocus {0=No;1=Yes}
        [AFInfo2V0101 B]
        0:a4 AFInfo2Version
        4 AFDetectionMethod {0=Phase Detect;1=Contrast Detect;2=Hybrid}
        5 AFAreaMode {areaphase}
        70:H AFImageWidth
        72:H AFImageHeight
        74:H AFAreaXPosition
        76:H AFAreaYPosition
        78:H AFAreaWidth
        80:H AFAreaHeight
        82 ContrastDetectAFInFocus {0=No;1=Yes}
        [AFInfo2V0300,AFInfo2V0301 B]
        0:a4 AFInfo2Version
        4 AFDetectionMethod {0=Phase Detect;1=Contrast Detect;2=Hybrid}
        5 AFAreaMode {areaphase}
        42:H AFImageWidth
        44:H AFImageHeight
        46:H AFAreaXPosition
        48:H AFAreaYPosition
        50:H AFAreaWidth
        52:H AFAreaHeight
        54 FocusResult {0=Out of Focus;1=Focus}
        [LensData0100 B]
        0:a4 LensDataVersion
        6 LensIDNumber
        7 LensFStops /12
        8 MinFocalLength #nikonFocal
        9 MaxFocalLength #nikonFocal
        10 MaxApertureAtMinFocal #nikonAperture
        11 MaxApertureAtMaxFocal #nikonAperture
        12 MCUVersion
        [LensData0101 B]
        0:a4 LensDataVersion
        4 ExitPupilPosition #nikonPupil
        5 AFAperture #nikonAperture
        8 FocusPosition
        9 FocusDistance #nikonDistance
        10 ~FocalLength #nikonFocal
        11 LensIDNumber
        12 LensFStops /12
        13 MinFocalLength #nikonFocal
        14 MaxFocalLength #nikonFocal
        15 MaxApertureAtMinFocal #nikonAperture
        16 MaxApertureAtMaxFocal #nikonAperture
        17 MCUVersion
        18 EffectiveMaxAperture #nikonAperture
        [FlashInfo0100,FlashInfo0101,FlashInfo0102,FlashInfo0103,FlashInfo0104,FlashInfo0105,FlashInfo0106,FlashInfo0107 B]
        0:a4 FlashInfoVersion
        4 FlashSource {0=None;1=External;2=Internal}
        6:2 ExternalFlashFirmware {0 0=n/a;1 1=1.01 (SB-800 or Metz 58 AF-1);1 3=1.03 (SB-800);2 1=2.01 (SB-800);\
        2 4=2.04 (SB-600);2 5=2.05 (SB-600);3 1=3.01 (SU-800 Remote Commander);4 1=4.01 (SB-400);4 2=4.02 (SB-400);\
        5 1=5.01 (SB-900);5 2=5.02 (SB-900);6 1=6.01 (SB-700);7 1=7.01 (SB-910)}
        8 ExternalFlashFlags &{0=Fired;2=Bounce Flash;4=Wide Flash Adapter;5=Dome Diffuser}
        [FlashInfo0300,FlashInfo0301 B]
        0:a4 FlashInfoVersion
        4 FlashSource {0=None;1=External;2=Internal}
        6:2 ExternalFlashFirmware {0 0=n/a}
        [MultiExposure L]
        0:a4 MultiExposureVersion
        1 MultiExposureMode {0=Off;1=Multiple Exposure;2=Image Overlay;3=HDR}
        2 MultiExposureShots
        3 MultiExposureAutoGain {0=Off;1=On}
        [FileInfo H]
        0:a4 FileInfoVersion
        2 MemoryCardNumber
        3 DirectoryNumber
        4 FileNumber
        [AFTune B]
        0 AFFineTune {0=Off;1=On (1);2=On (2);3=On (Zoom)}
        1 AFFineTuneIndex {255=n/a}
        2:b ~AFFineTuneAdj
        3:b AFFineTuneAdjTele
        """

    /// The directory of the first Coolpix cameras.
    static let nikonCoolpix = MakerNoteTables(
        """
        [main]
        3 Quality {1=VGA Basic;2=VGA Normal;3=VGA Fine;4=SXGA Basic;5=SXGA Normal;6=SXGA Fine;10=2 Mpixel Basic;\
        11=2 Mpixel Normal;12=2 Mpixel Fine}
        4 ColorMode {1=Color;2=Monochrome}
        5 ImageAdjustment {0=Normal;1=Bright+;2=Bright-;3=Contrast+;4=Contrast-;5=Auto}
        6 CCDSensitivity {0=ISO 80;2=ISO 160;4=ISO 320;5=ISO 100}
        7 WhiteBalance {0=Auto;1=Preset;2=Daylight;3=Incandescent;4=Fluorescent;5=Cloudy;6=Speedlight}
        8 Focus
        A DigitalZoom
        B Converter {0=None;1=Fisheye}
        """)
}
