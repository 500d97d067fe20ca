/// Panasonic's notes, which some Leica cameras share. Sources: ExifTool, "Panasonic Tags"; Exiv2, "Panasonic makernote tags".
extension MakerNoteTables {
    static let panasonic = MakerNoteTables(
        """
        = onoff 0=Off;1=On
        = yes 1=Off;2=On
        = stamp 1=Off;2=On
        = mode 0=Off;1=Normal;2=Portrait;3=Scenery;4=Sports;5=Night Portrait;6=Program;7=Aperture Priority;8=Shutter Priority;\
        9=Macro;10=Spot;11=Manual;12=Movie Preview;13=Panning;14=Simple;15=Color Effects;16=Self Portrait;17=Economy;18=Fireworks;\
        19=Party;20=Snow;21=Night Scenery;22=Food;23=Baby;24=Soft Skin;25=Candlelight;26=Starry Night;27=High Sensitivity;\
        28=Panorama Assist;29=Underwater;30=Beach;31=Aerial Photo;32=Sunset;33=Pet;34=Intelligent ISO;35=Clipboard;\
        36=High Speed Continuous Shooting;37=Intelligent Auto;39=Multi-aspect;41=Transform;42=Flash Burst;43=Pin Hole;\
        44=Film Grain;45=My Color;46=Photo Frame;48=Movie;51=HDR;52=Peripheral Defocus;55=Handheld Night Shot;57=3D;\
        59=Creative Control;60=Intelligent Auto Plus;62=Panorama;63=Glass Through;64=HDR;66=Digital Filter
        [main]
        1 ImageQuality {1=TIFF;2=High;3=Normal;6=Very High;7=RAW;9=Motion Picture;11=Full HD Movie;12=4k Movie}
        2 FirmwareVersion #dots
        3 WhiteBalance {1=Auto;2=Daylight;3=Cloudy;4=Incandescent;5=Manual;8=Flash;10=Black & White;11=Manual 2;12=Shade;\
        13=Kelvin;14=Manual 3;15=Manual 4;19=Auto (cool)}
        7 FocusMode {1=Auto;2=Manual;4=Auto, Focus button;5=Auto, Continuous;6=AF-S;7=AF-C;8=AF-F}
        F AFAreaMode @DMC-FZ10 {0 1=Spot Mode On;0 16=Spot Mode Off}
        F AFAreaMode {0 1=9-area;0 16=3-area (high speed);0 23=23-area;0 49=49-area;0 225=225-area;1 0=Spot Focusing;1 1=5-area;\
        16=Normal?;16 0=1-area;16 16=1-area (high speed);32 0=Tracking;32 1=3-area (left)?;32 2=3-area (center)?;\
        32 3=3-area (right)?;64 0=Face Detect;64 1=Face Detect (animal detect on);64 2=Face Detect (animal detect off);\
        128 0=Pinpoint focus;240 0=Tracking}
        1A ImageStabilization {2=On, Optical;3=Off;4=On, Mode 2;5=On, Optical Panning;6=On, Body-only;7=On, Body-only Panning;\
        9=Dual IS;10=Dual IS Panning;11=Dual2 IS;12=Dual2 IS Panning}
        1C MacroMode {1=On;2=Off;257=Tele-Macro;513=Macro Zoom}
        1F ShootingMode {0=Off;1=Normal;2=Portrait;3=Scenery;4=Sports;5=Night Portrait;6=Program;7=Aperture Priority;\
        8=Shutter Priority;9=Macro;10=Spot;11=Manual;12=Movie Preview;13=Panning;14=Simple;15=Color Effects;16=Self Portrait;\
        17=Economy;18=Fireworks;19=Party;20=Snow;21=Night Scenery;22=Food;23=Baby;24=Soft Skin;25=Candlelight;26=Starry Night;\
        27=High Sensitivity;28=Panorama Assist;29=Underwater;30=Beach;31=Aerial Photo;32=Sunset;33=Pet;34=Intelligent ISO;\
        35=Clipboard;36=High Speed Continuous Shooting;37=Intelligent Auto;39=Multi-aspect;41=Transform;42=Flash Burst;\
        43=Pin Hole;44=Film Grain;45=My Color;46=Photo Frame;48=Movie;51=HDR;52=Peripheral Defocus;55=Handheld Night Shot;57=3D;\
        59=Creative Control;60=Intelligent Auto Plus;62=Panorama;63=Glass Through;64=HDR;66=Digital Filter;67=Clear Portrait;\
        68=Silky Skin;69=Backlit Softness;70=Clear in Backlight;71=Relaxing Tone;72=Sweet Child's Face;73=Distinct Scenery;\
        74=Bright Blue Sky;75=Romantic Sunset Glow;76=Vivid Sunset Glow;77=Glistening Water;78=Clear Nightscape;79=Cool Night Sky;\
        80=Warm Glowing Nightscape;81=Artistic Nightscape;82=Glittering Illuminations;83=Clear Night Portrait;\
        84=Soft Image of a Flower;85=Appetizing Food;86=Cute Dessert;87=Freeze Animal Motion;88=Clear Sports Shot;89=Monochrome;\
        90=Creative Control;92=Handheld Night Shot}
        20 Audio {1=Yes;2=No;3=Stereo}
        21 DataDump
        23:h WhiteBalanceBias /3
        24:h FlashBias /3
        25 InternalSerialNumber #text
        26 PanasonicExifVersion #text
        27 VideoFrameRate {0=n/a}
        28 ColorEffect {1=Off;2=Warm;3=Cool;4=Black & White;5=Sepia;6=Happy;8=Vivid}
        29 TimeSincePowerOn /100
        2A BurstMode {0=Off;1=On;2=Auto Exposure Bracketing (AEB);3=Focus Bracketing;4=Unlimited;8=White Balance Bracketing;\
        17=On (with flash);18=Aperture Bracketing}
        2B SequenceNumber
        2C ContrastMode \
        @!DMC-FX10$|DMC-G1$|DMC-L1$|DMC-L10$|DMC-LC80$|DMC-GF1$|DMC-GF2$|DMC-GF3$|DMC-GF5$|DMC-GF6$|DMC-GF7$|DMC-GF8$|DMC-G2$|DMC-TZ10$|DMC-ZS7$|DC- {0=Normal;1=Low;2=High;5=Normal 2;6=Medium Low;7=Medium High;13=High Dynamic;24=Dynamic Range (film-like);46=Match Filter Effects Toy;55=Match Photo Style L. Monochrome;256=Low;272=Normal;288=High}
        2C ContrastMode @DMC-GF1$|DMC-GF2$|DMC-GF3$|DMC-GF5$|DMC-GF6$|DMC-GF7$|DMC-GF8$|DMC-G2$ {0=-2;1=-1;2=Normal;3=+1;4=+2;\
        5=Normal 2;7=Nature (Color Film);9=Expressive;12=Smooth (Color Film) or Pure (My Color);17=Dynamic (B&W Film);\
        22=Smooth (B&W Film);25=High Dynamic;26=Retro;27=Dynamic (Color Film);28=Low Key;29=Toy Effect;\
        32=Vibrant (Color Film) or Expressive (My Color);33=Elegant (My Color);37=Nostalgic (Color Film);\
        41=Dynamic Art (My Color);42=Retro (My Color);45=Cinema;47=Dynamic Mono;50=Impressive Art;51=Cross Process;\
        100=High Dynamic 2;101=Retro 2;102=High Key 2;103=Low Key 2;104=Toy Effect 2;107=Expressive 2;112=Sepia;117=Miniature;\
        122=Dynamic Monochrome;127=Old Days;132=Dynamic Monochrome 2;135=Impressive Art 2;136=Cross Process 2;137=Toy Pop;\
        138=Fantasy;256=Normal 3;272=Standard;288=High}
        2C ContrastMode @DMC-TZ10$|DMC-ZS7$ {0=Normal;1=-2;2=+2;5=-1;6=+1}
        2C ContrastMode
        2D NoiseReduction {0=Standard;1=Low (-1);2=High (+1);3=Lowest (-2);4=Highest (+2);5=+5;6=+6;65531=-5;65532=-4;65533=-3;\
        65534=-2;65535=-1}
        2E SelfTimer {0=Off (0);1=Off;2=10 s;3=2 s;4=10 s / 3 pictures;258=2 s after shutter pressed;\
        266=10 s after shutter pressed;778=3 photos after 10 s}
        30 Rotation {1=Horizontal (normal);3=Rotate 180;6=Rotate 90 CW;8=Rotate 270 CW}
        31 AFAssistLamp {1=Fired;2=Enabled but Not Used;3=Disabled but Required;4=Disabled and Not Required}
        32 ColorMode {0=Normal;1=Natural;2=Vivid}
        33 BabyAge
        34 OpticalZoomMode {1=Standard;2=Extended}
        35 ConversionLens {1=Off;2=Wide;3=Telephoto;4=Macro}
        36 TravelDay {65535=n/a}
        38 BatteryLevel {1=Full;2=Medium;3=Low;4=Near Empty;7=Near Full;8=Medium Low;256=n/a}
        39:h Contrast {0=Normal}
        3A WorldTimeLocation {1=Home;2=Destination}
        3B TextStamp {stamp}
        3C ProgramISO {-1=n/a;65534=Intelligent ISO;65535=n/a;4294967295=n/a}
        3D AdvancedSceneType
        3E TextStamp {stamp}
        3F FacesDetected
        40:h Saturation {0=Normal}
        41:h Sharpness {0=Normal}
        42 FilmMode {0=n/a;1=Standard (color);2=Dynamic (color);3=Nature (color);4=Smooth (color);5=Standard (B&W);\
        6=Dynamic (B&W);7=Smooth (B&W);10=Nostalgic;11=Vibrant}
        43 JPEGQuality {0=n/a (Movie);2=High;3=Standard;6=Very High;255=n/a (RAW only)}
        44:H ColorTempKelvin
        45 BracketSettings {0=No Bracket;1=3 Images, Sequence 0/-/+;2=3 Images, Sequence -/0/+;3=5 Images, Sequence 0/-/+;\
        4=5 Images, Sequence -/0/+;5=7 Images, Sequence 0/-/+;6=7 Images, Sequence -/0/+}
        46:h WBShiftAB
        47:h WBShiftGM
        48 FlashCurtain {0=n/a;1=1st;2=2nd}
        49 LongExposureNoiseReduction {1=Off;2=On}
        4B PanasonicImageWidth
        4C PanasonicImageHeight
        4D AFPointPosition
        4E FaceDetInfo >FaceDetInfo
        51 LensType
        52 LensSerialNumber
        53 AccessoryType
        54 AccessorySerialNumber
        59:h Transform {-3 2=Slim High;-1 1=Slim Low;0 0=Off;1 1=Stretch Low;3 2=Stretch High}
        5D IntelligentExposure {0=Off;1=Low;2=Standard;3=High}
        60 LensFirmwareVersion #dots
        61 FaceRecInfo >FaceRecInfo
        62 FlashWarning {0=No;1=Yes (flash required but disabled)}
        63:B RecognizedFaceFlags
        65 Title #text
        66 BabyName #text
        67 Location #text
        69 Country #text
        6B State #text
        6D City #text
        6F Landmark #text
        70 IntelligentResolution {0=Off;1=Low;2=Standard;3=High;4=Extended}
        76 HDRShot {0=Off;1=On;3=On}
        77 BurstSpeed
        79 IntelligentD-Range {0=Off;1=Low;2=Standard;3=High}
        7C ClearRetouch {onoff}
        80 City2 #text
        86 ManometerPressure?65535 /10
        89 PhotoStyle {0=Auto;1=Standard or Custom;2=Vivid;3=Natural;4=Monochrome;5=Scenery;6=Portrait;8=Cinelike D;9=Cinelike V;\
        11=L. Monochrome;12=Like709;15=L. Monochrome D;17=V-Log;18=Cinelike D2}
        8A ShadingCompensation {onoff}
        8B:h WBShiftIntelligentAuto
        8C AccelerometerZ #signed
        8D AccelerometerX #signed
        8E AccelerometerY #signed
        8F CameraOrientation {0=Normal;1=Rotate CW;2=Rotate 180;3=Rotate CCW;4=Tilt Upwards;5=Tilt Downwards}
        90 RollAngle #tenths
        91 PitchAngle #tenths
        92:b WBShiftCreativeControl
        93 SweepPanoramaDirection {0=Off;1=Left to Right;2=Right to Left;3=Top to Bottom;4=Bottom to Top}
        94 SweepPanoramaFieldOfView
        96 TimerRecording {0=Off;1=Time Lapse;2=Stop-motion Animation;3=Focus Bracketing}
        9D InternalNDFilter
        9E HDR {0=Off;100=1 EV;200=2 EV;300=3 EV;32868=1 EV (Auto);32968=2 EV (Auto);33068=3 EV (Auto)}
        9F ShutterType {0=Mechanical;1=Electronic;2=Hybrid}
        A1:L FilterEffect {0 0=Off;0 1=Expressive;0 2=Retro;0 4=High Key;0 8=Sepia;0 16=High Dynamic;0 32=Miniature Effect;\
        0 256=Low Key;0 512=Toy Effect;0 1024=Dynamic Monochrome;0 2048=Soft Focus;0 4096=Impressive Art;0 8192=Cross Process;\
        0 16384=One Point Color;0 32768=Star Filter;0 524288=Old Days;0 1048576=Sunshine;0 2097152=Bleach Bypass;\
        0 4194304=Toy Pop;0 8388608=Fantasy;0 33554432=Monochrome;0 67108864=Rough Monochrome;0 134217728=Silky Monochrome}
        A3 ClearRetouchValue
        A7 OutputLUT
        AB TouchAE {onoff}
        AC MonochromeFilterEffect {0=Off;1=Yellow;2=Orange;3=Red;4=Green}
        AD:h HighlightShadow
        AF TimeStamp
        B3 VideoBurstResolution {1=Off or 4K;4=6K}
        B4 MultiExposure {0=n/a;1=Off;2=On}
        B9 RedEyeRemoval {0=Off;1=On;2=On}
        BB VideoBurstMode {1=Off;4=Post Focus;24=4K Burst;40=4K Burst (Start/Stop);72=4K Pre-burst;264=Loop Recording;\
        1032=Focus Stacking;2064=6K Burst;2080=6K Burst (Start/Stop);4097=High Resolution Mode}
        BC DiffractionCorrection {0=Off;1=Auto}
        BD:h FocusBracket
        BE LongExposureNRUsed {0=No;1=Yes}
        BF:L PostFocusMerging {0 0=Post Focus Auto Merging or None}
        C1 VideoPreburst {0=No;1=4K or 6K}
        C4 LensTypeMake
        C5 LensTypeModel
        CA SensorType {0=Multi-aspect;1=Standard}
        D1 ISO
        D2 MonochromeGrainEffect {0=Off;1=Low;2=Standard;3=High}
        D6 NoiseReductionStrength
        E4 LensTypeModel
        E8 MinimumISO
        EE DynamicRangeBoost {onoff}
        E00 PrintIM
        2003 TimeInfo >TimeInfo
        8000 MakerNoteVersion #text
        8001 SceneMode {0=Off;1=Normal;2=Portrait;3=Scenery;4=Sports;5=Night Portrait;6=Program;7=Aperture Priority;\
        8=Shutter Priority;9=Macro;10=Spot;11=Manual;12=Movie Preview;13=Panning;14=Simple;15=Color Effects;16=Self Portrait;\
        17=Economy;18=Fireworks;19=Party;20=Snow;21=Night Scenery;22=Food;23=Baby;24=Soft Skin;25=Candlelight;26=Starry Night;\
        27=High Sensitivity;28=Panorama Assist;29=Underwater;30=Beach;31=Aerial Photo;32=Sunset;33=Pet;34=Intelligent ISO;\
        35=Clipboard;36=High Speed Continuous Shooting;37=Intelligent Auto;39=Multi-aspect;41=Transform;42=Flash Burst;\
        43=Pin Hole;44=Film Grain;45=My Color;46=Photo Frame;48=Movie;51=HDR;52=Peripheral Defocus;55=Handheld Night Shot;57=3D;\
        59=Creative Control;60=Intelligent Auto Plus;62=Panorama;63=Glass Through;64=HDR;66=Digital Filter;67=Clear Portrait;\
        68=Silky Skin;69=Backlit Softness;70=Clear in Backlight;71=Relaxing Tone;72=Sweet Child's Face;73=Distinct Scenery;\
        74=Bright Blue Sky;75=Romantic Sunset Glow;76=Vivid Sunset Glow;77=Glistening Water;78=Clear Nightscape;79=Cool Night Sky;\
        80=Warm Glowing Nightscape;81=Artistic Nightscape;82=Glittering Illuminations;83=Clear Night Portrait;\
        84=Soft Image of a Flower;85=Appetizing Food;86=Cute Dessert;87=Freeze Animal Motion;88=Clear Sports Shot;89=Monochrome;\
        90=Creative Control;92=Handheld Night Shot}
        8002 HighlightWarning {0=Disabled;1=No;2=Yes}
        8003 DarkFocusEnvironment {1=No;2=Yes}
        8004 WBRedLevel
        8005 WBGreenLevel
        8006 WBBlueLevel
        8007 FlashFired {1=No;2=Yes}
        8008 TextStamp {stamp}
        8009 TextStamp {stamp}
        8010 BabyAge
        8012:h Transform {-3 2=Slim High;-1 1=Slim Low;0 0=Off;1 1=Stretch Low;3 2=Stretch High}
        [FaceDetInfo H]
        0 NumFacePositions
        1:4 Face1Position
        5:4 Face2Position
        9:4 Face3Position
        13:4 Face4Position
        17:4 Face5Position
        [FaceRecInfo B]
        0:H FacesRecognized
        4:a20 RecognizedFace1Name
        24:H4 RecognizedFace1Position
        32:a20 RecognizedFace1Age
        [TimeInfo B]
        0:8 PanasonicDateTime #digitsTime
        16:L TimeLapseShotNumber
        """)
}
