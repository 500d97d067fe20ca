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
            ("https://yandex.ru/maps/?ll=11.575%2C48.137&z=12", 48.137, 11.575, nil),
            ("https://mapy.cz/zakladni?x=11.575&y=48.137", 48.137, 11.575, nil),
            ("48,137 11,575", 48.137, 11.575, nil), ("48,137; -11,575", 48.137, -11.575, nil),
            ("48.137;11.575", 48.137, 11.575, nil), ("48,137N, 11,575E", 48.137, 11.575, nil),
            ("北纬48.137 东经11.575", 48.137, 11.575, nil), ("北纬48°8′13.2″，西经11°34′30″", 48.137, -11.575, nil),
            ("{{coord|48|8|13.2|N|11|34|30|W|display=title}}", 48.137, -11.575, nil),
            ("{{Coord|48.137|11.575}}", 48.137, 11.575, nil), ("(48.137, 11.575)", 48.137, 11.575, nil),
            ("Lat: 48.137, Lon: -11.575", 48.137, -11.575, nil),
            ("{\"lng\":11.575,\"lat\":48.137}", 48.137, 11.575, nil),
            ("POINT(11.575 48.137)", 48.137, 11.575, nil), ("−48.137, 11.575", -48.137, 11.575, nil),
            ("48d8m13.2s S 11d34m30s E", -48.137, 11.575, nil), ("48:8:13.2 N 11:34:30 E", 48.137, 11.575, nil),
            ("+48.137+011.575/", 48.137, 11.575, nil), ("-4808.22-01134.5/", -48.137, -11.575, nil),
            ("+480813.2+0113430+519/", 48.137, 11.575, nil),
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

    @Test(
        "Codes, grids and the maps of China are read within a metre",
        arguments: [
            ("8FWH4HX8+9C", 48.1484375, 11.5660625), ("8FWH4HX8+9C2", 48.1483875, 11.56601563),
            ("https://plus.codes/8FWH4HX8+9C", 48.1484375, 11.5660625), ("8FWH0000+", 48.5, 11.5),
            ("32U 691835 5334813", 48.1376264, 11.5786297), ("32N 691835mE 5334813mN", 48.1376264, 11.5786297),
            ("32UPU9183534813", 48.1376264, 11.5786297), ("32U PU 91835 34813", 48.1376264, 11.5786297),
            ("56H 334368 6250948", -33.8688, 151.2093), ("56S 334368 6250948", -33.8688, 151.2093),
            ("https://uri.amap.com/marker?position=116.397128,39.916527", 39.9151, 116.3909),
            ("https://api.map.baidu.com/marker?location=39.922865,116.403603&title=x", 39.9151, 116.3909),
        ])
    func areCodes(text: String, latitude: Double, longitude: Double) throws {
        let position = try #require(Position(text))
        let tolerance = text.contains("map") ? 0.0005 : 0.00002
        #expect(abs(position.latitude - latitude) < tolerance, "\(position)")
        #expect(abs(position.longitude - longitude) < tolerance, "\(position)")
    }

    @Test(arguments: ["48,13", "-48,-13", "48,13,519", "48,13,11,57", "+0,0", "0,0"])
    func areAmbiguous(text: String) {
        #expect(throws: PositionText.ambiguity) { try PositionText(text) }
        #expect(Position(text) == nil)
        #expect(Position.expected(insteadOf: text).contains("48.0,13.0"))
    }

    @Test(arguments: [
        "", "48", "48.1", "48.1,", ",11.5", "48.1,11.5,", "48.1,11.5,1,2",
        "0x30,0x0D", "nan,1.0", "inf,1.0", "1e999,1.0", "48.1.2,3", "--48.1,2", "48.1,11.5 12",
        "48.1N 11.5N", "48°61'N 11°E", "48° 11.5° 12°", "N48", "geo:", "geo:48.1", "https://example.org/",
        "https://example.org/?q=Munich", "4HX8+9C", "8FWH4HX8+9A", "32U 91835 34813", "32I 691835 5334813",
        "32UPI9183534813", "lat 48.1 N lon 11.5", "{{coord|48|N}}", "+4861+01134/",
    ]) func areRefused(text: String) {
        #expect(throws: PositionText.formProblem) { try PositionText(text) }
        #expect(Position(text) == nil)
    }

    @Test func numbersOutOfRangeAreNotAPosition() {
        #expect(Position("90.1,0") == nil && Position("0,180.5") == nil && Position("0.0,0.0") == nil)
        #expect(Position.expected(insteadOf: "90.1,0").contains("-90...90"))
    }
}
