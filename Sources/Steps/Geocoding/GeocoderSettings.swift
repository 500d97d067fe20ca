internal import UprightConfiguration
internal import UprightPlaces
internal import UprightFiles
internal import Glibc

/// The HTTP geocoder that is queried in addition to the gazetteer (`place.geocoder`).
public struct GeocoderSettings: Sendable, Hashable, Codable {
    /// A geocoder's protocol.
    public enum Service: String, Sendable, Hashable, CaseIterable, Codable {
        /// Nominatim.
        case nominatim
        /// Photon.
        case photon
        /// AMap, for China.
        case amap
    }

    /// The protocol (`service`).
    public var service: Service
    /// The server's address (`url`); required, except for AMap.
    public var url: String
    /// The file whose first line is the key (`key-file`).
    public var keyFile: String?
    /// The environment variable that holds the key (`key-env`).
    public var keyVariable: String?
    /// The maximum number of requests per second (`rate`).
    public var rate: Double
    /// The maximum number of concurrent requests (`concurrency`).
    public var concurrency: Int
    /// How long a request may take (`timeout`).
    public var timeout: Duration
    /// How long a cached answer stays valid (`lifetime`).
    public var lifetime: Duration

    /// The keys of the section.
    static let keys = ["service", "url", "key-file", "key-env", "rate", "concurrency", "timeout", "lifetime"]

    /// Reads the settings from a section; nil if it names no service.
    init?(reading section: ConfigurationSection) {
        guard section.has("service") else {
            section.note("service", expected: "one of nominatim, photon, amap", found: "nothing")
            return nil
        }
        service = section.choice("service", default: Service.nominatim)
        let standard = service == .amap ? "https://restapi.amap.com" : ""
        url = section.text("url", default: standard)
        keyFile = section.path("key-file")
        keyVariable = section.text("key-env")
        rate = section.number("rate", default: service == .amap ? 3 : 1, in: 0.001...1000)
        concurrency = section.count("concurrency", default: service == .amap ? 3 : 1, in: 1...200)
        timeout = section.duration("timeout", default: .seconds(15), in: .seconds(1)...(.seconds(300)))
        lifetime = section.duration(
            "lifetime", default: .seconds(180 * 86_400), in: .seconds(60)...(.seconds(86_400 * 3650)))
        let expected = "the server's address, such as https://nominatim.example.org"
        if url.isEmpty {
            section.note("url", expected: expected, found: "nothing")
        } else if !url.hasPrefix("https://"), !url.hasPrefix("http://") {
            section.note("url", expected: expected, found: "\"\(url)\"")
        } else if url.contains("?") || url.contains("@") {
            section.note("url", expected: expected + ", without a query or a user name", found: "another address")
        }
        if service == .amap {
            if keyFile == nil, keyVariable == nil {
                section.note("key-file", expected: "the file with the key, or key-env", found: "nothing")
            }
            if url.hasPrefix("http://"), !LoopbackHost.contains(hostOf: url) {
                section.note("url", expected: "https, because requests contain the key", found: "http")
            }
        }
    }

    /// Why the key is missing.
    struct KeyMissing: Error, CustomStringConvertible {
        let description: String
    }

    /// Creates the service, with its key.
    func makeService() throws -> any GeocodingService {
        switch service {
        case .nominatim:
            NominatimService(base: url, requestsPerSecond: rate, requestsAtATime: concurrency)
        case .photon: PhotonService(base: url, requestsPerSecond: rate, requestsAtATime: concurrency)
        case .amap:
            AMapService(base: url, key: try key(), requestsPerSecond: rate, requestsAtATime: concurrency)
        }
    }

    private func key() throws -> String {
        var key = ""
        if let keyFile {
            let path = RawPath(keyFile)
            do throws(FileError) {
                let bytes = try OpenFolder(path.parent).file(RawPath(bytes: path.name)).readAll(limit: 4096)
                key = String(decoding: bytes.prefix { $0 > 32 && $0 < 127 }, as: UTF8.self)
            } catch { throw KeyMissing(description: "the geocoder's key cannot be read: \(error.description)") }
        } else if let keyVariable, let value = getenv(keyVariable) {
            key = String(String(cString: value).prefix { $0 > " " && $0.isASCII })
        }
        guard !key.isEmpty else {
            throw KeyMissing(
                description: "the geocoder's key is empty: \(keyFile ?? keyVariable.map { "$" + $0 } ?? "key-file")")
        }
        return key
    }
}
