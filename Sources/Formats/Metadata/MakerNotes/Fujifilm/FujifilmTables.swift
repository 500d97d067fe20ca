/// Fujifilm's notes. Sources: ExifTool, "FujiFilm Tags"; Exiv2, "Fujifilm makernote tags".
extension MakerNoteTables {
    static let fujifilm = MakerNoteTables(
        """
        = onoff 0=Off;1=On
        = strength 0=Off;32=Weak;64=Strong
        = tone -64=+4 (hardest);-48=+3 (very hard);-32=+2 (hard);-16=+1 (medium hard);0=0 (normal);16=-1 (medium soft);\
        32=-2 (soft)
        [main]
        0 Version #text
        10 InternalSerialNumber
        1000 Quality
        1001 Sharpness {0=-4 (softest);1=-3 (very soft);2=-2 (soft);3=0 (normal);4=+2 (hard);5=+3 (very hard);\
        6=+4 (hardest);130=-1 (medium soft);132=+1 (medium hard);32768=Film Simulation;65535=n/a}
        1002 WhiteBalance {0=Auto;1=Auto (white priority);2=Auto (ambiance priority);256=Daylight;512=Cloudy;\
        768=Daylight Fluorescent;769=Day White Fluorescent;770=White Fluorescent;771=Warm White Fluorescent;\
        772=Living Room Warm White Fluorescent;1024=Incandescent;1280=Flash;1536=Underwater;3840=Custom;3841=Custom2;\
        3842=Custom3;3843=Custom4;3844=Custom5;4080=Kelvin}
        1003 Saturation {0=0 (normal);128=+1 (medium high);192=+3 (very high);224=+4 (highest);256=+2 (high);\
        384=-1 (medium low);512=Low;768=None (B&W);769=B&W Red Filter;770=B&W Yellow Filter;771=B&W Green Filter;\
        784=B&W Sepia;1024=-2 (low);1216=-3 (very low);1248=-4 (lowest);1280=Acros;1281=Acros Red Filter;\
        1282=Acros Yellow Filter;1283=Acros Green Filter;32768=Film Simulation}
        1004 Contrast {0=Normal;128=Medium High;256=High;384=Medium Low;512=Low;32768=Film Simulation}
        1005 ColorTemperature
        1006 Contrast {0=Normal;256=High;768=Low}
        100A WhiteBalanceFineTune
        100B NoiseReduction {64=Low;128=Normal;256=n/a}
        100E NoiseReduction {0=0 (normal);256=+2 (strong);384=+1 (medium strong);448=+3 (very strong);480=+4 (strongest);\
        512=-2 (weak);640=-1 (medium weak);704=-3 (very weak);736=-4 (weakest)}
        100F Clarity
        1010 FujiFlashMode {0=Auto;1=On;2=Off;3=Red-eye reduction;4=External;16=Commander;32768=Not Attached;33056=TTL;\
        38976=Manual;39040=Manual;43296=TTL Slow;43328=Manual}
        1011 FlashExposureComp
        1020 Macro {onoff}
        1021 FocusMode {0=Auto;1=Manual;65535=Movie}
        1022 AFMode {0=No;1=Single Point;256=Zone;512=Wide/Tracking}
        1023 FocusPixel
        102B PrioritySettings >PrioritySettings
        102D FocusSettings
        102E AFCSettings
        1030 SlowSync {onoff}
        1031 PictureMode {0=Auto;1=Portrait;2=Landscape;3=Macro;4=Sports;5=Night Scene;6=Program AE;7=Natural Light;\
        8=Anti-blur;9=Beach & Snow;10=Sunset;11=Museum;12=Party;13=Flower;14=Text;15=Natural Light & Flash;16=Beach;\
        17=Snow;18=Fireworks;19=Underwater;20=Portrait with Skin Correction;22=Panorama;23=Night (tripod);24=Pro Low-light;\
        25=Pro Focus;26=Portrait 2;27=Dog Face Detection;28=Cat Face Detection;48=HDR;64=Advanced Filter;\
        256=Aperture-priority AE;512=Shutter speed priority AE;768=Manual}
        1032 ExposureCount
        1033 EXRAuto {0=Auto;1=Manual}
        1034 EXRMode {128=HR (High Resolution);256=SN (Signal to Noise priority);512=DR (Dynamic Range priority)}
        1040 ShadowTone {tone}
        1041 HighlightTone {tone}
        1044 DigitalZoom
        1045 LensModulationOptimizer {onoff}
        1047 GrainEffectRoughness {strength}
        1048 ColorChromeEffect {strength}
        1049 BWAdjustment
        104B BWMagentaGreen
        104C GrainEffectSize {0=Off;16=Small;32=Large}
        104D CropMode {0=n/a;1=Full-frame on GFX;2=Sports Finder Mode;4=Electronic Shutter 1.25x Crop}
        104E ColorChromeFXBlue {strength}
        1050 ShutterType {0=Mechanical;1=Electronic;2=Electronic (long shutter speed);3=Electronic Front Curtain}
        1100 AutoBracketing {0=Off;1=On;2=No flash & flash;6=Pixel Shift}
        1101 SequenceNumber
        1103 DriveSettings >DriveSettings
        1105 PixelShiftShots
        1106 PixelShiftOffset
        1153 PanoramaAngle
        1154 PanoramaDirection {1=Right;2=Up;3=Left;4=Down}
        1201 AdvancedFilter {65536=Pop Color;131072=Hi Key;196608=Toy Camera;262144=Miniature;327680=Dynamic Tone;\
        393217=Partial Color Red;393218=Partial Color Yellow;393219=Partial Color Green;393220=Partial Color Blue;\
        393221=Partial Color Orange;393222=Partial Color Purple;458752=Soft Focus;589824=Low Key}
        1210 ColorMode {0=Standard;16=Chrome;48=B & W}
        1300 BlurWarning {0=None;1=Blur Warning}
        1301 FocusWarning {0=Good;1=Out of focus}
        1302 ExposureWarning {0=Good;1=Bad exposure}
        1304 GEImageSize
        1400 DynamicRange {1=Standard;3=Wide}
        1401 FilmMode {0=F0/Standard (Provia);256=F1/Studio Portrait;272=F1a/Studio Portrait Enhanced Saturation;\
        288=F1b/Studio Portrait Smooth Skin Tone (Astia);304=F1c/Studio Portrait Increased Sharpness;\
        512=F2/Fujichrome (Velvia);768=F3/Studio Portrait Ex;1024=F4/Velvia;1280=Pro Neg. Std;1281=Pro Neg. Hi;\
        1536=Classic Chrome;1792=Eterna;2048=Classic Negative;2304=Bleach Bypass;2560=Nostalgic Neg;2816=Reala ACE}
        1402 DynamicRangeSetting {0=Auto;1=Manual;256=Standard (100%);512=Wide1 (230%);513=Wide2 (400%);32768=Film Simulation}
        1403 DevelopmentDynamicRange
        1404 MinFocalLength
        1405 MaxFocalLength
        1406 MaxApertureAtMinFocal
        1407 MaxApertureAtMaxFocal
        140B AutoDynamicRange
        1422 ImageStabilization
        1425 SceneRecognition {0=Unrecognized;256=Portrait Image;259=Night Portrait;261=Backlit Portrait;512=Landscape Image;\
        768=Night Scene;1024=Macro}
        1431 Rating
        1436 ImageGeneration {0=Original Image;1=Re-developed from RAW}
        1438 ImageCount #fujiCount
        1443 DRangePriority {0=Auto;1=Fixed}
        1444 DRangePriorityAuto {1=Weak;2=Strong;3=Plus}
        1445 DRangePriorityFixed {1=Weak;2=Strong}
        1446 FlickerReduction
        1447 FujiModel
        1448 FujiModel2
        144D RollAngle
        3803 VideoRecordingMode {0=Normal;16=F-log;32=HLG;48=F-log2}
        3804 PeripheralLighting {onoff}
        3806 VideoCompression {1=Log GOP;2=All Intra}
        3820 FrameRate
        3821 FrameWidth
        3822 FrameHeight
        3824 FullHDHighSpeedRec {1=Off;2=On}
        4005 FaceElementSelected
        4100 FacesDetected
        4103 FacePositions
        4200 NumFaceElements
        4201 FaceElementTypes {1=Face;2=Left Eye;3=Right Eye;7=Body;8=Head;9=Both Eyes}
        4203 FaceElementPositions
        4282 FaceRecInfo
        8000 FileSource
        8002 OrderNumber
        8003 FrameNumber
        B211 Parallax
        [PrioritySettings B]
        0 AFPriorities
        [DriveSettings B]
        0 DriveMode {0=Single;1=Continuous Low;2=Continuous High}
        3 DriveSpeed
        """)
}
