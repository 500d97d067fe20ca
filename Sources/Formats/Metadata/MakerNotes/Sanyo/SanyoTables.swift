/// Sanyo's notes. Source: ExifTool, "Sanyo Tags".
extension MakerNoteTables {
    static let sanyo = MakerNoteTables(
        """
        = onoff 0=Off;1=On
        [main]
        FF MakerNoteOffset
        100 SanyoThumbnail
        200 SpecialMode
        201 SanyoQuality {0=Normal/Very Low;1=Normal/Low;2=Normal/Medium Low;3=Normal/Medium;4=Normal/Medium High;5=Normal/High;\
        6=Normal/Very High;7=Normal/Super High;256=Fine/Very Low;257=Fine/Low;258=Fine/Medium Low;259=Fine/Medium;\
        260=Fine/Medium High;261=Fine/High;262=Fine/Very High;263=Fine/Super High;512=Super Fine/Very Low;513=Super Fine/Low;\
        514=Super Fine/Medium Low;515=Super Fine/Medium;516=Super Fine/Medium High;517=Super Fine/High;518=Super Fine/Very High;\
        519=Super Fine/Super High}
        202 Macro {0=Normal;1=Macro;2=View;3=Manual}
        204 DigitalZoom
        207 SoftwareVersion #text
        208 PictInfo #text
        209 CameraID #text
        20E SequentialShot {0=None;1=Standard;2=Best;3=Adjust Exposure}
        20F WideRange {onoff}
        210 ColorAdjustmentMode {onoff}
        213 QuickShot {onoff}
        214 SelfTimer {onoff}
        216 VoiceMemo {onoff}
        217 RecordShutterRelease {0=Record while down;1=Press start, press stop}
        218 FlickerReduce {onoff}
        219 OpticalZoomOn {onoff}
        21B DigitalZoomOn {onoff}
        21D LightSourceSpecial {onoff}
        21E Resaved {0=No;1=Yes}
        21F SceneSelect {0=Off;1=Sport;2=TV;3=Night;4=User 1;5=User 2;6=Lamp}
        223 FaceInfo >FaceInfo
        224 SequenceShotInterval {0=5 frames/s;1=10 frames/s;2=15 frames/s;3=20 frames/s}
        225 FlashMode {0=Auto;1=Force;2=Disabled;3=Red eye}
        E00 PrintIM
        F00 DataDump
        [FaceInfo L]
        0 FacesDetected
        4:4 FacePosition
        """)
}
