/// Ricoh's own notes. Source: ExifTool, "Ricoh Tags".
extension MakerNoteTables {
    static let ricoh = MakerNoteTables(
        """
        = onoff 0=Off;1=On
        = level 0=Normal;1=Hard;2=Soft
        [main]
        1 MakerNoteType
        2 FirmwareVersion
        5 InternalSerialNumber #text
        E00 PrintIM
        1000 RecordingFormat {2=JPEG;3=DNG}
        1001 ExposureProgram {1=Auto;2=Program AE;3=Aperture-priority AE;4=Shutter speed priority AE;5=Shutter/aperture priority AE;\
        6=Manual;7=Movie}
        1002 DriveMode {0=Single-frame;1=Continuous;8=AF-priority Continuous}
        1003 WhiteBalance {0=Auto;1=Multi-P Auto;2=Daylight;3=Cloudy;4=Incandescent 1;5=Incandescent 2;6=Daylight Fluorescent;\
        7=Neutral White Fluorescent;8=Cool White Fluorescent;9=Warm White Fluorescent;10=Manual;11=Kelvin;12=Shade}
        1004 WhiteBalanceFineTune
        1006 FocusMode {1=Manual;2=Multi AF;3=Spot AF;4=Snap;5=Infinity;7=Face Detect;8=Subject Tracking;9=Pinpoint AF;10=Movie}
        1007 AutoBracketing {0=Off;9=AE;11=WB;16=DR;17=Contrast;18=WB2;19=Effect}
        1009 MacroMode {onoff}
        100A FlashMode {0=Off;1=Auto, Fired;2=On;3=Auto, Fired, Red-eye reduction;4=Slow Sync;5=Manual;6=On, Red-eye reduction;\
        7=Synchro, Red-eye reduction;8=Auto, Did not fire}
        100B FlashExposureComp
        100C ManualFlashOutput
        100D FullPressSnap {onoff}
        100E DynamicRangeExpansion {0=Off;3=Weak;4=Medium;5=Strong}
        100F NoiseReduction {0=Off;1=Weak;2=Medium;3=Strong}
        1010 ImageEffects {0=Standard;1=Vivid;2=Black & White;3=B&W Toning Effect;4=Setting 1;5=Setting 2;9=High-contrast B&W;\
        10=Cross Process;11=Positive Film;12=Bleach Bypass;13=Retro;15=Miniature;17=High Key}
        1011 Vignetting {0=Off;1=Low;2=Medium;3=High}
        1012 Contrast
        1013 Saturation
        1014 Sharpness
        1015 ToningEffect {0=Off;1=Sepia;2=Red;3=Green;4=Blue;5=Purple;6=B&W;7=Color}
        1016 HueAdjust {0=Off;1=Basic;2=Magenta;3=Yellow;4=Normal;5=Warm;6=Cool}
        1017 WideAdapter {0=Not Attached;2=Attached}
        1018 CropMode {0=Off;1=35 mm;2=47 mm}
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
        2001 RicohSubdir
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
        """)
}
