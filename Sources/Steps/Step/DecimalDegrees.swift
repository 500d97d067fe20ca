internal import Foundation

/// Formats degrees and metres.
package enum DecimalDegrees {
    /// Formats a number as a decimal without an exponent.
    package static func text(_ value: Double) -> String {
        let shortest = "\(value)"
        return shortest.contains("e") ? String(format: "%.12f", value) : shortest
    }
}
