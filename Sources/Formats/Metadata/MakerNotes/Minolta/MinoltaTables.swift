/// The notes of Minolta and Konica Minolta. Sources: ExifTool, "Minolta Tags"; Exiv2, "Minolta makernote tags".
extension MakerNoteTables {
    static let minolta = MakerNoteTables(
        """
        = yes 0=No;1=Yes
        = onoff 0=Off;1=On
        [main]
        0 MakerNoteVersion #text
        1 MinoltaCameraSettingsOld >CameraSettings
        3 MinoltaCameraSettings >CameraSettings
        4 MinoltaCameraSettings7D
        10 CameraInfoA100
        18 ImageStabilization
        20 WBInfoA100
        40 CompressedImageSize
        81 PreviewImage
        88 PreviewImageStart
        89 PreviewImageLength
        100 SceneMode {0=Standard;1=Portrait;2=Text;3=Night Scene;4=Sunset;5=Sports;6=Landscape;7=Night Portrait;8=Macro;\
        9=Super Macro;16=Auto;17=Night View/Portrait}
        101 ColorMode {0=Natural color;1=Black & White;2=Vivid color;3=Solarization;4=Adobe RGB;5=Sepia;9=Natural;12=Portrait;\
        13=Natural sRGB;14=Natural+ sRGB;15=Landscape;16=Evening;17=Night Scene;18=Night Portrait;132=Embed Adobe RGB}
        102 MinoltaQuality {0=Raw;1=Super Fine;2=Fine;3=Standard;4=Economy;5=Extra fine}
        103 MinoltaQuality {0=Raw;1=Super Fine;2=Fine;3=Standard;4=Economy;5=Extra fine}
        104 FlashExposureComp
        105 Teleconverter {0=None}
        107 ImageStabilization {1=Off;5=On}
        109 RawAndJpgRecording {onoff}
        10A ZoneMatching {0=ISO Setting Used;1=High Key;2=Low Key}
        10B ColorTemperature
        10C LensType/LensID #lens:Sony
        111 ColorCompensationFilter
        112 WhiteBalanceFineTune
        113 ImageStabilization {onoff}
        114 MinoltaCameraSettings5D
        115 WhiteBalance {0=Auto;1=Color Temperature/Color Filter;16=Daylight;32=Cloudy;48=Shade;64=Tungsten;80=Flash;\
        96=Fluorescent;112=Custom}
        E00 PrintIM
        F00 MinoltaCameraSettings2
        [CameraSettings L>]
        1 ExposureMode {0=Program;1=Aperture Priority;2=Shutter Priority;3=Manual}
        2 FlashMode {0=Fill flash;1=Red-eye reduction;2=Rear flash sync;3=Wireless;4=Off?}
        3 WhiteBalance {0=Auto;1=Daylight;2=Cloudy;3=Tungsten;5=Custom;7=Fluorescent;8=Fluorescent 2;11=Custom 2;12=Custom 3}
        4 MinoltaImageSize {0=Full;1=1600x1200;2=1280x960;3=640x480;6=2080x1560;7=2560x1920;8=3264x2176}
        5 MinoltaQuality {0=Raw;1=Super Fine;2=Fine;3=Standard;4=Economy;5=Extra Fine}
        6 DriveMode {0=Single;1=Continuous;2=Self-timer;4=Bracketing;5=Interval;6=UHS continuous;7=HS continuous}
        7 MeteringMode {0=Multi-segment;1=Center-weighted average;2=Spot}
        8 ISO #minoltaISO
        9 ExposureTime #minoltaTime
        10 FNumber #minoltaAperture
        11 MacroMode {onoff}
        12 DigitalZoom {0=Off;1=Electronic magnification;2=2x}
        13 ExposureCompensation #minoltaEV
        14 BracketStep {0=1/3 EV;1=2/3 EV;2=1 EV}
        16 IntervalLength
        17 IntervalNumber
        18 FocalLength /256
        19 FocusDistance /1000
        20 FlashFired {yes}
        21 MinoltaDate #minoltaDate
        22 MinoltaTime #minoltaClock
        23 MaxAperture #minoltaAperture
        26 FileNumberMemory {onoff}
        27 LastFileNumber
        28 ColorBalanceRed /256
        29 ColorBalanceGreen /256
        30 ColorBalanceBlue /256
        31 Saturation #minoltaLevel
        32 Contrast #minoltaLevel
        33 Sharpness {0=Hard;1=Normal;2=Soft}
        34 SubjectProgram {0=None;1=Portrait;2=Text;3=Night portrait;4=Sunset;5=Sports action}
        35 FlashExposureComp #minoltaFlash
        36 ISOSetting {0=100;1=200;2=400;3=800;4=Auto;5=64}
        37 MinoltaModelID {0=DiMAGE 7, X1, X21 or X31;1=DiMAGE 5;2=DiMAGE S304;3=DiMAGE S404;4=DiMAGE 7i;5=DiMAGE 7Hi;6=DiMAGE A1;\
        7=DiMAGE A2 or S414}
        38 IntervalMode {0=Still Image;1=Time-lapse Movie}
        39 FolderName {0=Standard Form;1=Data Form}
        40 ColorMode {0=Natural color;1=Black & White;2=Vivid color;3=Solarization;4=Adobe RGB}
        41 ColorFilter #minoltaLevel
        42 BWFilter
        43 InternalFlash {0=No;1=Fired}
        44 Brightness #minoltaBrightness
        45 SpotFocusPointX
        46 SpotFocusPointY
        47 WideFocusZone {0=No zone;1=Center zone (horizontal orientation);2=Center zone (vertical orientation);3=Left zone;\
        4=Right zone}
        48 FocusMode {0=AF;1=MF}
        49 FocusArea {0=Wide Focus (normal);1=Spot Focus}
        50 DECPosition {0=Exposure;1=Contrast;2=Saturation;3=Filter}
        51 ColorProfile {0=Not Embedded;1=Embedded}
        52 DataImprint {0=None;1=YYYY/MM/DD;2=MM/DD/HH:MM;3=Text;4=Text + ID#}
        63 FlashMetering {0=ADI (Advanced Distance Integration);1=Pre-flash TTL;2=Manual flash control}
        """)
}
