internal import UprightFormats

extension TagValueChecker {
    /// Rejects impossible angles and times: 200 degrees of latitude, 61 minutes, a direction of 400 degrees.
    func checkRange(_ value: MetadataValue) throws(MetadataValueError) {
        guard tag.group == .gps, case .rational(let units) = value else { return }
        let numbers = units.map { $0.denominator == 0 ? Double.infinity : $0.value }
        let expected: String?
        switch tag.number {
        case 0x02, 0x14:
            expected = Self.isAngle(numbers, limit: 90) ? nil : "degrees, minutes and seconds up to 90 degrees"
        case 0x04, 0x16:
            expected = Self.isAngle(numbers, limit: 180) ? nil : "degrees, minutes and seconds up to 180 degrees"
        case 0x07:
            let isTime = numbers.count == 3 && numbers[0] < 24 && numbers[1] < 60 && numbers[2] < 61
            expected = isTime ? nil : "hours, minutes and seconds of a day"
        case 0x0F, 0x11, 0x18:
            expected = numbers.allSatisfy { (0...360).contains($0) } ? nil : "a direction from 0 to 360"
        case 0x06: expected = numbers.allSatisfy { $0 <= 100_000 } ? nil : "an altitude up to 100000 metres"
        default: expected = nil
        }
        guard let expected else { return }
        throw .range(tag: tag, expected: expected, found: units.map(\.description).joined(separator: " "))
    }

    private static func isAngle(_ numbers: [Double], limit: Double) -> Bool {
        guard numbers.count == 3, numbers[1] < 60, numbers[2] < 60 else { return false }
        return numbers[0] + numbers[1] / 60 + numbers[2] / 3600 <= limit
    }
}
