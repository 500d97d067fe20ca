package import UprightConfiguration
internal import Glibc
internal import UprightFiles

/// The settings that all geocoders have: where the server is, and how it may be used.
package struct GeocodingServer: Sendable, Hashable, Codable {
    /// The server's address (`url`).
    package var url: String
    /// The file whose first line is the key (`key-file`).
    package var keyFile: String?
    /// The environment variable that holds the key (`key-env`).
    package var keyVariable: String?
    /// The maximum number of requests per second (`rate`).
    package var rate: Double
    /// The maximum number of concurrent requests (`concurrency`).
    package var concurrency: Int
    /// How long a request may take (`timeout`).
    package var timeout = Duration.seconds(15)
    /// How long a cached answer stays valid (`lifetime`).
    package var lifetime = Duration.seconds(180 * 86_400)
    /// The key, once it was read. It is never shown, and is no setting.
    package var key: String?

    /// The keys of the section.
    package enum CodingKeys: String, CodingKey, CaseIterable {
        case url
        case keyFile = "key-file"
        case keyVariable = "key-env"
        case rate, concurrency, timeout, lifetime
    }

    /// Creates settings; without an address, the section must have one.
    package init(url: String = "", rate: Double = 1, concurrency: Int = 1) {
        self.url = url
        self.rate = rate
        self.concurrency = concurrency
    }

    /// Reads the settings from the section `place.geocoder`.
    ///
    /// - Parameter needsKey: whether a key is required, which only https keeps secret.
    package init(reading section: ConfigurationSection, default standard: GeocodingServer, needsKey: Bool) {
        self = standard
        url = section.text("url", default: url)
        keyFile = section.path("key-file")
        keyVariable = section.text("key-env")
        rate = section.number("rate", default: rate, in: 0.001...1000)
        concurrency = section.count("concurrency", default: concurrency, in: 1...200)
        timeout = section.duration("timeout", default: timeout, in: .seconds(1)...(.seconds(300)))
        lifetime = section.duration("lifetime", default: lifetime, in: .seconds(60)...(.seconds(86_400 * 3650)))
        let expected = "the server's address, such as https://nominatim.example.org"
        if url.isEmpty {
            section.report("url", expected: expected, found: "nothing")
        } else if !url.hasPrefix("https://"), !url.hasPrefix("http://") {
            section.report("url", expected: expected, found: "\"\(url)\"")
        } else if url.contains("?") || url.contains("@") {
            section.report("url", expected: expected + ", without a query or a user name", found: "another address")
        }
        guard needsKey else { return }
        if keyFile == nil, keyVariable == nil {
            section.report("key-file", expected: "the file with the key, or key-env", found: "nothing")
        }
        if url.hasPrefix("http://"), !LoopbackHost.contains(hostOf: url) {
            section.report("url", expected: "https, because requests contain the key", found: "http")
        }
    }

    /// Reads the key from its file or its variable.
    mutating func readKey() throws(SettingFault) {
        var key = ""
        if let keyFile {
            let path = RawPath(keyFile)
            do throws(FileError) {
                let bytes = try OpenFolder(path.parent).file(RawPath(bytes: path.name)).readAll(limit: 4096)
                key = String(decoding: bytes.prefix { $0 > 32 && $0 < 127 }, as: UTF8.self)
            } catch { throw SettingFault("key-file", expected: "the file with the geocoder's key", error) }
        } else if let keyVariable, let value = getenv(keyVariable) {
            key = String(String(cString: value).prefix { $0 > " " && $0.isASCII })
        }
        guard !key.isEmpty else {
            throw keyFile.map {
                SettingFault("key-file", expected: "a key in the first line of the file", found: "none in \($0)")
            }
                ?? SettingFault(
                    "key-env", expected: "an environment variable with the geocoder's key",
                    found: "none in $\(keyVariable ?? "")")
        }
        self.key = key
    }
}
