/// DJI's notes. Source: ExifTool, "DJI Tags".
extension MakerNoteTables {
    static let dji = MakerNoteTables(
        """
        [main]
        1 Make
        3 SpeedX
        4 SpeedY
        5 SpeedZ
        6 Pitch
        7 Yaw
        8 Roll
        9 CameraPitch
        A CameraYaw
        B CameraRoll
        """)
}
