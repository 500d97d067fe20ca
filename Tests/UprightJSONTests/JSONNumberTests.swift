import Testing
import UprightBase

/// Numbers at the ends of the types, where one is read.
@Suite struct JSONNumberTests {
    /// Zero, and every power of two up to 2⁶⁴ with its neighbours, with both signs.
    static let whole: [String] = {
        let powers = (0...64).flatMap { power -> [Int128] in
            let number = Int128(1) << Int128(power)
            return [number - 1, number, number + 1]
        }
        return powers.flatMap { ["\($0)", "-\($0)"] }
    }()

    @Test(arguments: whole) func wholeNumbersKeepTheirValue(text: String) throws {
        let value = try JSONValue(parsing: text.utf8)
        if let exact = Int(text) {
            guard case .integer(let integer) = value else { return #expect(Bool(false), "\(text) is not an integer") }
            #expect(integer == exact && value.serialized == String(exact))
        } else {
            guard case .number(let number) = value else { return #expect(Bool(false), "\(text) is not a number") }
            #expect(number == Double(text))
            let again = try JSONValue(parsing: value.serialized.utf8)
            #expect(again.serialized == value.serialized)
        }
    }

    @Test(arguments: [
        "1e308", "-1e308", "1.7976931348623157e308", "-1.7976931348623157e308", "5e-324", "-0", "-0.0", "-0e0", "1e19",
        "-9.223372036854775808e18", "9.223372036854775807e18", "0.1e-400", "-9223372036854775809",
        String(repeating: "9", count: 300), "-" + String(repeating: "9", count: 300),
        "0." + String(repeating: "9", count: 5_000),
        "1e-9223372036854775808",
    ])
    func numbersSurviveBeingWritten(text: String) throws {
        let value = try JSONValue(parsing: text.utf8)
        #expect(try JSONValue(parsing: value.serialized.utf8).serialized == value.serialized)
        guard case .number(let number) = value else { return }
        guard case .number(let again) = try JSONValue(parsing: value.serialized.utf8) else {
            return #expect(Int(value.serialized).map(Double.init) == number)
        }
        #expect(again == number)
    }

    @Test(arguments: [
        "NaN", "nan", "Infinity", "-inf", "1e309", "-1e309", "1e9223372036854775807", "0x10", "1_000", "--1", "-", "00",
        String(repeating: "9", count: 400),
    ])
    func othersAreRefused(text: String) {
        #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: text.utf8) }
    }

    @Test func everyDoubleAtAnEndCanBeWritten() throws {
        for number in [
            -0x1p63, 0x1p63, -0x1p53, 0x1p53, 0x1p53 - 1, Double.greatestFiniteMagnitude, -.leastNonzeroMagnitude,
        ] {
            guard case .number(let again) = try JSONValue(parsing: JSONValue.number(number).serialized.utf8) else {
                #expect(Int(exactly: number) != nil)
                continue
            }
            #expect(again == number)
        }
        for number in [Double.nan, .infinity, -.infinity] { #expect(JSONValue.number(number).serialized == "null") }
    }
}
