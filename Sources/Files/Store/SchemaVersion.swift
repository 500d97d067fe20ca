/// The first version of the product that knows a database's schema. It is kept in the database (`PRAGMA user_version`), so that
/// an older version can say which one to use.
public struct SchemaVersion: Sendable, Hashable, CustomStringConvertible {
    private let parts: [Int]

    /// A version of three parts, each below 1,000.
    public init(_ major: Int, _ minor: Int, _ patch: Int) { parts = [major, minor, patch] }

    /// The version that a number stands for; nil for 0, which databases have before a version was noted, and for what is no
    /// version's number.
    public init?(number: Int) {
        guard number > 0 else { return nil }
        self.init(number / 1_000_000, number / 1_000 % 1_000, number % 1_000)
    }

    /// The number that stands for the version: 1_002_003 for 1.2.3.
    public var number: Int { parts.reduce(0) { $0 * 1_000 + $1 } }

    /// `1.2.3`.
    public var description: String { parts.map(String.init).joined(separator: ".") }

    /// Which version to use, for messages.
    public static func advice(_ version: SchemaVersion?) -> String {
        version.map { "upright \($0) or later" } ?? "the version of upright that wrote it, or a later one"
    }
}
