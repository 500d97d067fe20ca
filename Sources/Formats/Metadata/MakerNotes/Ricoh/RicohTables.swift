/// Ricoh's own notes. Source: ExifTool, "Ricoh Tags".
extension MakerNoteTables {
    static let ricoh = MakerNoteTables(
        """
        = onoff 0=Off;1=On
        = level 0=Normal;1=Hard;2=Soft
        [main]
        1 MakerNoteType
        2 FirmwareVersion #ricohVersion
        5 InternalSerialNumber
        E00 PrintIM
        1000 RecordingFormat {2=JPEG;3=DNG}
        1001 ExposureProgram @#2 {1=Auto;2=Program AE;3=Aperture-priority AE;4=Shutter speed priority AE;\
        5=Shutter/aperture priority AE;6=Manual;7=Movie}
        1001 ImageInfo >ImageInfo
        1002 DriveMode {0=Single-frame;1=Continuous;8=AF-priority Continuous}
        1003 WhiteBalance @#2 {0=Auto;1=Multi-P Auto;2=Daylight;3=Cloudy;4=Incandescent 1;5=Incandescent 2;6=Daylight Fluorescent;\
        7=Neutral White Fluorescent;8=Cool White Fluorescent;9=Warm White Fluorescent;10=Manual;11=Kelvin;12=Shade}
        1003 Sharpness {0=Sharp;1=Normal;2=Soft}
        1004:h WhiteBalanceFineTune
        1006 FocusMode {1=Manual;2=Multi AF;3=Spot AF;4=Snap;5=Infinity;7=Face Detect;8=Subject Tracking;9=Pinpoint AF;10=Movie}
        1007 AutoBracketing {0=Off;9=AE;11=WB;16=DR;17=Contrast;18=WB2;19=Effect}
        1009 MacroMode {onoff}
        100A FlashMode {0=Off;1=Auto, Fired;2=On;3=Auto, Fired, Red-eye reduction;4=Slow Sync;5=Manual;6=On, Red-eye reduction;\
        7=Synchro, Red-eye reduction;8=Auto, Did not fire}
        100B FlashExposureComp
        100C ManualFlashOutput {-288=1/64;-240=1/32;-216=1/22;-192=1/16;-168=1/11;-144=1/8;-120=1/5.6;-96=1/4;-72=1/2.8;-48=1/2;\
        -24=1/1.4;0=Full}
        100D FullPressSnap {onoff}
        100E DynamicRangeExpansion {0=Off;3=Weak;4=Medium;5=Strong}
        100F NoiseReduction {0=Off;1=Weak;2=Medium;3=Strong}
        1010 ImageEffects {0=Standard;1=Vivid;3=Black & White;5=B&W Toning Effect;6=Setting 1;7=Setting 2;9=High-contrast B&W;\
        10=Cross Process;11=Positive Film;12=Bleach Bypass;13=Retro;15=Miniature;17=High Key}
        1011 Vignetting {0=Off;1=Low;2=Medium;3=High}
        1012:l Contrast {2147483647=MAX}
        1013 Saturation
        1014 Sharpness
        1015 ToningEffect {0=Off;1=Sepia;2=Red;3=Green;4=Blue;5=Purple;6=B&W;7=Color}
        1016 HueAdjust {0=Off;1=Basic;2=Magenta;3=Yellow;4=Normal;5=Warm;6=Cool}
        1017 WideAdapter {0=Not Attached;2=Attached}
        1018 CropMode {0=Off;1=On (35mm);2=On (47mm)}
        1019 NDFilter {onoff}
        101A WBBracketShotNumber
        1200 AFStatus {0=Out of Focus;1=In Focus}
        1201 AFAreaXPosition1
        1202 AFAreaYPosition1
        1203 AFAreaXPosition
        1204 AFAreaYPosition
        1205 AFAreaMode {0=Auto;2=Manual}
        1307 ColorTempKelvin
        1308 ColorTemperature
        1500 FocalLength
        1601 SensorWidth
        1602 SensorHeight
        1603 CroppedImageWidth
        1604 CroppedImageHeight
        2001 RicohSubdir >Subdir
        4001 ThetaSubdir >Theta
        [Theta]
        3 Accelerometer
        4 Compass
        A TimeZone
        101 ISO
        102 FNumber
        103 ExposureTime
        104 SerialNumber
        105 SerialNumber
        [~ImageInfo B]
        0:H RicohImageWidth
        2:H RicohImageHeight
        6:7 RicohDate #digitsTime
        28:H PreviewImageStart
        30:H PreviewImageLength
        32 FlashMode {0=Off;1=Auto;2=On}
        33 Macro {0=Off;1=On}
        34 Sharpness {0=Sharp;1=Normal;2=Soft}
        38 WhiteBalance {0=Auto;1=Daylight;2=Cloudy;3=Tungsten;4=Fluorescent;5=Manual;7=Detail;9=Multi-pattern Auto}
        39 ISOSetting {0=Auto;1=64;2=100;4=200;6=400;7=800;8=1600;9=Auto;10=3200;11=100 (Low)}
        40 Saturation {0=High;1=Normal;2=Low;3=B&W;6=Toning Effect;9=Vivid;10=Natural}
        [Subdir]
        4 ManufactureDate1
        5 ManufactureDate2
        1A FaceInfo >FaceInfo
        29 FirmwareInfo >FirmwareInfo
        2A NoiseReduction {0=Off;1=Weak;2=Strong;3=Max}
        2C SerialInfo >SerialInfo
        [FaceInfo B]
        181 FacesDetected
        182:H2 FaceDetectFrameSize
        188:H4 Face1Position
        [FirmwareInfo B]
        0:a12 FirmwareRevision
        12:a12 FirmwareRevision2
        [SerialInfo B]
        0:a16 BodyFirmware
        16:a16 BodySerialNumber
        32:a16 LensFirmware
        48:a16 LensSerialNumber
        """)
}
