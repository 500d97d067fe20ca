internal import Foundation
package import UprightFiles
internal import UprightPlaces
internal import UprightFormats

extension Geocoding {
    /// Whether a picture was taken in a place with the given name: its country or the country's code, its region,
    /// county, city or district, ignoring case and accents. False for a picture without a position.
    package func calls(_ record: PictureRecord, _ name: String) -> Bool {
        guard let latitude = record.latitude, let longitude = record.longitude,
            let position = Position(latitude: latitude, longitude: longitude), let place = placeAtOnce(at: position)
        else { return false }
        let names = [
            place.country, place.countryCode, place.region, place.regionCode, place.county, place.city, place.district,
        ]
        return names.compactMap { $0 }.contains {
            $0.compare(name, options: [.caseInsensitive, .diacriticInsensitive]) == .orderedSame
        }
    }
}
