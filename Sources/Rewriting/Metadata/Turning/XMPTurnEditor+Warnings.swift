internal import UprightGeometry
internal import UprightMetadata

extension XMPTurnEditor {
    /// Warns of properties that depend on the layout of the picture and cannot be turned with it.
    ///
    /// - Parameter isCropMoved: whether the Camera Raw crop was turned.
    mutating func warnOfFixedPlaces(isCropMoved: Bool) {
        guard turn.orientation != .up else { return }
        var found: [String] = []
        func add(_ name: String) { if !found.contains(name) { found.append(name) } }
        for property in packet.properties {
            let local = property.name.local
            switch property.name.namespace {
            case XMPNamespace.cameraRaw.uri:
                if local == "HasCrop", !isCropMoved {
                    add("a Camera Raw crop (crs:HasCrop)")
                } else if local.hasSuffix("Corrections") || local == "RetouchAreas" || local == "RetouchInfo"
                    || local == "RedEyeInfo" || local == "MaskGroupBasedCorrections"
                {
                    add("local Camera Raw settings (crs:\(local))")
                }
            case XMPNamespace.photoMechanic.uri:
                if local.hasPrefix("Crop"), isSet(property) { add("a Photo Mechanic crop (photomechanic:Crop…)") }
            case XMPNamespace.appleAdjustments.uri:
                if local.hasPrefix("Crop"), isSet(property) { add("a crop in Apple's adjustments (aas:Crop…)") }
            case XMPNamespace.djiDrone.uri:
                if local == "DewarpData" { add("the lens calibration of a drone (drone-dji:DewarpData)") }
            case XMPNamespace.googleDepth.uri: add("a depth map (GDepth)")
            case XMPNamespace.googleImage.uri: add("an embedded image (GImage)")
            case XMPNamespace.googlePanorama.uri:
                if local.hasPrefix("CroppedArea") || local.hasPrefix("Pose") { add("a panorama crop or pose (GPano)") }
            case XMPNamespace.dynamicDepth.uri: add("dynamic depth (Device)")
            default: break
            }
        }
        needsOriginal = needsOriginal || !found.isEmpty
        warnings += found.map { "xmp: \($0) cannot be turned with the picture; kept unchanged" }
    }

    /// Whether a field holds a number other than 0, or no number at all.
    private func isSet(_ field: XMPField) -> Bool {
        guard let text = packet.trimmedValue(of: field), !text.isEmpty else { return false }
        return Double(text) != 0
    }
}
