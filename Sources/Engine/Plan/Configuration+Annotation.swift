internal import UprightSteps
internal import UprightPlaces

extension Configuration {
    /// What outputs depend on in the steps that write into pictures; empty where none does.
    var annotationText: String {
        var text = ""
        if let geotag = step(GeotagSettings.self) {
            text += " geotag=\(geotag.tracks) \(geotag.sidecars) \(geotag.gap) \(geotag.overwrites)"
            let cameras = [("", geotag.standard)] + geotag.folders.sorted { $0.key < $1.key }
            for (folder, camera) in cameras {
                let position = camera.position.map { "\($0.latitude),\($0.longitude),\($0.altitude ?? 0)" } ?? ""
                text += " [\(folder) \(position) \(camera.zone ?? "") \(camera.clockOffset)]"
            }
        }
        if let place = step(PlaceSettings.self), place.writes {
            text += " place=\(place.language ?? "") \(place.street.rawValue) \(place.geocoder?.service.rawValue ?? "")"
            text += " \(place.gazetteer ?? "") \(place.overrides.map { "\($0.name)@\($0.position.latitude)" })"
        }
        return text
    }
}
