/// FLIR's notes. Source: ExifTool, "FLIR Main Tags".
extension MakerNoteTables {
    static let flir = MakerNoteTables(
        """
        [main]
        1 ImageTemperatureMax
        2 ImageTemperatureMin
        3 Emissivity
        4 UnknownTemperature
        5 CameraTemperatureRangeMax
        6 CameraTemperatureRangeMin
        """)
}
