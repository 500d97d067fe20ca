internal import UprightFormats

/// AMap (Gaode): `/v3/geocode/regeo`, up to 20 positions per request.
///
/// Source: lbs.amap.com/api/webservice/guide/api/georegeo and .../tools/info (error codes).
package struct AMapService: GeocodingService {
    /// `amap`.
    package static let name = "amap"
    /// The public server, with 3 requests per second and 3 at a time.
    package static let standard = GeocodingServer(url: "https://restapi.amap.com", rate: 3, concurrency: 3)
    package static let needsKey = true
    package var server: GeocodingServer

    package init(_ server: GeocodingServer) { self.server = server }

    /// Creates the service for a server's address and a key.
    package init(
        base: String = standard.url, key: String, requestsPerSecond: Double = standard.rate,
        requestsAtATime: Int = standard.concurrency
    ) {
        self.init(GeocodingServer(url: base, rate: requestsPerSecond, concurrency: requestsAtATime))
        server.key = key
    }

    /// 20.
    package var positionsPerRequest: Int { 20 }
    /// The maximum number of concurrent requests, up to 200.
    package var requestsAtATime: Int { min(max(server.concurrency, 1), 200) }

    /// Midnight in China, when the daily quotas begin again.
    package func quotaReset(after time: Double) -> Double {
        let local = time + 8 * 3600
        return time + 86_400 - local.truncatingRemainder(dividingBy: 86_400)
    }

    /// Whether the country is China, Hong Kong, Macao or Taiwan: AMap knows no others.
    package func serves(countryCode: String?) -> Bool { ["CN", "HK", "MO", "TW"].contains(countryCode ?? "") }

    /// Returns the request for up to 20 positions.
    package func request(for positions: [LocatedPosition], language: String?) -> GeocodingRequest {
        let locations = positions.map { located in
            // Only maps of the mainland are shifted.
            let moved =
                located.countryCode == "CN" ? GCJ02.position(fromWGS84: located.position) : located.position
            return DecimalText(rounding: moved.longitude, digits: 6).text + ","
                + DecimalText(rounding: moved.latitude, digits: 6).text
        }
        return GeocodingRequest(
            base: server.url, path: "/v3/geocode/regeo",
            parameters: [
                ("key", server.key ?? ""), ("location", locations.joined(separator: "|")), ("batch", "true"),
                ("output", "JSON"),
                ("extensions", "base"),
            ])
    }

    /// Returns the place in the answer for each position.
    package func places(in answer: [UInt8], count: Int) throws(GeocodingFailure) -> [Place?] {
        let object = try AnswerObject(parsing: answer)
        guard object.text("status") == "1" else { throw failure(object) }
        let found = object.objects("regeocodes") ?? [object.object("regeocode")]
        guard found.count == count else {
            throw GeocodingFailure(.transient(after: nil), "expected \(count) answers, found \(found.count)")
        }
        return found.map { place($0.object("addressComponent")) }
    }

    private static let municipalities = ["11", "12", "31", "50"]
    private static let regions = ["71": "TW", "81": "HK", "82": "MO"]

    private func place(_ address: AnswerObject) -> Place? {
        guard let province = address.text("province") else { return nil }
        let code = String((address.text("adcode") ?? "").prefix(2))
        var city = address.text("city")
        var district = address.text("district")
        if city == nil {
            // A municipality is its own city, and so is a county that its province governs directly.
            if Self.municipalities.contains(code) || Self.regions[code] != nil || district == nil {
                city = province
            } else {
                city = district
                district = nil
            }
        }
        let number = address.object("streetNumber")
        return Place(
            countryCode: Self.regions[code] ?? "CN", country: address.text("country") ?? "中国", region: province,
            city: city,
            district: district ?? address.text("township"),
            street: number.text("street").map { $0 + (number.text("number") ?? "") }, source: name)
    }

    private func failure(_ object: AnswerObject) -> GeocodingFailure {
        let code = object.text("infocode") ?? "none"
        let message = "AMap refused: infocode \(code)"
        switch Int(code) {
        case 10004?, 10014?, 10015?, 10016?, 10019?, 10020?, 10021?:
            return GeocodingFailure(.transient(after: nil), message + " (too many requests)")
        case 10003?, 10029?, 10044?, 10045?: return GeocodingFailure(.quota, message + " (the daily quota is used up)")
        case 10001?, 10002?, 10005?, 10006?, 10007?, 10008?, 10009?:
            return GeocodingFailure(.configuration, message + " (the key, its permissions or its address are wrong)")
        default: return GeocodingFailure(.transient(after: nil), message)
        }
    }
}
