/// Apple's notes. Source: ExifTool, "Apple Tags". ImageIO has the numbers as keys.
extension MakerNoteTables {
    static let apple = MakerNoteTables(
        """
        = yes 0=No;1=Yes
        [main]
        1 MakerNoteVersion
        2 AEMatrix
        3 RunTime
        4 AEStable {yes}
        5 AETarget
        6 AEAverage
        7 AFStable {yes}
        8 AccelerationVector
        A HDRImageType {2=iPad mini 2;3=HDR Image;4=Original Image}
        B BurstUUID
        C FocusDistanceRange
        F OISMode
        11 ContentIdentifier
        14 ImageCaptureType {1=ProRAW;2=Portrait;10=Photo;11=Manual Focus;12=Scene}
        15 ImageUniqueID
        17 LivePhotoVideoIndex
        19 ImageProcessingFlags
        1A QualityHint
        1D LuminanceNoiseAmplitude
        1F PhotosAppFeatureFlags
        20 ImageCaptureRequestID
        21 HDRHeadroom
        23 AFPerformance
        25 SceneFlags
        26 SignalToNoiseRatioType
        27 SignalToNoiseRatio
        2B PhotoIdentifier
        2D ColorTemperature
        2E CameraType {0=Back Wide Angle;1=Back Normal;6=Front}
        2F FocusPosition
        30 HDRGain
        38 AFMeasuredDepth
        3D AFConfidence
        3E ColorCorrectionMatrix
        3F GreenGhostMitigationStatus
        40 SemanticStyle
        41 SemanticStyleRenderingVer
        42 SemanticStylePreset
        45 FrontFacingCamera {yes}
        """)
}
