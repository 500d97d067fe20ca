import Testing
import Places

@Suite struct GazetteerTests {
    static let gazetteer = try! Gazetteer()

    @Test(arguments: [
        (41.9033, 12.4533, "VA"), (41.89, 12.49, "IT"), (41.9031, 12.4663, "IT"), (22.515, 114.066, "HK"),
        (66, -179, "RU"), (-16.85, -179.97, "FJ"), (-29.5, 28.2, "LS"), (43.7384, 7.4246, "MC"), (43.70, 7.27, "FR"),
    ])
    func country(latitude: Double, longitude: Double, code: String) throws {
        let position = try #require(Position(latitude: latitude, longitude: longitude))
        #expect(Self.gazetteer.place(at: position)?.countryCode == code)
    }
}
