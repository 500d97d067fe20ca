internal import UprightBase

/// A number as written in XMP: decimal digits, kept exactly, so that mirroring a position twice gives the same number.
package struct DecimalText: Sendable, Hashable {
    private static let scaleLimit = 16

    /// The number's digits, without the point.
    private var mantissa: Int
    /// The number of digits after the point.
    private var scale: Int

    private init(mantissa: Int, scale: Int) {
        self.mantissa = mantissa
        self.scale = scale
    }

    /// Creates the number `mantissa` · 10^-`scale`, with that many digits after the point.
    package init(_ mantissa: Int, scale: Int) {
        self.init(mantissa: mantissa, scale: min(max(scale, 0), Self.scaleLimit))
    }

    /// Creates the decimal number next to a floating-point number, with so many digits after the point.
    package init(rounding number: Double, digits: Int) {
        let scale = min(max(digits, 0), Self.scaleLimit)
        var factor = 1.0
        for _ in 0..<scale { factor *= 10 }
        self.init(mantissa: Int(saturating: (number * factor).rounded()), scale: scale)
    }

    package init(_ integer: Int) { self.init(mantissa: integer, scale: 0) }

    /// Parses `0.25`, `-1`, `.5`, `+3.` or `1.2e-05`; nil for other text, and for numbers that are too long to be exact
    /// or too large.
    package init?(_ text: String) {
        var bytes = Array(text.utf8)
        var exponent = 0
        if let split = bytes.firstIndex(where: { $0 == 0x65 || $0 == 0x45 }) {
            guard let power = Int(String(decoding: bytes[(split + 1)...], as: UTF8.self)), power.magnitude <= 30 else {
                return nil
            }
            exponent = power
            bytes = Array(bytes[..<split])
        }
        var isNegative = false
        if let sign = bytes.first, sign == 0x2B || sign == 0x2D {
            isNegative = sign == 0x2D
            bytes.removeFirst()
        }
        let parts = bytes.split(separator: 0x2E, maxSplits: 1, omittingEmptySubsequences: false)
        let whole = Array(parts.first ?? [])
        var fraction = Array(parts.count > 1 ? parts[1] : [])
        guard !(whole.isEmpty && fraction.isEmpty), (whole + fraction).allSatisfy({ (0x30...0x39).contains($0) }),
            whole.count <= 9
        else { return nil }
        // Digits after the sixteenth change a position by less than a millionth of a pixel.
        fraction = Array(fraction.prefix(min(Self.scaleLimit - exponentShift(exponent), 17 - whole.count)))
        var value = 0
        for digit in whole + fraction {
            let (product, overflow) = value.multipliedReportingOverflow(by: 10)
            guard !overflow else { return nil }
            let (sum, carry) = product.addingReportingOverflow(Int(digit - 0x30))
            guard !carry else { return nil }
            value = sum
        }
        var scale = fraction.count - exponent
        while scale < 0 {
            guard value < 1 << 50 else { return nil }
            value *= 10
            scale += 1
        }
        while scale > Self.scaleLimit {
            value /= 10
            scale -= 1
        }
        self.init(mantissa: isNegative ? -value : value, scale: scale)
    }

    /// The number as text, with the same number of digits after the point as its source.
    package var text: String {
        var digits = String(mantissa.magnitude)
        if digits.count <= scale { digits = String(repeating: "0", count: scale - digits.count + 1) + digits }
        let whole = digits.prefix(digits.count - scale)
        let sign = mantissa < 0 ? "-" : ""
        return scale == 0 ? sign + whole : "\(sign)\(whole).\(digits.suffix(scale))"
    }

    /// The number as a floating-point number.
    package var value: Double { Double(text) ?? 0 }

    /// Returns the difference; nil if it would be too long.
    package func subtracting(_ other: DecimalText) -> DecimalText? {
        let scale = max(scale, other.scale)
        guard let a = scaled(to: scale), let b = other.scaled(to: scale) else { return nil }
        let (difference, overflow) = a.subtractingReportingOverflow(b)
        return overflow ? nil : DecimalText(mantissa: difference, scale: scale)
    }

    private func scaled(to scale: Int) -> Int? {
        var value = mantissa
        for _ in self.scale..<scale {
            let (product, overflow) = value.multipliedReportingOverflow(by: 10)
            guard !overflow else { return nil }
            value = product
        }
        return value
    }
}

/// Returns how many of the digits that can be kept are used by an exponent.
private func exponentShift(_ exponent: Int) -> Int { min(max(-exponent, 0), 16) }
