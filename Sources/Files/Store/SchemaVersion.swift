/// The first version of the product that supports a database's schema. The database stores it (`PRAGMA user_version`),
/// so that an older version can say which version to use.
package struct SchemaVersion: Sendable, Hashable, CustomStringConvertible {
    private let parts: [Int]

    /// Creates a version from three parts, each below 1,000.
    package init(_ major: Int, _ minor: Int, _ patch: Int) { parts = [major, minor, patch] }

    /// Creates the version that a number encodes; nil for 0, which databases have before a version is stored, and for
    /// invalid numbers.
    package init?(number: Int) {
        guard number > 0 else { return nil }
        self.init(number / 1_000_000, number / 1_000 % 1_000, number % 1_000)
    }

    /// The number that encodes the version: 1_002_003 for 1.2.3.
    package var number: Int { parts.reduce(0) { $0 * 1_000 + $1 } }

    /// `1.2.3`.
    package var description: String { parts.map(String.init).joined(separator: ".") }

    /// Returns which version to use, for messages.
    package static func advice(_ version: SchemaVersion?) -> String {
        version.map { "upright \($0) or later" } ?? "the version of upright that wrote it, or a later one"
    }
}
