internal import Testing
internal import UprightFormats

/// Positions as users write them: `48,13` was 48° and 13°, and `48,13 11,57` a position with an altitude.
@Suite struct PositionTextTests {
    @Test(arguments: [
        ("48.137,11.575", 48.137, 11.575), ("-33.9, 151.2,25", -33.9, 151.2), ("48.0,13.0", 48, 13), ("48, 13", 48, 13),
        ("48.,13", 48, 13), ("+48,-13.5", 48, -13.5), (" 4.8e1,\t1e-1 ", 48, 0.1), ("48,13,519.5", 48, 13),
    ]) func areRead(text: String, latitude: Double, longitude: Double) throws {
        let position = try #require(Position(text))
        #expect(position.latitude == latitude && position.longitude == longitude)
    }

    @Test(
        "what people copy: angles, geo: URIs, links of maps",
        arguments: [
            ("48.1 11.5", 48.1, 11.5, nil), ("-33 151", -33, 151, nil), ("48.1N,11.5E", 48.1, 11.5, nil),
            ("48°8'13\"N 11°34'31\"E", 48 + 8 / 60.0 + 13 / 3600.0, 11 + 34 / 60.0 + 31 / 3600.0, nil),
            ("N 48° 8.22' W 11° 34.5'", 48.137, -11.575, nil), ("11.575 E, 48.137 S", -48.137, 11.575, nil),
            ("48 deg 8' 13.2\" N, 11 deg 34' 30\" W", 48.137, -11.575, nil), ("48.137° 11.575°", nil, nil, nil),
            ("48.137°, -11.575°", 48.137, -11.575, nil), ("48º8′13.2″S 11º34′30″E", -48.137, 11.575, nil),
            ("geo:48.137,11.575,519;crs=wgs84;u=10", 48.137, 11.575, 519),
            ("geo:0,0?q=48.137,11.575(Home)", 48.137, 11.575, nil),
            (
                "https://www.google.com/maps/place/X/@48.1,11.5,17z/data=!3m1!4b1!4m5!3d48.137!4d11.575", 48.137,
                11.575, nil
            ),
            ("https://www.google.com/maps/@48.137,11.575,15z", 48.137, 11.575, nil),
            ("https://maps.google.com/?q=48.137,-11.575", 48.137, -11.575, nil),
            ("https://maps.apple.com/?ll=48.137%2C11.575&q=Home", 48.137, 11.575, nil),
            ("https://www.openstreetmap.org/?mlat=48.137&mlon=11.575#map=15/48.2/11.6", 48.137, 11.575, nil),
            ("https://www.openstreetmap.org/#map=15/48.137/-11.575", 48.137, -11.575, nil),
            ("https://www.bing.com/maps?cp=48.137~11.575&lvl=15", 48.137, 11.575, nil),
        ] as [(String, Double?, Double?, Double?)])
    func areCopied(text: String, latitude: Double?, longitude: Double?, altitude: Double?) {
        let position = Position(text)
        guard let latitude, let longitude else {
            #expect(position == nil)
            return
        }
        #expect(abs((position?.latitude ?? 0) - latitude) < 1e-9 && abs((position?.longitude ?? 0) - longitude) < 1e-9)
        #expect(position?.altitude == altitude)
    }

    @Test(arguments: ["48,13", "-48,-13", "48,13,519", "48,13,11,57", "+0,0", "0,0"])
    func areAmbiguous(text: String) {
        #expect(throws: PositionText.ambiguity) { try PositionText(text) }
        #expect(Position(text) == nil)
        #expect(Position.expected(insteadOf: text).contains("48.0,13.0"))
    }

    @Test(arguments: [
        "", "48", "48.1", "48.1,", ",11.5", "48,13 11,57", "48.1;11.5", "48.1,11.5,", "48.1,11.5,1,2",
        "0x30,0x0D", "nan,1.0", "inf,1.0", "1e999,1.0", "48.1.2,3", "--48.1,2", "48.1,11.5 12",
        "48.1N 11.5N", "48°61'N 11°E", "48° 11.5° 12°", "N48", "geo:", "geo:48.1", "https://example.org/",
        "https://example.org/?q=Munich",
    ]) func areRefused(text: String) {
        #expect(throws: PositionText.formProblem) { try PositionText(text) }
        #expect(Position(text) == nil)
    }

    @Test func numbersOutOfRangeAreNotAPosition() {
        #expect(Position("90.1,0") == nil && Position("0,180.5") == nil && Position("0.0,0.0") == nil)
        #expect(Position.expected(insteadOf: "90.1,0").contains("-90...90"))
    }
}
