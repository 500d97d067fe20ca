internal import Foundation

/// Degrees and metres as text.
package enum DecimalDegrees {
    /// A number as decimal text without an exponent.
    package static func text(_ value: Double) -> String {
        let shortest = "\(value)"
        return shortest.contains("e") ? String(format: "%.12f", value) : shortest
    }
}
