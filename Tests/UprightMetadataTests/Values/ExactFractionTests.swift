import Testing
import UprightFormats

@Suite("Decimal numbers are exact up to 30 decimals")
struct ExactFractionTests {
    @Test("more decimals are rounded, whatever their number of digits")
    func manyDecimalsAreRounded() throws {
        let nines = try #require(ExactFraction(decimal: "0.0" + String(repeating: "9", count: 30)))
        #expect((nines.numerator, nines.denominator) == (1, 10))
        let small = try #require(ExactFraction(decimal: "-16e-31"))
        #expect((small.isNegative, small.numerator) == (true, 2))
        #expect(try #require(ExactFraction(decimal: "4e-31")).numerator == 0)
        #expect(try #require(ExactFraction(decimal: "9e-399")).numerator == 0)
    }

    @Test(arguments: [("0.1", 1, 10), ("2.500", 25, 10), ("1e3", 1000, 1), ("12.5e-1", 125, 100), ("0e-99", 0, 1)])
    func decimalsAreExact(text: String, numerator: UInt128, denominator: UInt128) throws {
        let fraction = try #require(ExactFraction(decimal: text))
        #expect((fraction.numerator, fraction.denominator) == (numerator, denominator))
    }

    @Test(arguments: ["", "-", ".", "1.2.3", "1e", "1e400", "0x1", "1\(String(repeating: "0", count: 31))"])
    func otherTextIsNoNumber(text: String) { #expect(ExactFraction(decimal: text) == nil) }
}
