internal import UprightBase
internal import Foundation
internal import UprightPlaces
internal import UprightFormats

extension GazetteerExplanation {
    /// The explanation as lines of text.
    func lines(for position: Position) -> [String] {
        var lines = ["\(position.latitude),\(position.longitude): \(place?.description ?? "nowhere")"]
        if let override {
            lines.append("  override   \(override.name), within \(Int(saturating: override.radius)) m of it")
        }
        if let place {
            lines.append("  country    \(place.country) (\(place.countryCode))")
            if let region = place.region {
                lines.append("  region     \(region) (\(place.regionCode ?? "own"))")
            }
            if let county = place.county { lines.append("  county     \(county)") }
            if let city = place.city { lines.append("  city       \(city)") }
            if let district = place.district { lines.append("  district   \(district)") }
        }
        if let timeZone { lines.append("  time zone  \(timeZone)") }
        var polygonLine = "  polygon    \(polygon.relation)"
        if let code = polygon.code { polygonLine += " \(code)" }
        if let kilometres = polygon.kilometres { polygonLine += String(format: ", %.2f km off", kilometres) }
        if polygon.code != nil {
            polygonLine += polygon.givesRegion ? "; it gives the region" : "; the region is the city's"
        }
        lines.append(polygonLine)
        if let witness {
            lines.append(
                "  border     \(witness.name) (\(witness.region)), "
                    + String(format: "%.2f km off, shows that it is drawn on the wrong side", witness.distance))
        }
        if !candidates.isEmpty { lines.append("  candidates      km  radius  weight  people  name") }
        for candidate in candidates { lines.append(candidate.line) }
        if let place { lines.append("  source     \(place.source)") }
        return lines
    }
}

extension GazetteerExplanation.Candidate {
    fileprivate var line: String {
        let numbers = String(format: "%7.2f %7.2f %7.3f", distance, radius, weight)
        let people = String(repeating: " ", count: max(0, 9 - String(population).count)) + String(population)
        return "    \(isChosen ? "->" : "  ")     \(numbers) \(people)  \(name) (\(region); \(among))"
    }
}
