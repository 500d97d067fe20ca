internal import Foundation
internal import TestSupport
internal import Testing
internal import UprightConfiguration
internal import UprightEngine
internal import UprightFiles
internal import UprightSteps

/// What `--changed` makes again: outputs whose fingerprint has changed.
@Suite("Fingerprints of the settings")
struct FingerprintTests {
    private func fingerprint(_ text: String) throws -> String {
        let configuration = try Configuration(
            parsing: Array(text.utf8), file: "c.yaml", folder: "/base/conf", home: "/home/me")
        return try #require(configuration.dropFolders.first).fingerprint
    }

    private static let place = """
        folders: [{source: in, output: out}]
        state: state
        steps:
          - orient
          - geotag: {position: "48.1,11.5", zone: "+02:00", clock-offset: 5, max-gap: 300, overwrite: false, sidecars: true}
          - place:
              write: true
              street: location
              geocoder: {service: photon, url: "https://photon.example.org", rate: 2}
              overrides:
                - {at: "48.1,11.5", radius: 50, name: Home, district: D, region: R, country: C, country-code: DE}
          - albums
        """

    @Test(
        "every setting of every step that writes changes the fingerprint",
        arguments: [
            ("48.1,11.5\", zone", "48.1,11.6\", zone"), ("+02:00", "+03:00"), ("clock-offset: 5", "clock-offset: 6"),
            ("max-gap: 300", "max-gap: 301"), ("overwrite: false", "overwrite: true"),
            ("sidecars: true", "sidecars: false"),
            ("street: location", "street: off"), ("service: photon", "service: nominatim"),
            ("photon.example.org", "other.example.org"), ("at: \"48.1,11.5", "at: \"48.1,11.6"),
            ("at: \"48.1,11.5", "at: \"48.2,11.5"),
            ("radius: 50", "radius: 51"), ("name: Home", "name: House"), ("district: D", "district: E"),
            ("region: R", "region: S"), ("country: C", "country: E"), ("country-code: DE", "country-code: FR"),
            ("write: true", "write: false"), ("  - orient\n", ""),
            ("output: out}", "output: out, correct-extension: false}"),
            ("state: state", "state: state\ndamaged: reject"),
            ("state: state", "state: state\ninvalid-orientation: set"),
            ("state: state", "state: state\norientation-from: [exif, sidecar]"),
            ("state: state", "state: state\nlabelled: stored"),
        ])
    func settings(old: String, new: String) throws {
        let changed = Self.place.replacing(old, with: new)
        #expect(changed != Self.place)
        #expect(try fingerprint(changed) != fingerprint(Self.place))
    }

    @Test(
        "what no output depends on changes nothing",
        arguments: [
            ("- albums", "- albums: {links: symbolic}"), ("state: state", "state: elsewhere"),
            ("state: state", "state: state\nlimits: {pixels: 1M}"), ("state: state", "state: state\nverify: pixels"),
            ("state: state", "state: state\ndamaged: accept\nheif: agree"),
            ("source: in", "source: in, settle: 9s"),
        ])
    func others(old: String, new: String) throws {
        let changed = Self.place.replacing(old, with: new)
        #expect(changed != Self.place)
        #expect(try fingerprint(changed) == fingerprint(Self.place))
    }

    @Test("a setting that a later version adds changes nothing until it is used")
    func added() {
        struct Older: Encodable {
            var size = 1
            var name: String? = "a"
        }
        struct Newer: Encodable {
            struct Part: Encodable { var depth = 2 }
            var size = 1
            var name: String? = "a"
            var part = Part()
        }
        let text = { (newer: Newer) in StepFingerprint.text(of: newer, besides: Newer()) }
        #expect(text(Newer(size: 3)) == StepFingerprint.text(of: Older(size: 3), besides: Older()))
        let others = [Newer(), Newer(size: 3), Newer(name: nil), Newer(name: "b"), Newer(part: .init(depth: 3))]
        #expect(Set(others.map(text)).count == others.count)
    }

    @Test("the clock of each camera counts")
    func cameras() throws {
        func text(_ shift: String) -> String {
            """
            folders: [{source: in, output: out}]
            state: state
            steps: [orient, {time: {cameras: [{when: {model: X-T3}, shift: "\(shift)"}]}}]
            """
        }
        #expect(try fingerprint(text("+1:00")) != fingerprint(text("+2:00")))
    }

    @Test("the content of a gazetteer and of tracks counts, not only their path")
    func content() throws {
        let scratch = try TemporaryFolder()
        try scratch.write("one", to: "names.gazetteer")
        try scratch.write("one", to: "tracks/a.gpx")
        func current() -> String {
            var place = PlaceStep()
            place.gazetteer = scratch["names.gazetteer"].path()
            var geotag = GeotagStep()
            geotag.tracks = [scratch["tracks"].path()]
            return StepFingerprint.text(of: [geotag, place])
        }
        var seen: Set<String> = [current()]
        #expect(current() == seen.first)
        try scratch.write("two", to: "names.gazetteer")
        #expect(seen.insert(current()).inserted)
        try scratch.write("two", to: "tracks/a.gpx")
        #expect(seen.insert(current()).inserted)
        try scratch.write("two", to: "tracks/b.gpx")
        #expect(seen.insert(current()).inserted)
        try FileManager.default.removeItem(at: scratch["names.gazetteer"])
        #expect(seen.insert(current()).inserted)
    }
}
