/// What the values of a Sony note say only together.
enum SonyMakerNote {
    /// Chooses between the tags of the focus by the generation of the camera.
    ///
    /// Source: ExifTool, "Sony Tags", 0xB042, 0xB043 and 0xB04E.
    static func finish(_ properties: inout [String: PropertyValue]) {
        let isNew = properties["MetaVersion"]?.string == "DC7303320222000"
        let (old, new) = (
            properties.removeValue(forKey: "FocusModeOld"), properties.removeValue(forKey: "FocusModeNew")
        )
        let area = properties.removeValue(forKey: "AFAreaModeOld")
        let number = properties.removeValue(forKey: "AFAreaModeNumber")?.integer
        if let mode = isNew ? new : old { properties["FocusMode"] = mode }
        // Of the new cameras, those that still write the old tag have other words for the area.
        let newArea = number.flatMap { newAreas[$0] }.map { PropertyValue.string($0) }
        if let area = isNew ? (old == nil ? nil : newArea) : area {
            properties["AFAreaMode"] = area
        }
    }

    private static let newAreas = [
        0: "Multi", 1: "Center", 2: "Spot", 3: "Flexible Spot", 10: "Selective (for Miniature effect)", 14: "Tracking",
        15: "Face Tracking", 255: "Manual",
    ]
}
