import Testing
import UprightFormats

@Suite("The order of properties in JSON")
struct PropertyOrderTests {
    /// In order. The first letters, the length and the numbers decide in turn.
    private static let keys = [
        "-1", "0", "00", "7", "9", "10", "65535", "", "1x", "3D", "A", "Aperture", "ApertureValue", "ApertureX",
        "FocusDistanceLower",
        "FocusDistanceUpper", "a", "{Exif}", "{TIFF}", "é",
    ]

    @Test("Numbers come first, by value, and the others by bytes; whatever the order in which they are found")
    func order() {
        for seed in 0..<50 {
            var dictionary: [String: PropertyValue] = [:]
            // Another capacity leads to another order of the keys within the dictionary.
            dictionary.reserveCapacity(seed * 8)
            for key in Self.keys.shuffled() { dictionary[key] = .integer(1) }
            var found: [String] = []
            PropertyValue.forEachInOrder(of: dictionary) { key, _ in found.append(key) }
            #expect(found == Self.keys)
        }
        for (index, a) in Self.keys.enumerated() {
            for (other, b) in Self.keys.enumerated() {
                #expect(PropertyValue.precedes(a, b) == (index < other), "\(a) and \(b)")
            }
        }
    }
}
