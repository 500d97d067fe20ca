// Numbers from outside (files, requests, arguments, other processes) can have any value of their type. Arithmetic on them
// uses these functions, `magnitude` instead of `abs`, and `init(exactly:)` or `init(saturating:)` instead of conversions
// that trap. `scripts/structure` refuses the others.

extension FixedWidthInteger {
    /// Returns the sum, or the end of the type that it lies beyond.
    @inlinable package func addingSaturated(_ other: Self) -> Self {
        let (sum, overflows) = addingReportingOverflow(other)
        return !overflows ? sum : other < 0 ? .min : .max
    }

    /// Returns the difference, or the end of the type that it lies beyond.
    @inlinable package func subtractingSaturated(_ other: Self) -> Self {
        let (difference, overflows) = subtractingReportingOverflow(other)
        return !overflows ? difference : other < 0 ? .max : .min
    }

    /// Returns the product, or the end of the type that it lies beyond.
    @inlinable package func multipliedSaturated(by other: Self) -> Self {
        let (product, overflows) = multipliedReportingOverflow(by: other)
        return !overflows ? product : (self < 0) == (other < 0) ? .max : .min
    }

    /// Creates the whole number that a floating-point number becomes without its fraction, or the end of the type that it
    /// lies beyond; 0 for NaN.
    @inlinable package init(saturating number: Double) {
        guard !number.isNaN else { self = 0; return }
        self = Self(exactly: number.rounded(.towardZero)) ?? (number < 0 ? .min : .max)
    }
}
