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
        28=Jerusalem;29=Moscow;30=Jeddah;31=Tehran;32=Dubai;33=Karachi;34=Kabul;35=Male;36=Delhi;37=Colombo;38=Kathmandu;39=Dacca;\
        40=Yangon;41=Bangkok;42=Kuala Lumpur;43=Vientiane;44=Singapore;45=Phnom Penh;46=Ho Chi Minh;47=Jakarta;48=Hong Kong;\
        49=Perth;50=Beijing;51=Shanghai;52=Manila;53=Taipei;54=Seoul;55=Adelaide;56=Tokyo;57=Guam;58=Sydney;59=Noumea;\
        60=Wellington;61=Auckland;62=Lima;63=Dakar;64=Algiers;65=Helsinki;66=Athens;67=Nairobi;68=Amsterdam;69=Stockholm;\
        70=Lisbon;71=Copenhagen;72=Warsaw;73=Prague;74=Budapest
        [main]
        0 PentaxVersion #dots
        1 PentaxModelType
        2 PreviewImageSize
        3 PreviewImageLength
        4 PreviewImageStart
        5 PentaxModelID {13=Optio 330/430;76070=Optio 230;76120=Optio 330GS;76130=Optio 450/550;76140=Optio S;76145=Optio S V1.01;\
        76180=*ist D;76210=Optio 33L;76220=Optio 33LF;76230=Optio 33WR/43WR/555;76245=Optio S4;76290=Optio MX;76300=Optio S40;\
        76310=Optio S4i;76330=K-m;76340=Optio 30;76360=K-x;76370=Optio S30;76390=Optio 750Z;76400=Optio SV;76405=Optio SVi;\
        76410=Optio X;76420=645D;76430=Optio S5i;76440=Optio S50;76450=*ist DS;76470=Optio MX4;76480=Optio S5n;76490=Optio WP;\
        76500=Q;76540=Optio S55;76560=Optio S5z;76570=*ist DL;76580=Optio S60;76590=Optio S45;76600=Optio S6;76605=K-3;\
        76620=Optio WPi;76630=BenQ DC X600;76640=*ist DS2;76642=Samsung GX-1S;76650=Optio A10;76670=*ist DL2;76672=Samsung GX-1L;\
        76700=K100D;76701=K110D;76706=K100D Super;76720=Optio T10/T20;76770=Optio W10;76790=Optio M10;76830=K10D;\
        76832=Samsung GX10;76840=Optio S7;76845=Optio L20;76850=Optio M20;76860=Optio W20;76870=Optio A20;76920=Optio E30;\
        76925=Optio E35;76930=Optio T30;76940=Optio M30;76945=Optio L30;76950=Optio W30;76960=Optio A30;76980=Optio E40;\
        76990=Optio M40;76995=Optio L40;76997=Optio L36;77000=Optio Z10;77010=K20D;77012=Samsung GX20;77020=Optio S10;\
        77030=Optio A40;77040=Optio V10;77050=K200D;77060=Optio S12;77070=Optio E50;77080=Optio M50;77090=Optio L50;\
        77100=Optio V20;77120=Optio W60;77130=Optio M60;77160=Optio E60/M90;77170=K2000;77171=K-m;77190=Optio P70;77200=Optio L70;\
        77210=Optio E70;77230=X70;77240=K-7;77260=Optio W80;77290=Optio P80;77300=Optio WS80;77310=K-x;77320=645D;77330=Optio E80;\
        77360=Optio W90;77370=Optio I-10;77380=Optio H90;77390=Optio E90;77400=X90;77420=K-r;77430=K-5;77450=Optio RS1000/RS1500;\
        77460=Optio RZ10;77470=Optio LS1000;77500=Optio WG-1 GPS;77520=Optio S1;77540=Q;77560=K-01;77580=Optio RZ18;\
        77590=Optio VS20;77610=Optio WG-2 GPS;77640=Optio LS465;77650=K-30;77660=X-5;77670=Q10;77680=K-5 II;77681=K-5 II s;\
        77690=Q7;77700=MX-1;77710=WG-3 GPS;77720=WG-3;77730=WG-10;77750=K-50;77760=K-3;77770=K-500;77790=WG-4 GPS;77800=WG-4;\
        77830=WG-20;77840=645Z;77850=K-S1;77860=K-S2;77870=Q-S1;77910=WG-30;77950=WG-30W;77960=WG-5 GPS;77970=K-1;77980=K-3 II;\
        78320=WG-M2;78350=GR III;78370=K-70;78380=KP;78400=K-1 Mark II;78420=K-3 Mark III;78480=WG-70}
        6 Date #date
        7 Time #time
        8 Quality {0=Good;1=Better;2=Best;3=TIFF;4=RAW;5=Premium;7=RAW (pixel shift enabled);8=Dynamic Pixel Shift;65535=n/a}
        9 PentaxImageSize {0=640x480;0 0=2304x1728;1=Full;2=1024x768;3=1280x960;4=1600x1200;4 0=1600x1200;5=2048x1536;\
        5 0=2048x1536;8=2560x1920 or 2304x1728;8 0=2560x1920;9=3072x2304;10=3264x2448;19=320x240;20=2288x1712;21=2592x1944;\
        22=2304x1728 or 2592x1944;23=3056x2296;25=2816x2212 or 2816x2112;27=3648x2736;29=4000x3000;30=4288x3216;31=4608x3456;\
        32 2=960x640;33 2=1152x768;34 2=1536x1024;35 1=2400x1600;36=3008x2008;36 0=3008x2008 or 3040x2024;37 0=3008x2000;\
        129=1920x1080;135=4608x2592;257=3216x3216}
        B PictureMode {0=Program;1=Shutter Speed Priority;2=Program AE;3=Manual;5=Portrait;6=Landscape;8=Sport;9=Night Scene;\
        11=Soft;12=Surf & Snow;13=Candlelight;14=Autumn;15=Macro;17=Fireworks;18=Text;19=Panorama;30=Self Portrait;\
        31=Illustrations;33=Digital Filter;35=Night Scene Portrait;37=Museum;38=Food;39=Underwater;40=Green Mode;49=Light Pet;\
        50=Dark Pet;51=Medium Pet;53=Underwater;54=Candlelight;55=Natural Skin Tone;56=Synchro Sound Record;58=Frame Composite;\
        65=Half-length Portrait;66=Portrait 2;255=Digital Filter?}
        C FlashMode {0=Auto, Did not fire;1=Off, Did not fire;2=On, Did not fire;3=Auto, Did not fire, Red-eye reduction;\
        5=On, Did not fire, Wireless (Master);256=Auto, Fired;258=On, Fired;259=Auto, Fired, Red-eye reduction;\
        260=On, Red-eye reduction;261=On, Wireless (Master);262=On, Wireless (Control);264=On, Soft;265=On, Slow-sync;\
        266=On, Slow-sync, Red-eye reduction;267=On, Trailing-curtain Sync}{0=n/a - Off-Auto-Aperture;63=Internal;\
        256=External, Auto;575=External, Flash Problem;768=External, Manual;772=External, P-TTL Auto;\
        773=External, Contrast-control Sync;774=External, High-speed Sync;780=External, Wireless;\
        781=External, Wireless, High-speed Sync}
        D FocusMode {0=Normal;1=Macro;2=Infinity;3=Manual;4=Super Macro;5=Pan Focus;6=Auto-area;8=Select;9=Pinpoint;10=Tracking;\
        11=Continuous;12=Snap;16=AF-S (Focus-priority);17=AF-C (Focus-priority);18=AF-A (Focus-priority);\
        32=Contrast-detect (Focus-priority);33=Tracking Contrast-detect (Focus-priority);272=AF-S (Release-priority);\
        273=AF-C (Release-priority);274=AF-A (Release-priority);288=Contrast-detect (Release-priority)}
        E AFPointSelected @K-1 {0=None;1=Top-left;2=Top Near-left;3=Top;4=Top Near-right;5=Top-right;6=Upper Far-left;\
        7=Upper-left;8=Upper Near-left;9=Upper-middle;10=Upper Near-right;11=Upper-right;12=Upper Far-right;13=Far Far Left;\
        14=Far Left;15=Left;16=Near-left;17=Center;18=Near-right;19=Right;20=Far Right;21=Far Far Right;22=Lower Far-left;\
        23=Lower-left;24=Lower Near-left;25=Lower-middle;26=Lower Near-right;27=Lower-right;28=Lower Far-right;29=Bottom-left;\
        30=Bottom Near-left;31=Bottom;32=Bottom Near-right;33=Bottom-right;263=Zone Select Upper-left;\
        264=Zone Select Upper Near-left;265=Zone Select Upper Middle;266=Zone Select Upper Near-right;267=Zone Select Upper-right;\
        270=Zone Select Far Left;271=Zone Select Left;272=Zone Select Near-left;273=Zone Select Center;274=Zone Select Near-right;\
        275=Zone Select Right;276=Zone Select Far Right;279=Zone Select Lower-left;280=Zone Select Lower Near-left;\
        281=Zone Select Lower-middle;282=Zone Select Lower Near-right;283=Zone Select Lower-right;65531=AF Select;\
        65532=Face Detect AF;65533=Automatic Tracking AF;65534=Fixed Center;65535=Auto}{0=Single Point;\
        1=Expanded Area 9-point (S);3=Expanded Area 25-point (M);5=Expanded Area 33-point (L)}
        E AFPointSelected @K-3 {0=None;1=Top-left;2=Top Near-left;3=Top;4=Top Near-right;5=Top-right;6=Upper-left;\
        7=Upper Near-left;8=Upper-middle;9=Upper Near-right;10=Upper-right;11=Far Left;12=Left;13=Near-left;14=Center;\
        15=Near-right;16=Right;17=Far Right;18=Lower-left;19=Lower Near-left;20=Lower-middle;21=Lower Near-right;22=Lower-right;\
        23=Bottom-left;24=Bottom Near-left;25=Bottom;26=Bottom Near-right;27=Bottom-right;257=Zone Select Top-left;\
        258=Zone Select Top Near-left;259=Zone Select Top;260=Zone Select Top Near-right;261=Zone Select Top-right;\
        262=Zone Select Upper-left;263=Zone Select Upper Near-left;264=Zone Select Upper-middle;265=Zone Select Upper Near-right;\
        266=Zone Select Upper-right;267=Zone Select Far Left;268=Zone Select Left;269=Zone Select Near-left;\
        270=Zone Select Center;271=Zone Select Near-right;272=Zone Select Right;273=Zone Select Far Right;\
        274=Zone Select Lower-left;275=Zone Select Lower Near-left;276=Zone Select Lower-middle;277=Zone Select Lower Near-right;\
        278=Zone Select Lower-right;279=Zone Select Bottom-left;280=Zone Select Bottom Near-left;281=Zone Select Bottom;\
        282=Zone Select Bottom Near-right;283=Zone Select Bottom-right;65531=AF Select;65532=Face Detect AF;\
        65533=Automatic Tracking AF;65534=Fixed Center;65535=Auto}{0=Single Point;1=Expanded Area 9-point (S);\
        3=Expanded Area 25-point (M);5=Expanded Area 27-point (L)}
        E AFPointSelected {0=None;1=Upper-left;2=Top;3=Upper-right;4=Left;5=Mid-left;6=Center;7=Mid-right;8=Right;9=Lower-left;\
        10=Bottom;11=Lower-right;65531=AF Select;65532=Face Detect AF;65533=Automatic Tracking AF;65534=Fixed Center;65535=Auto}{}
        F AFPointsInFocus @K-3 &{0=Top-left;1=Top Near-left;2=Top;3=Top Near-right;4=Top-right;5=Upper-left;6=Upper Near-left;\
        7=Upper-middle;8=Upper Near-right;9=Upper-right;10=Far Left;11=Left;12=Near-left;13=Center;14=Near-right;15=Right;\
        16=Far Right;17=Lower-left;18=Lower Near-left;19=Lower-middle;20=Lower Near-right;21=Lower-right;22=Bottom-left;\
        23=Bottom Near-left;24=Bottom;25=Bottom Near-right;26=Bottom-right;z=(none)}
        F AFPointsInFocus {0=Fixed Center or Multiple;1=Top-left;2=Top-center;3=Top-right;4=Left;5=Center;6=Right;7=Bottom-left;\
        8=Bottom-center;9=Bottom-right;65535=None}
        10 FocusPosition
        12 ~ExposureTime /100000
        13 ~FNumber /10
        14 ISO {3=50;4=64;5=80;6=100;7=125;8=160;9=200;10=250;11=320;12=400;13=500;14=640;15=800;16=1000;17=1250;18=1600;19=2000;\
        20=2500;21=3200;22=4000;23=5000;24=6400;25=8000;26=10000;27=12800;28=16000;29=20000;30=25600;31=32000;32=40000;33=51200;\
        34=64000;35=80000;36=102400;37=128000;38=160000;39=204800;40=256000;41=320000;42=409600;43=512000;44=640000;45=819200;\
        50=50;100=100;200=200;258=50;259=70;260=100;261=140;262=200;263=280;264=400;265=560;266=800;267=1100;268=1600;269=2200;\
        270=3200;271=4500;272=6400;273=9000;274=12800;275=18000;276=25600;277=36000;278=51200;279=72000;280=102400;281=144000;\
        282=204800;283=288000;284=409600;285=576000;286=819200;400=400;800=800;1600=1600;3200=3200;65534=Auto 2;65535=Auto}
        15:h LightReading
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
        1D ~FocalLength /100
        1E DigitalZoom /100
        1F Saturation {0=-2 (low);1=0 (normal);2=+2 (high);3=-1 (medium low);4=+1 (medium high);5=-3 (very low);6=+3 (very high);\
        7=-4 (minimum);8=+4 (maximum);65535=None}{}
        20 Contrast {0=-2 (low);1=0 (normal);2=+2 (high);3=-1 (medium low);4=+1 (medium high);5=-3 (very low);6=+3 (very high);\
        7=-4 (minimum);8=+4 (maximum);65535=n/a}{}
        21 Sharpness {0=-2 (soft);1=0 (normal);2=+2 (hard);3=-1 (medium soft);4=+1 (medium hard);5=-3 (very soft);\
        6=+3 (very hard);7=-4 (minimum);8=+4 (maximum)}{}
        22 WorldTimeLocation {0=Hometown;1=Destination}
        23 HometownCity {city}
        24 DestinationCity {city}
        25 HometownDST {yes}
        26 DestinationDST {yes}
        27 DSPFirmwareVersion #pentaxFirmware
        28 CPUFirmwareVersion #pentaxFirmware
        29 FrameNumber
        2D EffectiveLV /1024
        32:B ImageEditing {0 0=None;0 0 0 0=None;0 0 0 4=Digital Filter;1 0 0 0=Resized;2 0 0 0=Cropped;4 0 0 0=Digital Filter 4;\
        6 0 0 0=Digital Filter 6;8 0 0 0=Red-eye Correction;16 0 0 0=Frame Synthesis?}
        33 PictureMode {0 0=Program;0 1=Hi-speed Program;0 2=DOF Program;0 3=MTF Program;0 4=Standard;0 5=Portrait;0 6=Landscape;\
        0 7=Macro;0 8=Sport;0 9=Night Scene Portrait;0 10=No Flash;0 11=Night Scene;0 12=Surf & Snow;0 13=Text;0 14=Sunset;\
        0 15=Kids;0 16=Pet;0 17=Candlelight;0 18=Museum;0 19=Food;0 20=Stage Lighting;0 21=Night Snap;0 23=Blue Sky;0 24=Sunset;\
        0 26=Night Scene HDR;0 27=HDR;0 28=Quick Macro;0 29=Forest;0 30=Backlight Silhouette;1 4=Auto PICT (Standard);\
        1 5=Auto PICT (Portrait);1 6=Auto PICT (Landscape);1 7=Auto PICT (Macro);1 8=Auto PICT (Sport);2 0=Program (HyP);\
        2 1=Hi-speed Program (HyP);2 2=DOF Program (HyP);2 3=MTF Program (HyP);2 22=Shallow DOF (HyP);3 0=Green Mode;\
        4 0=Shutter Speed Priority;5 0=Aperture Priority;6 0=Program Tv Shift;7 0=Program Av Shift;8 0=Manual;9 0=Bulb;\
        10 0=Aperture Priority, Off-Auto-Aperture;11 0=Manual, Off-Auto-Aperture;12 0=Bulb, Off-Auto-Aperture;\
        13 0=Shutter & Aperture Priority AE;15 0=Sensitivity Priority AE;16 0=Flash X-Sync Speed AE;18 0=Auto Program (Normal);\
        18 1=Auto Program (Hi-speed);18 2=Auto Program (DOF);18 3=Auto Program (MTF);18 22=Auto Program (Shallow DOF);\
        19 0=Astrotracer;20 22=Blur Control;249 0=Movie (TAv);250 0=Movie (TAv, Auto Aperture);251 0=Movie (Manual);\
        252 0=Movie (Manual, Auto Aperture);253 0=Movie (Av);254 0=Movie (Av, Auto Aperture);255 0=Movie (P, Auto Aperture);\
        255 4=Video (4)}{0=1/2 EV steps;1=1/3 EV steps}
        34 DriveMode {0=Single-frame;1=Continuous;2=Continuous (Lo);3=Burst;4=Continuous (Medium);255=Video}{0=No Timer;\
        1=Self-timer (12 s);2=Self-timer (2 s);15=Video;16=Mirror Lock-up;255=n/a}{0=Shutter Button;1=Remote Control (3 s delay);\
        2=Remote Control;4=Remote Continuous Shooting}{0=Single Exposure;1=Multiple Exposure;2=Composite Average;\
        3=Composite Additive;4=Composite Bright;8=Interval Shooting;10=Interval Composite Average;11=Interval Composite Additive;\
        12=Interval Composite Bright;15=Interval Movie;16=HDR;32=HDR Strong 1;48=HDR Strong 2;64=HDR Strong 3;80=HDR Manual;\
        224=HDR Auto;255=Video}
        35:H SensorSize /500
        37 ColorSpace {0=sRGB;1=Adobe RGB}
        38 ImageAreaOffset
        39 RawImageSize
        3C:L AFPointsInFocus
        3D DataScaling
        3E PreviewImageBorders
        3F LensType/LensID #lens:Pentax
        40 SensitivityAdjust =(x-50)/10
        41 ImageEditCount
        47 CameraTemperature
        48 AELock {onoff}
        49 NoiseReduction {onoff}
        4D FlashExposureComp /256
        4F ImageTone {0=Natural;1=Bright;2=Portrait;3=Landscape;4=Vibrant;5=Monochrome;6=Muted;7=Reversal Film;8=Bleach Bypass;\
        9=Radiant;10=Cross Processing;11=Flat;256=Standard;257=Vivid;258=Monotone;259=Soft Monotone;260=Hard Monotone}
        50 ColorTemperature?0 =53190-x
        53 ColorTempDaylight #pentaxTemperature
        54 ColorTempShade #pentaxTemperature
        55 ColorTempCloudy #pentaxTemperature
        56 ColorTempTungsten #pentaxTemperature
        57 ColorTempFluorescentD #pentaxTemperature
        58 ColorTempFluorescentN #pentaxTemperature
        59 ColorTempFluorescentW #pentaxTemperature
        5A ColorTempFlash #pentaxTemperature
        5C ShakeReductionInfo >SRInfo
        5D ShutterCount !
        60 FaceInfo >FaceInfo
        62 RawDevelopmentProcess {1=1 (K10D,K200D,K2000,K-m);3=3 (K20D);4=4 (K-7);5=5 (K-x);6=6 (645D);7=7 (K-r);\
        8=8 (K-5,K-5II,K-5IIs);9=9 (Q);10=10 (K-01,K-30,K-50,K-500);11=11 (Q10);12=12 (MX-1,Q-S1,Q7);13=13 (K-3,K-3II);\
        14=14 (645Z);15=15 (K-S1,K-S2);16=16 (K-1);17=17 (K-70);18=18 (KP);19=19 (GR III);20=20 (K-3III)}
        67 Hue {0=-2;1=Normal;2=2;3=-1;4=1;5=-3;6=3;7=-4;8=4;65535=None}
        68 AWBInfo
        69:B DynamicRangeExpansion {0=Off;1=On}{0=0;1=Enabled;2=Auto}
        6B TimeInfo
        6C HighLowKeyAdj {-4 0=-4;-3 0=-3;-2 0=-2;-1 0=-1;0 0=0;1 0=1;2 0=2;3 0=3;4 0=4}
        6D ContrastHighlight {-4 0=-4;-3 0=-3;-2 0=-2;-1 0=-1;0 0=0;1 0=1;2 0=2;3 0=3;4 0=4}
        6E ContrastShadow {-4 0=-4;-3 0=-3;-2 0=-2;-1 0=-1;0 0=0;1 0=1;2 0=2;3 0=3;4 0=4}
        6F ContrastHighlightShadowAdj {onoff}
        70 FineSharpness {0=Off;1=On}{0=Normal;2=Extra fine}
        71:B HighISONoiseReduction {0=Off;1=Weakest;2=Weak;3=Strong;4=Medium;255=Auto}{0=Inactive;1=Active;2=Active (Weak);\
        3=Active (Strong);4=Active (Medium)}{48=ISO>400;56=ISO>800;64=ISO>1600;72=ISO>3200}
        72 AFAdjustment
        73 MonochromeFilterEffect {1=Green;2=Yellow;3=Orange;4=Red;5=Magenta;6=Blue;7=Cyan;8=Infrared;65535=None}
        74 MonochromeToning {0=-4;1=-3;2=-2;3=-1;4=0;5=1;6=2;7=3;8=4;65535=None}
        76 FaceDetect
        77 FaceDetectFrameSize
        79 ShadowCorrection {0=Off;0 0=Off;1=On;1 1=Weak;1 2=Normal;1 3=Strong;2=Auto 2;2 4=Auto}
        7A ISOAutoParameters {1 0=Slow;2 0=Standard;3 0=Fast}
        7B CrossProcess {0=Off;1=Random;2=Preset 1;3=Preset 2;4=Preset 3;33=Favorite 1;34=Favorite 2;35=Favorite 3}
        7D LensCorr
        7E WhiteLevel
        7F BleachBypassToning {0=Off;1=Green;2=Yellow;3=Orange;4=Red;5=Magenta;6=Purple;7=Blue;8=Cyan;65535=n/a}
        80 AspectRatio {0=4:3;1=3:2;2=16:9;3=1:1}
        82 BlurControl {0=Off;1=Low;2=Medium;3=High}{}
        85:B HDR {0=Off;1=HDR Auto;2=HDR 1;3=HDR 2;4=HDR 3;5=HDR Advanced}{0=Auto-align Off;1=Auto-align On}{0=n/a;4=1 EV;8=2 EV;\
        12=3 EV}
        87 ShutterType {0=Normal;1=Electronic}
        88 NeutralDensityFilter {0=Off;0 2=Off (0 2);1=On;1 2=On (1 2)}
        8B ~ISO
        92 IntervalShooting {0 0=Off}
        95 SkinToneCorrection
        96 ClarityControl {0 0=Off}
        200 BlackPoint
        201 WhitePoint
        203 ColorMatrixA /8192
        204 ColorMatrixB /8192
        205 CameraSettings >CameraSettings
        206 AEInfo >AEInfo
        207 LensInfo
        208 FlashInfo >FlashInfo
        209:B AEMeteringSegments
        20A:B FlashMeteringSegments
        20B:B SlaveFlashMeteringSegments
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
        21C:h ColorMatrixA2
        21D:h ColorMatrixB2
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
        235:B CrossProcessParams
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
        [~CameraSettings B>]
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
        0 ~PentaxModelID
        1 ManufactureDate
        2:2 ProductionCode
        4 InternalSerialNumber
        [AFInfo B>]
        4:h AFPredictor
        6 AFDefocus
        7 AFIntegrationTime
        11 AFPointsInFocus @!K-3|K-1
        [ColorInfo b]
        16 WBShiftAB
        17 WBShiftGM
        """, MakerNoteData.pentax)

    /// The notes of the first Optios.
    static let pentaxOptio = MakerNoteTables(
        """
        [main]
        1 RecordingMode {0=Auto;1=Night Scene;2=Manual}
        2 Quality {0=Good;1=Better;2=Best}
        3 FocusMode {2=Custom;3=Auto}
        4 FlashMode {1=Auto;2=On;4=Off;6=Red-eye reduction}
        7 WhiteBalance {0=Auto;1=Daylight;2=Shade;3=Tungsten;4=Fluorescent;5=Manual}
        A DigitalZoom
        B Sharpness {0=Normal;1=Soft;2=Hard}
        C Contrast {0=Normal;1=Low;2=High}
        D Saturation {0=Normal;1=Low;2=High}
        14 ISO {10=100;16=200;50=50;100=100;200=200;400=400;800=800;1600=1600;3200=3200;65534=Auto 2;65535=Auto}
        17 ColorFilter {1=Full;2=Black & White;3=Sepia}
        1000 HometownCityCode
        1001 DestinationCityCode
        """)
}
