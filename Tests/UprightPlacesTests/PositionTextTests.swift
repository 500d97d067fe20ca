internal import Testing
internal import UprightGeodata

/// Positions as users write them: `48,13` was 48° and 13°, and `48,13 11,57` a position with an altitude.
@Suite struct PositionTextTests {
    @Test(arguments: [
        ("48.137,11.575", 48.137, 11.575), ("-33.9, 151.2,25", -33.9, 151.2), ("48.0,13.0", 48, 13), ("48, 13", 48, 13),
        ("48.,13", 48, 13), ("+48,-13.5", 48, -13.5), (" 4.8e1,\t1e-1 ", 48, 0.1), ("48,13,519.5", 48, 13),
    ]) func areRead(text: String, latitude: Double, longitude: Double) throws {
        let position = try #require(Position(text))
        #expect(position.latitude == latitude && position.longitude == longitude)
    }

    @Test(arguments: ["48,13", "-48,-13", "48,13,519", "48,13,11,57", "+0,0", "0,0"])
    func areAmbiguous(text: String) {
        #expect(throws: PositionText.ambiguity) { try PositionText(text) }
        #expect(Position(text) == nil)
        #expect(Position.expected(insteadOf: text).contains("48.0,13.0"))
    }

    @Test(arguments: [
        "", "48", "48.1", "48.1,", ",11.5", "48,13 11,57", "48.1 11.5", "48.1;11.5", "48.1,11.5,", "48.1,11.5,1,2",
        "0x30,0x0D", "nan,1.0", "inf,1.0", "1e999,1.0", "48.1.2,3", "--48.1,2", "48.1N,11.5E", "48.1,11.5 12",
    ]) func areRefused(text: String) {
        #expect(throws: PositionText.formProblem) { try PositionText(text) }
        #expect(Position(text) == nil)
    }

    @Test func numbersOutOfRangeAreNotAPosition() {
        #expect(Position("90.1,0") == nil && Position("0,180.5") == nil && Position("0.0,0.0") == nil)
        #expect(Position.expected(insteadOf: "90.1,0").contains("-90...90"))
    }
}
